import { expect, test } from "vitest";
import { redOf, type ServiceSeries } from "./red-series.ts";

const at = (minute: number, second = 0) => new Date(Date.UTC(2026, 10, 16, 10, minute, second)).toISOString();
const latency = { p50_ms: 10, p95_ms: 20, p99_ms: 30 };
const series = (to: string): ServiceSeries => ({
  from: at(0),
  to,
  step_seconds: 60,
  services: [
    {
      service: "web",
      points: [
        { ts: at(0), calls: 120, errors: 6, ...latency },
        { ts: at(2), calls: 30, errors: 0, ...latency },
      ],
    },
  ],
});
const valuesOf = (data: { series: readonly { values: readonly (number | null)[] }[] }) => data.series[0]?.values;

test("a step without calls has a rate of zero, and gaps in errors and latency", () => {
  const red = redOf(series(at(3)), "web");
  expect(red.rate.times).toEqual([0, 1, 2].map((minute) => Date.parse(at(minute))));
  expect(valuesOf(red.rate)).toEqual([2, 0, 0.5]);
  expect(valuesOf(red.errors)).toEqual([5, null, 0]);
  expect(red.latency.series.map(({ values }) => values[0])).toEqual([0.01, 0.02, 0.03]);
  expect(valuesOf(red.latency)?.[1]).toBeNull();
});

test("the last step is divided by the time it has run, and left out when that is short", () => {
  expect(valuesOf(redOf(series(at(2, 30)), "web").rate)?.[2]).toBe(1);
  expect(valuesOf(redOf(series(at(2, 5)), "web").rate)?.[2]).toBeNull();
});

test("an unknown service has no errors and no latency", () => {
  expect(valuesOf(redOf(series(at(2)), "other").errors)).toEqual([null, null]);
});
