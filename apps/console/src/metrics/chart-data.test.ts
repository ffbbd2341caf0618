import type { MetricSeries } from "@opsplane/contract";
import { expect, test } from "vitest";
import { chartData, type QueryResult, sharedTimes, valuesAt } from "./chart-data.ts";

const aSeries = (host: string, points: MetricSeries["points"]): MetricSeries => ({ labels: { host }, points });
const aResult = (fields: Partial<QueryResult>): QueryResult => ({
  letter: "a",
  name: "avg cpu",
  series: [],
  earlier: [],
  ...fields,
});
const basis = { interval: { from: 0, to: 30 }, step: 10, shift: undefined, maxSeries: 200 };

test("series with different times share one axis, and a missing value is a gap", () => {
  const { times, series } = chartData({
    ...basis,
    results: [
      aResult({
        series: [
          aSeries("x", [
            [0, 1],
            [20, 3],
          ]),
        ],
      }),
      aResult({ letter: "b", series: [aSeries("y", [[5, 9]])] }),
    ],
  });
  expect(times).toEqual([0, 5, 10, 20]);
  expect(series.map(({ values }) => values)).toEqual([
    [1, null, null, 3],
    [null, 9, null, null],
  ]);
});

test("the names of several queries begin with their letter", () => {
  const one = aSeries("x", [[0, 1]]);
  const two = aSeries("y", [[0, 1]]);
  const single = chartData({ ...basis, results: [aResult({ series: [one, two] })] });
  expect(single.series.map(({ label }) => label)).toEqual(["x", "y"]);
  const both = chartData({
    ...basis,
    results: [aResult({ series: [one] }), aResult({ letter: "b", name: "max cpu", series: [one, two] })],
  });
  expect(both.series.map(({ label }) => label)).toEqual(["A · avg cpu", "B · x", "B · y"]);
});

test("an earlier time is moved over the present one, dashed, in the color of its series", () => {
  const { series, times } = chartData({
    ...basis,
    shift: { ms: 100, label: "1 day ago" },
    results: [
      aResult({
        series: [aSeries("x", [[10, 1]]), aSeries("y", [[10, 2]])],
        earlier: [aSeries("y", [[-90, 7]]), aSeries("gone", [[-90, 8]])],
      }),
    ],
  });
  expect(times).toEqual([0, 10, 20]);
  expect(series).toHaveLength(3);
  expect(series[2]).toMatchObject({
    label: "y · 1 day ago",
    dashed: true,
    colorIndex: 1,
    values: [null, 7, null],
  });
});

test("of too many series, those with the greatest last value are drawn, and all are counted", () => {
  const many = [3, 9, 5, 7].map((value) =>
    aSeries(`h${value}`, [
      [0, 100 - value],
      [10, value],
    ]),
  );
  const { series, counts } = chartData({ ...basis, maxSeries: 2, results: [aResult({ series: many })] });
  expect(series.map(({ label }) => label)).toEqual(["h9", "h7"]);
  expect(counts).toEqual([{ letter: "a", found: 4, drawn: 2 }]);
});

test("NaN and infinities are gaps", () => {
  const places = new Map([0, 10, 20].map((at, index) => [at, index]));
  expect(
    valuesAt(
      [
        [0, "NaN"],
        [10, "+Inf"],
        [20, 4],
      ],
      0,
      places,
    ),
  ).toEqual([null, null, 4]);
});

test("a time occurs once", () => {
  expect(sharedTimes([0, 10], [[10, 5], [20]])).toEqual([0, 5, 10, 20]);
});
