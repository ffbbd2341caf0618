import type { SpanHeatmap } from "@opsplane/contract";
import type { TimeMode } from "../../time/format.ts";
import { mixed } from "../../ui/chart/colors.ts";
import type { ChartMarker } from "../../ui/chart/plot-props.ts";
import { tickLabels } from "../../ui/chart/time-labels.ts";
import { durationText } from "./chips.ts";
import { type Cell, type CellRange, intensityOf } from "./heatmap-cells.ts";

/** The edges around the cells, in pixels. */
export const edges = { left: 58, right: 10, top: 8, bottom: 20 };
const tickSpace = 76;
const rowSpace = 22;
const day = 86_400;
/** Seconds between labels of the time axis. */
const roundSteps = [1, 5, 10, 15, 30, 60, 300, 600, 900, 1800, 3600, 10_800, 21_600, 43_200, day, 2 * day, 7 * day];

export interface HeatmapView {
  map: SpanHeatmap;
  width: number;
  height: number;
  mode: TimeMode;
  chosen: CellRange | undefined;
  cursor: Cell | undefined;
  markers: readonly ChartMarker[];
  activeMarker: string | undefined;
}

/** The size of one cell. */
export function cellSize({ map, width, height }: Pick<HeatmapView, "map" | "width" | "height">) {
  return {
    across: (width - edges.left - edges.right) / Math.max(1, map.times.length),
    up: (height - edges.top - edges.bottom) / Math.max(1, map.durations.length),
  };
}

/** The cell at a point of the canvas; points beside the cells give the nearest one. */
export function cellAt(view: Pick<HeatmapView, "map" | "width" | "height">, x: number, y: number): Cell {
  const { across, up } = cellSize(view);
  const bounded = (value: number, count: number) => Math.min(Math.max(Math.floor(value), 0), count - 1);
  return {
    time: bounded((x - edges.left) / across, view.map.times.length),
    duration: bounded((view.height - edges.bottom - y) / up, view.map.durations.length),
  };
}

export function drawHeatmap(canvas: HTMLCanvasElement, view: HeatmapView): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const ratio = devicePixelRatio;
  canvas.width = view.width * ratio;
  canvas.height = view.height * ratio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, view.width, view.height);
  const style = getComputedStyle(canvas);
  const color = (name: string) => style.getPropertyValue(name).trim();
  context.font = `11px ${style.fontFamily}`;
  drawAxes(context, view, color);
  drawCells(context, view, color);
  drawMarkers(context, view, color);
  if (view.chosen) drawChosen(context, view, view.chosen, color);
  if (view.cursor) drawCursor(context, view, view.cursor, color);
}

type Color = (name: string) => string;

function drawCells(context: CanvasRenderingContext2D, view: HeatmapView, color: Color): void {
  const { map, height } = view;
  const { across, up } = cellSize(view);
  const most = map.cells.reduce((highest, { count }) => Math.max(highest, count), 0);
  const [plain, failed] = [color("--op-accent"), color("--op-red")];
  const gap = across > 6 ? 1 : 0;
  for (const { time, duration, count, errors } of map.cells) {
    // The root makes a few failures among many spans visible.
    context.fillStyle = mixed(plain, failed, Math.sqrt(errors / count));
    context.globalAlpha = 0.16 + 0.84 * intensityOf(count, most);
    const y = height - edges.bottom - (duration + 1) * up;
    context.fillRect(edges.left + time * across, y, Math.max(1, across - gap), Math.max(1, up - (up > 6 ? 1 : 0)));
  }
  context.globalAlpha = 1;
}

