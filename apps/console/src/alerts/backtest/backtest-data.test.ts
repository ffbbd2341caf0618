import type { Backtest, BacktestAlert } from "@opsplane/contract";
import { expect, test } from "vitest";
import { boundsOf, chartOf, chartStep, firedSpans, levelsOf } from "./backtest-data.ts";

const start = Date.parse("2026-11-17T18:00:00Z");
const at = (seconds: number) => start + seconds * 1000;
const iso = (seconds: number) => new Date(at(seconds)).toISOString();

const aBacktest = (fields: Partial<Backtest>): Backtest => ({
  ...{ from: iso(0), to: iso(60), step_seconds: 15, evaluations: 5, groups: 1, alerts: [] },
  ...{ total_alerts: 0, total_incidents: 0, pages: 0, firing_seconds: 0, series: [], bounds: [] },
  ...fields,
});
const anAlert = (from: number, to: number | null): BacktestAlert => ({
  ...{ labels: {}, severity: "P2", started_at: iso(from), fired_at: iso(from) },
  ...{ resolved_at: to === null ? null : iso(to), duration_seconds: 0, peak: 1 },
  ...{ flapping: false, opens_incident: true, incidents: [] },
});

test("values are on one time axis, and only a real gap stays one", () => {
  const series = [
    {
      labels: { host: "a" },
      points: [
        [at(0), 1],
        [at(30), 3],
        [at(60), 5],
      ] as [number, number][],
    },
    { labels: { host: "b" }, points: [[at(0), 7]] as [number, number][] },
  ];
  const { times, series: drawn } = chartOf(aBacktest({ series }), "load");
  expect(times.slice(0, 3)).toEqual([at(0), at(15), at(30)]);
  expect(drawn.map(({ label }) => label)).toEqual(["a", "b"]);
  expect(drawn[0]?.values.slice(0, 5)).toEqual([1, 1, 3, 3, 5]);
  expect(drawn[1]?.values.slice(0, 3)).toEqual([7, null, null]);
});

test("a long replay has at most about 600 points", () => {
  expect(chartStep({ step_seconds: 15, evaluations: 40_320 })).toBe(68 * 15_000);
});

test("the edges of what is usual are named", () => {
  const bounds = [5, 1].map((value) => ({ labels: {}, points: [[at(0), value]] as [number, number][] }));
  expect(boundsOf(aBacktest({}), "load")).toBeUndefined();
  expect(boundsOf(aBacktest({ bounds }), "load")?.series.map(({ label }) => label)).toEqual([
    "load · upper edge",
    "load · lower edge",
  ]);
});

test("thresholds are lines with their severity", () => {
  const condition = { type: "latency", operator: ">", threshold: 500 } as const;
  const severity_levels = [{ severity: "P1", threshold: 2000 } as const];
  expect(levelsOf({ name: "", signal: "traces", condition, severity_levels }, "milliseconds")).toEqual([
    { value: 500, label: "P3: > 500 ms", tone: "warning" },
    { value: 2000, label: "P1: > 2 s", tone: "bad" },
  ]);
  expect(levelsOf({ name: "", signal: "metrics", condition: { type: "absence" } }, "count")).toEqual([]);
});

test("overlapping alerts are one stretch, and one that still fires lasts to the end", () => {
  const alerts = [anAlert(40, null), anAlert(0, 20), anAlert(10, 30)];
  expect(firedSpans(aBacktest({ alerts }))).toEqual([
    { from: at(0), to: at(30) },
    { from: at(40), to: at(60) },
  ]);
});
