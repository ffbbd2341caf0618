import type { SpanHeatmap } from "@opsplane/contract";
import { type Cell, type CellRange, rangeBetween } from "./heatmap-cells.ts";

/** The position of the arrow keys, and where the selection started. */
export interface HeatmapCursor {
  at: Cell;
  anchor: Cell;
}

export type KeyResult = { cursor: HeatmapCursor | undefined } | { select: CellRange | undefined } | undefined;

const steps: Readonly<Record<string, readonly [time: number, duration: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** What a key does: arrows move, with Shift they extend; Enter and Space select; Escape leaves, and then clears. */
export function keyResult(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  map: SpanHeatmap,
  cursor: HeatmapCursor | undefined,
  chosen: CellRange | undefined,
): KeyResult {
  const step = steps[key];
  if (step) {
    const at = cursor ? moved(cursor.at, step, map) : startCell(map, chosen);
    return { cursor: { at, anchor: shiftKey && cursor ? cursor.anchor : at } };
  }
  if (key === "Enter" || key === " ") return cursor && { select: rangeBetween(cursor.anchor, cursor.at) };
  if (key !== "Escape") return undefined;
  return cursor ? { cursor: undefined } : chosen && { select: undefined };
}

function moved({ time, duration }: Cell, [across, up]: readonly [number, number], map: SpanHeatmap): Cell {
  return {
    time: Math.min(Math.max(time + across, 0), map.times.length - 1),
    duration: Math.min(Math.max(duration + up, 0), map.durations.length - 1),
  };
}

/** The arrow keys start at the selection, or at the slowest span. */
function startCell(map: SpanHeatmap, chosen: CellRange | undefined): Cell {
  if (chosen) return { time: chosen.times[0], duration: chosen.durations[1] };
  const [first] = map.cells.toSorted((one, other) => other.duration - one.duration || one.time - other.time);
  return { time: first?.time ?? 0, duration: first?.duration ?? 0 };
}
