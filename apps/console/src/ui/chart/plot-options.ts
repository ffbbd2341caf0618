import uPlot from "uplot";
import { dashOf, mixed, seriesColor } from "./colors.ts";
import type { PlotProps } from "./plot-props.ts";
import { type ChartKind, type ChartSeries, drawnColumns, hasDashes, maxDashed } from "./series.ts";
import { tickLabels } from "./time-labels.ts";
import { unitText } from "./units.ts";

/** With more series, only the nearest one is marked at the cursor, because 200 moving points would drop frames. */
const maxCursorPoints = 12;
/** Room for one label of the time axis, in pixels. */
const tickSpace = 70;
const fontSize = 11;

/** The styles that a chart reads from the style sheet. */
interface Look {
  text: string;
  line: string;
  surface: string;
  font: string;
}

export function lookOf(element: HTMLElement): Look {
  const style = getComputedStyle(element);
  return {
    text: style.getPropertyValue("--op-dim"),
    line: style.getPropertyValue("--op-line"),
    surface: style.getPropertyValue("--op-surface"),
    font: `${fontSize}px ${style.fontFamily}`,
  };
}

/** uPlot draws in order, so stacks are drawn from the top down and each series covers the ones above it. */
export function plotIndex(kind: ChartKind, count: number, index: number): number {
  return kind === "lines" ? index + 1 : count - index;
}

/** The point under the cursor: the nearest one, but a bar covers the time from its point to the next one. */
export function indexAt(plot: uPlot, { kind, times }: PlotProps): number | undefined {
  const { idx, left = -1 } = plot.cursor;
  if (typeof idx !== "number" || left < 0) return undefined;
  const isLater = (times[idx] ?? 0) > plot.posToVal(left, "x");
  return kind === "bars" && isLater && idx > 0 ? idx - 1 : idx;
}

export function plotData({ kind, times, series, hidden }: PlotProps): uPlot.AlignedData {
  const columns = drawnColumns(kind, series, hidden);
  if (kind !== "lines") columns.reverse();
  // uPlot only reads its data; its type has mutable arrays.
  return [times, ...columns] as unknown as uPlot.AlignedData;
}

/** `latest` returns the current props, because a chart is created once and its data changes often. */
export function plotOptions(
  latest: () => PlotProps,
  look: Look,
  hooks: uPlot.Hooks.Arrays,
  width: number,
): uPlot.Options {
  const { kind, unit, mode, scheme, series, hidden, group, height, onSelect } = latest();
  const byPosition = hasDashes(series);
  const drawn = series.map((each, index): uPlot.Series => {
    const { id } = each;
    const color = seriesColor(each, index, scheme);
    const isFaded = () => latest().highlighted !== undefined && latest().highlighted !== id;
    return {
      ...seriesLook({
        kind,
        color,
        look,
        isFaded,
        dash: byPosition ? dashOf(index) : [],
        series: each,
        count: series.length,
      }),
      show: !hidden.has(id),
    };
  });
  if (kind !== "lines") drawn.reverse();
  const axis = { stroke: look.text, font: look.font, ticks: { show: false } };
  return {
    width,
    height,
    ms: 1,
    tzDate: (at) => (mode === "utc" ? uPlot.tzDate(new Date(at), "Etc/UTC") : new Date(at)),
    // Room for the labels of events above, and for the last label of the time axis on the right.
    padding: [latest().markers.length > 0 ? 20 : 8, 24, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: onSelect !== undefined, y: false, setScale: false },
      points: { show: kind === "lines" && series.length <= maxCursorPoints, size: 7 },
      ...(group ? { sync: { key: group, setSeries: false, scales: ["x", null] } } : {}),
    },
    scales: {
      x: { range: () => [latest().range.from, latest().range.to] },
      y: { range: (_plot, min, max) => yRange(kind, ...withLevels(min, max, latest().levels)) },
    },
    axes: [
      {
        ...axis,
        space: tickSpace,
        size: 28,
        grid: { show: false },
        values: (_plot, ticks, _axis, _space, step) => tickLabels(ticks, step, latest().mode),
      },
      {
        ...axis,
        grid: { stroke: look.line, width: 1 },
        space: 34,
        size: (_plot, values) => 14 + Math.max(20, ...(values ?? []).map((text) => text.length * fontSize * 0.62)),
        values: (_plot, ticks) => ticks.map((tick) => unitText(tick, unit)),
      },
    ],
    series: [{}, ...drawn],
    hooks,
  };
}

interface SeriesPlace {
  kind: ChartKind;
  color: string;
  look: Look;
  isFaded: () => boolean;
  dash: readonly number[];
  series: ChartSeries;
  count: number;
}

function seriesLook({ kind, color, look, isFaded, dash, series, count }: SeriesPlace): uPlot.Series {
  if (kind === "lines" && series.dashed)
    return { stroke: mixed(color, look.surface, 0.35), width: 1, dash: [4, 4], points: { show: false } };
  if (kind === "lines") {
    const width = count <= maxDashed ? 1.5 : 1;
    return { stroke: color, width, dash: [...dash], points: { size: 4, filter: lonePoints } };
  }
  // A faded part of a stack stays opaque, because it covers the series above it.
  const faded = mixed(color, look.surface, 0.75);
  const stack = { stroke: look.surface, width: 1, fill: () => (isFaded() ? faded : color), points: { show: false } };
  if (kind === "areas") return stack;
  // A bar covers the time from its own point to the next one.
  const paths = uPlot.paths.bars?.({ size: [0.86, 72], align: 1 });
  return { ...stack, ...(paths ? { paths } : {}) };
}

/** A point between two gaps belongs to no line, so it is drawn as a dot. */
function lonePoints(plot: uPlot, index: number): number[] {
  const values = plot.data[index] ?? [];
  const isGap = (at: number) => values[at] === null || values[at] === undefined;
  const lone: number[] = [];
  for (let at = 0; at < values.length; at++) if (!isGap(at) && isGap(at - 1) && isGap(at + 1)) lone.push(at);
  return lone;
}

/** Levels are always visible. */
function withLevels(
  min: number | null,
  max: number | null,
  levels: PlotProps["levels"],
): [min: number | null, max: number | null] {
  if (levels.length === 0 || min === null || max === null) return [min, max];
  const values = levels.map(({ value }) => value);
  return [Math.min(min, ...values), Math.max(max, ...values)];
}

/** Stacks begin at zero. Lines do too, unless all of them are far above it. */
function yRange(kind: ChartKind, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null) return [0, 1];
  if (kind !== "lines") return [Math.min(0, min), max > 0 ? max * 1.08 : 1];
  const fromZero = min >= 0 && min < max * 0.6;
  const pad = (max - (fromZero ? 0 : min)) * 0.08 || Math.abs(max) * 0.1 || 1;
  return [fromZero ? 0 : min - pad, max + pad];
}

export function sameSeries(one: readonly ChartSeries[], other: readonly ChartSeries[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);
}
