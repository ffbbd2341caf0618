import type { ChartTone } from "@opsplane/contract";
import { escaped } from "./escape.ts";
import type { Chart, ChartSeries } from "./model.ts";
import { valueText } from "./values.ts";

// Written by hand: three kinds of charts, the same bytes for the same data, and no browser to measure texts.

/** Dark enough for print. The legend has the same order as the marks. */
const colors = ["#0b6e7a", "#d97706", "#7c3aed", "#be123c", "#15803d", "#1d4ed8", "#a16207", "#64748b"];

const tones: Readonly<Record<ChartTone, string>> = {
  ...{ bad: "#c4202b", serious: "#d17219", warning: "#d4a72c", good: "#147a45" },
  ...{ calm: "#2f7fc4", quiet: "#6b7684", faint: "#a3adb8" },
};

const size = { width: 720, height: 240, left: 62, right: 12, top: 12, bottom: 30 };
const plot = {
  width: size.width - size.left - size.right,
  height: size.height - size.top - size.bottom,
};

/** The chart as an inline image with a text for people who cannot see it. */
export function svgOf(chart: Chart): string {
  if (chart.kind === "shares") return shares(chart);
  const highest = Math.max(0, ...tops(chart), ...numbers(chart.band?.high));
  const scale = scaleFor(highest);
  const y = (value: number) => size.top + plot.height - (value / scale.max) * plot.height;
  const marks = chart.kind === "bars" ? bars(chart, y) : lines(chart, y);
  return frame(chart, size.height, [...grid(chart, scale, y), ...marks, ...timeLabels(chart)]);
}

/** The highest point of each column: of stacked bars their sum. */
function tops({ kind, labels, series }: Chart): number[] {
  if (kind === "lines") return series.flatMap(({ values }) => numbers(values));
  return labels.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
}

function numbers(values: readonly (number | null)[] = []): number[] {
  return values.filter((value) => value !== null);
}

interface Scale {
  max: number;
  step: number;
}

/** Round numbers for four or five lines of the grid. */
function scaleFor(highest: number): Scale {
  if (highest <= 0) return { max: 1, step: 1 };
  const rough = highest / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  return { max: Math.ceil(highest / step) * step, step };
}

function grid({ unit, currency }: Chart, { max, step }: Scale, y: (value: number) => number): string[] {
  const levels = Array.from({ length: Math.round(max / step) + 1 }, (_, index) => index * step);
  return levels.flatMap((level) => [
    `<line x1="${size.left}" x2="${size.width - size.right}" y1="${px(y(level))}" y2="${px(y(level))}" stroke="#e2e8f0"/>`,
    text(size.left - 6, y(level) + 4, valueText(level, unit, currency), "end"),
  ]);
}

function bars({ labels, series }: Chart, y: (value: number) => number): string[] {
  const slot = plot.width / Math.max(1, labels.length);
  const width = Math.max(1, slot * 0.72);
  return labels.flatMap((_, index) => {
    let below = 0;
    return series.map((each, number) => {
      const { values } = each;
      const value = values[index] ?? 0;
      const [top, bottom] = [y(below + value), y(below)];
      below += value;
      if (value === 0) return "";
      const x = size.left + index * slot + (slot - width) / 2;
      return `<rect x="${px(x)}" y="${px(top)}" width="${px(width)}" height="${px(bottom - top)}" fill="${seriesColor(each, number)}"/>`;
    });
  });
}

function lines({ labels, series, band }: Chart, y: (value: number) => number): string[] {
  const x = (index: number) => size.left + (index + 0.5) * (plot.width / Math.max(1, labels.length));
  return [
    ...(band ? [bandPath(band, x, y)] : []),
    ...series.map(
      (each, number) =>
        `<path d="${linePath(each.values, x, y)}" fill="none" stroke="${seriesColor(each, number)}" stroke-width="2"${number > 0 && band ? ' stroke-dasharray="5 4"' : ""}/>`,
    ),
  ];
}

