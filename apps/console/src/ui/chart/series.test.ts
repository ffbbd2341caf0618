import { expect, test } from "vitest";
import { drawnColumns, hasDashes, isolated, statsOf } from "./series.ts";

const series = [
  { id: "a", label: "A", values: [1, null, 3, null] },
  { id: "b", label: "B", values: [10, 20, null, null] },
  { id: "c", label: "C", values: [100, 200, 300, null] },
];
const none = new Set<string>();

test("lines are drawn as they are, with their gaps", () => {
  expect(drawnColumns("lines", series, none)).toEqual(series.map(({ values }) => values));
});

test("stacks add up; only a time without any value is a gap", () => {
  expect(drawnColumns("bars", series, none)).toEqual([
    [1, null, 3, null],
    [11, 20, 3, null],
    [111, 220, 303, null],
  ]);
});

test("a hidden series takes no space in a stack", () => {
  expect(drawnColumns("areas", series, new Set(["b"]))).toEqual([
    [1, null, 3, null],
    [null, null, null, null],
    [101, 200, 303, null],
  ]);
});

test("missing values are ignored in the statistics of the legend", () => {
  expect(statsOf([4, null, 2, 6, null])).toEqual({ last: 6, min: 2, max: 6, avg: 4 });
  expect(statsOf([null, null])).toEqual({ last: null, min: null, max: null, avg: null });
});

test("a click shows one series alone, and a second click shows all again", () => {
  const alone = isolated(series, none, "b");
  expect([...alone]).toEqual(["a", "c"]);
  expect(isolated(series, alone, "b")).toEqual(none);
  expect([...isolated(series, alone, "a")]).toEqual(["b", "c"]);
});

test("few lines are dashed by position, but not beside an earlier time", () => {
  const lines = (count: number, dashed = false) =>
    Array.from({ length: count }, (_, at) => ({ id: String(at), label: "", values: [], dashed }));
  expect([hasDashes(lines(32)), hasDashes(lines(33)), hasDashes([...lines(2), ...lines(1, true)])]).toEqual([
    true,
    false,
    false,
  ]);
});
