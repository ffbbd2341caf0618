import type { SpanHeatmap } from "@opsplane/contract";
import { expect, test } from "vitest";
import { cellsFor, countsOf, intensityOf, quantileOf, rangeBetween, selectionFor } from "./heatmap-cells.ts";
import { keyResult } from "./heatmap-keys.ts";

const start = Date.UTC(2026, 10, 16, 12);
const minute = 60_000;
const map: SpanHeatmap = {
  from: new Date(start).toISOString(),
  to: new Date(start + 4 * minute).toISOString(),
  step_seconds: 60,
  times: [0, 1, 2, 3].map((at) => new Date(start + at * minute).toISOString()),
  durations: [
    { from_ms: 1, to_ms: 10 },
    { from_ms: 10, to_ms: 100 },
    { from_ms: 100, to_ms: 1000 },
  ],
  cells: [
    { time: 0, duration: 0, count: 90, errors: 0 },
    { time: 1, duration: 1, count: 6, errors: 0 },
    { time: 3, duration: 2, count: 4, errors: 4 },
  ],
  total: 100,
  errors: 4,
  sampled: 1,
};

test("a rectangle of cells becomes a selection and back", () => {
  const range = rangeBetween({ time: 2, duration: 1 }, { time: 1, duration: 1 });
  const selection = selectionFor(map, range);
  expect(selection).toEqual({ time: { from: start + minute, to: start + 3 * minute }, min: 10, max: 100 });
  expect(cellsFor(map, selection)).toEqual(range);
});

test("a side that covers the whole axis is no condition", () => {
  const slow = selectionFor(map, { times: [0, 3], durations: [1, 2] });
  expect(slow).toEqual({ min: 10 });
  expect(cellsFor(map, slow)).toEqual({ times: [0, 3], durations: [1, 2] });
  expect(selectionFor(map, { times: [0, 3], durations: [0, 2] })).toEqual({});
});

test("a selection outside of what is visible covers no cell", () => {
  expect(cellsFor(map, { min: 5000 })).toBeUndefined();
  expect(cellsFor(map, { time: { from: start - 2 * minute, to: start - minute } })).toBeUndefined();
  expect(cellsFor({ ...map, durations: [], cells: [] }, { min: 1 })).toBeUndefined();
});

test("cells are found by position, and quantiles by their counts", () => {
  expect(countsOf(map).get(3 * 3 + 2)).toMatchObject({ count: 4, errors: 4 });
  expect([0.5, 0.95, 0.99].map((share) => quantileOf(map, share))).toEqual([1, 10, 100]);
  expect(quantileOf({ ...map, cells: [], total: 0 }, 0.5)).toBeUndefined();
});

test("intensity grows with the logarithm of the count", () => {
  expect(intensityOf(100, 100)).toBe(1);
  expect(intensityOf(10, 100)).toBeCloseTo(0.52);
  expect(intensityOf(1, 1)).toBe(1);
});

test("arrow keys start at the slowest span, move inside the plot, and extend with Shift", () => {
  const press = (key: string, cursor?: Parameters<typeof keyResult>[2], shiftKey = false) =>
    keyResult({ key, shiftKey }, map, cursor, undefined);
  const slowest = { time: 3, duration: 2 };
  const start = { at: slowest, anchor: slowest };
  expect(press("ArrowLeft")).toEqual({ cursor: start });
  expect(press("ArrowUp", start)).toEqual({ cursor: start });
  const extended = { at: { time: 2, duration: 2 }, anchor: slowest };
  expect(press("ArrowLeft", start, true)).toEqual({ cursor: extended });
  expect(press("Enter", extended)).toEqual({ select: { times: [2, 3], durations: [2, 2] } });
  expect(press("Escape", extended)).toEqual({ cursor: undefined });
  expect(press("Escape")).toBeUndefined();
  expect(press("Enter")).toBeUndefined();
});