type Position = (value: number) => number;

/** A gap in the data is a gap in the line. */
function linePath(values: ChartSeries["values"], x: Position, y: Position): string {
  let isDrawing = false;
  return values
    .map((value, index) => {
      if (value === null) {
        isDrawing = false;
        return "";
      }
      const command = `${isDrawing ? "L" : "M"}${px(x(index))} ${px(y(value))}`;
      isDrawing = true;
      return command;
    })
    .join("");
}

function bandPath({ low, high }: NonNullable<Chart["band"]>, x: Position, y: Position): string {
  const points = (values: readonly (number | null)[]) =>
    values.flatMap((value, index) => (value === null ? [] : [`${px(x(index))} ${px(y(value))}`]));
  const outline = [...points(high), ...points(low).reverse()];
  return outline.length === 0 ? "" : `<path d="M${outline.join("L")}Z" fill="${color(1)}" fill-opacity="0.15"/>`;
}

/** At most eight labels, so that they never overlap. */
function timeLabels({ labels }: Chart): string[] {
  const every = Math.max(1, Math.ceil(labels.length / 8));
  const slot = plot.width / Math.max(1, labels.length);
  return labels.flatMap((label, index) =>
    index % every === 0 ? [text(size.left + (index + 0.5) * slot, size.height - 10, shortLabel(label), "middle")] : [],
  );
}

/** Of a date the year is in the heading of the report. */
function shortLabel(label: string): string {
  const dated = /^\d{4}-(\d{2}-\d{2})(?: (\d{2}:\d{2}))?$/.exec(label);
  return dated ? (dated[2] ?? dated[1] ?? label) : label;
}

const rowHeight = 24;
const maxShares = 15;

function shares(chart: Chart): string {
  const values = chart.labels.map((label, index) => ({ label, value: chart.series[0]?.values[index] ?? 0 }));
  const shown = values.slice(0, maxShares);
  const highest = Math.max(1e-9, ...shown.map(({ value }) => value));
  const left = 190;
  const marks = shown.flatMap(({ label, value }, index) => {
    const y = size.top + index * rowHeight;
    const width = (value / highest) * (size.width - left - 110);
    return [
      text(left - 8, y + 15, label.length > 28 ? `${label.slice(0, 27)}…` : label, "end"),
      `<rect x="${left}" y="${px(y + 3)}" width="${px(Math.max(1, width))}" height="${rowHeight - 8}" fill="${color(0)}"/>`,
      text(left + width + 6, y + 15, valueText(value, chart.unit, chart.currency), "start"),
    ];
  });
  return frame(chart, size.top * 2 + Math.max(1, shown.length) * rowHeight, marks);
}

function frame({ title, labels, series }: Chart, height: number, marks: readonly string[]): string {
  const about = `${title}: ${series.map(({ name }) => name).join(", ")}, ${labels.length} values. The table below has the figures.`;
  return [
    `<svg viewBox="0 0 ${size.width} ${px(height)}" role="img" aria-label="${escaped(about)}" xmlns="http://www.w3.org/2000/svg">`,
    ...marks.filter((mark) => mark !== ""),
    "</svg>",
  ].join("");
}

export function legendColors({ series }: Chart): { name: string; color: string }[] {
  return series.map((each, index) => ({ name: each.name, color: seriesColor(each, index) }));
}

function seriesColor({ tone }: ChartSeries, index: number): string {
  return tone ? tones[tone] : color(index);
}

function color(index: number): string {
  return colors[index % colors.length] ?? "#0b6e7a";
}

function text(x: number, y: number, content: string, anchor: "start" | "middle" | "end"): string {
  return `<text x="${px(x)}" y="${px(y)}" text-anchor="${anchor}" font-size="11" fill="#475569">${escaped(content)}</text>`;
}

/** Half pixels are enough, and keep documents small. */
function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}
