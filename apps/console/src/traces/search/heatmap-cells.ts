import type { SpanHeatmap } from "@opsplane/contract";
import type { Selection } from "./filters.ts";

/** A rectangle of cells. Both ends are included. */
export interface CellRange {
  times: readonly [first: number, last: number];
  durations: readonly [first: number, last: number];
}

export interface Cell {
  time: number;
  duration: number;
}

export function rangeBetween(one: Cell, other: Cell): CellRange {
  return {
    times: [Math.min(one.time, other.time), Math.max(one.time, other.time)],
    durations: [Math.min(one.duration, other.duration), Math.max(one.duration, other.duration)],
  };
}

/** The selection of a rectangle. A side that covers the whole axis is no condition. */
export function selectionFor(map: SpanHeatmap, { times, durations }: CellRange): Selection {
  const from = startOf(map, times[0]);
  const to = startOf(map, times[1]) + map.step_seconds * 1000;
  const isWholeTime = times[0] === 0 && times[1] === map.times.length - 1;
  return {
    ...(isWholeTime ? {} : { time: { from, to } }),
    ...(durations[0] === 0 ? {} : { min: map.durations[durations[0]]?.from_ms ?? 0 }),
    ...(durations[1] === map.durations.length - 1 ? {} : { max: map.durations[durations[1]]?.to_ms ?? 0 }),
  };
}

/** The cells that a selection covers; undefined when it covers none of the visible ones. */
export function cellsFor(map: SpanHeatmap, { time, min = 0, max }: Selection): CellRange | undefined {
  const [columns, rows] = [map.times.length, map.durations.length];
  if (columns === 0 || rows === 0) return undefined;
  const stepMs = map.step_seconds * 1000;
  const firstColumn = time ? Math.floor((time.from - startOf(map, 0)) / stepMs) : 0;
  const lastColumn = time ? Math.ceil((time.to - startOf(map, 0)) / stepMs) - 1 : columns - 1;
  // Bounds in the address have six digits, so that they may differ a little from those of the buckets.
  const firstRow = map.durations.findIndex(({ to_ms }) => to_ms > min * 1.0001);
  const lastRow = max === undefined ? rows - 1 : map.durations.findLastIndex(({ from_ms }) => from_ms < max * 0.9999);
  if (firstRow < 0 || lastRow < firstRow || lastColumn < 0 || firstColumn >= columns) return undefined;
  return {
    times: [Math.max(0, firstColumn), Math.min(columns - 1, lastColumn)],
    durations: [firstRow, lastRow],
  };
}

function startOf({ times, step_seconds }: SpanHeatmap, column: number): number {
  return Date.parse(times[0] ?? "") + column * step_seconds * 1000;
}

export interface Counts {
  count: number;
  errors: number;
}

/** Cells by position: the time index times the number of buckets, plus the bucket. */
export function countsOf(map: SpanHeatmap): ReadonlyMap<number, Counts> {
  return new Map(map.cells.map((cell) => [cell.time * map.durations.length + cell.duration, cell]));
}

/** The shortest duration of the slowest share of all spans, to the precision of a bucket. */
export function quantileOf({ cells, durations, total }: SpanHeatmap, share: number): number | undefined {
  const counts = durations.map(() => 0);
  for (const { duration, count } of cells) counts[duration] = (counts[duration] ?? 0) + count;
  let passed = 0;
  for (const [row, count] of counts.entries()) {
    passed += count;
    if (total > 0 && passed >= total * share) return durations[row]?.from_ms;
  }
  return undefined;
}

/** From 0 to 1. Logarithmic, so that rare cells stay visible beside frequent ones. */
export function intensityOf(count: number, most: number): number {
  return most <= 1 ? 1 : Math.log1p(count) / Math.log1p(most);
}
