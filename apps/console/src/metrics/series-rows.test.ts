import { expect, test } from "vitest";
import { readSort, sortedRows, sortText } from "./series-rows.ts";

const aRow = (series: string, last: number | null) => ({ series, last, min: last, max: last, avg: last });
const rows = [aRow("b", 1), aRow("c", null), aRow("a", 3)];
const names = (sort: string | undefined) => sortedRows(rows, readSort(sort)).map(({ series }) => series);

test("the highest last value is first, and a series without values last", () => {
  expect(names(undefined)).toEqual(["a", "b", "c"]);
  expect(names("last")).toEqual(["b", "a", "c"]);
  expect(names("series")).toEqual(["a", "b", "c"]);
  expect(names("-series")).toEqual(["c", "b", "a"]);
  expect(names("height")).toEqual(["a", "b", "c"]);
});

test("an order is written as it is read", () => {
  for (const text of ["-max", "min", "series"]) expect(sortText(readSort(text))).toBe(text);
});