function drawAxes(context: CanvasRenderingContext2D, view: HeatmapView, color: Color): void {
  const { map, width, height, mode } = view;
  const { across } = cellSize(view);
  context.fillStyle = color("--op-dim");
  context.strokeStyle = color("--op-line");
  context.lineWidth = 1;
  context.textBaseline = "middle";
  context.textAlign = "right";
  for (const { ms, y } of durationTicks(view)) {
    context.beginPath();
    context.moveTo(edges.left, Math.round(y) + 0.5);
    context.lineTo(width - edges.right, Math.round(y) + 0.5);
    context.stroke();
    context.fillText(durationText(ms), edges.left - 8, y);
  }
  context.textBaseline = "alphabetic";
  context.textAlign = "center";
  const { step_seconds: step } = map;
  const tickStep = roundSteps.find((each) => each >= step && (each / step) * across >= tickSpace) ?? 7 * day;
  const columns = map.times.flatMap((time, column) => {
    const at = Date.parse(time);
    return Math.floor(at / 1000) % tickStep < step ? [{ column, at }] : [];
  });
  const labels = tickLabels(
    columns.map(({ at }) => at),
    tickStep * 1000,
    mode,
  );
  for (const [index, { column }] of columns.entries()) {
    const x = edges.left + column * across;
    if (x > edges.left + 12 && x < width - edges.right - 18) context.fillText(labels[index] ?? "", x, height - 5);
  }
}

/** Powers of ten, with 2 and 5 between them where there is room. */
function durationTicks(view: Pick<HeatmapView, "map" | "width" | "height">): { ms: number; y: number }[] {
  const { durations } = view.map;
  const [second, last] = [durations[1], durations.at(-1)];
  if (!second || !last) return [];
  const ratio = second.to_ms / second.from_ms;
  const { up } = cellSize(view);
  // The first bucket may start at zero, which a logarithmic axis cannot show.
  const lowest = second.from_ms / ratio;
  const yOf = (ms: number) => view.height - edges.bottom - (Math.log(ms / lowest) / Math.log(ratio)) * up;
  const decade = (Math.log(10) / Math.log(ratio)) * up;
  const factors = decade * Math.log10(2) >= rowSpace ? [1, 2, 5] : [1];
  const ticks: { ms: number; y: number }[] = [];
  for (let power = Math.floor(Math.log10(lowest)); 10 ** power < last.to_ms; power++)
    for (const factor of factors) {
      const ms = factor * 10 ** power;
      if (ms >= lowest && ms <= last.to_ms) ticks.push({ ms, y: yOf(ms) });
    }
  return ticks;
}

function drawMarkers(context: CanvasRenderingContext2D, view: HeatmapView, color: Color): void {
  const first = Date.parse(view.map.times[0] ?? "");
  const { across } = cellSize(view);
  for (const { id, at, kind } of view.markers) {
    const x = edges.left + ((at - first) / (view.map.step_seconds * 1000)) * across;
    if (x < edges.left || x > view.width - edges.right) continue;
    const isActive = id === view.activeMarker;
    context.strokeStyle = color(kind === "incident" ? "--op-red" : "--op-violet");
    context.lineWidth = isActive ? 3 : 1;
    context.setLineDash(isActive ? [] : [4, 3]);
    context.beginPath();
    context.moveTo(x, 0);
    context.lineTo(x, view.height - edges.bottom);
    context.stroke();
  }
  context.setLineDash([]);
}

function boxOf(view: HeatmapView, { times, durations }: CellRange) {
  const { across, up } = cellSize(view);
  return {
    x: edges.left + times[0] * across,
    y: view.height - edges.bottom - (durations[1] + 1) * up,
    width: (times[1] - times[0] + 1) * across,
    height: (durations[1] - durations[0] + 1) * up,
  };
}

/** What is not chosen is dimmed. */
function drawChosen(context: CanvasRenderingContext2D, view: HeatmapView, chosen: CellRange, color: Color): void {
  const box = boxOf(view, chosen);
  context.fillStyle = color("--op-surface");
  context.globalAlpha = 0.62;
  context.beginPath();
  context.rect(edges.left, 0, view.width - edges.left, view.height - edges.bottom);
  context.rect(box.x, box.y, box.width, box.height);
  context.fill("evenodd");
  context.globalAlpha = 1;
  context.strokeStyle = color("--op-text-strong");
  context.lineWidth = 1.5;
  context.strokeRect(box.x, box.y, box.width, box.height);
}

function drawCursor(context: CanvasRenderingContext2D, view: HeatmapView, cell: Cell, color: Color): void {
  const box = boxOf(view, { times: [cell.time, cell.time], durations: [cell.duration, cell.duration] });
  context.strokeStyle = color("--op-text-strong");
  context.lineWidth = 2;
  context.strokeRect(box.x, box.y, box.width, box.height);
}
