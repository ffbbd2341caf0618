import { expect, test } from "vitest";
import { boardSearch, chosenOf, chosenSearch, readValues, writeValues } from "./search.ts";

test("the address keeps the range, the mode and the variables, and drops the rest", () => {
  expect(boardSearch({ from: "now-1h", edit: "1", "var-host": "a,b", "var-": "x", other: "y", to: "" })).toEqual({
    ...{ from: "now-1h", edit: "1", "var-host": "a,b" },
  });
});

test("values of variables survive the address, also with commas and backslashes", () => {
  for (const values of [["a"], ["a", "b c"], ["x,y", "back\\slash"], ["$all"]])
    expect(readValues(writeValues(values))).toEqual(values);
  expect(chosenOf(chosenSearch("host", ["a,b", "c"]))).toEqual({ host: ["a,b", "c"] });
  expect(chosenOf(chosenSearch("host", []))).toEqual({});
});
