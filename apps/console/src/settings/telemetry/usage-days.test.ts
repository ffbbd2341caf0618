import { expect, test } from "vitest";
import { daysOf, monthStarts, usageData } from "./usage-days.ts";

const at = (iso: string) => Date.parse(iso);
const now = at("2026-11-16T12:00:00Z");
const interval = (from: string, to: string) => ({ from: at(from), to: at(to) });

test("the last 7 days are today and the six days before it", () => {
  const range = { from: "now-7d", to: "now" };
  expect(daysOf(range, { from: now - 7 * 86_400_000, to: now })).toEqual(interval("2026-11-10", "2026-11-17"));
});

test("an absolute range has every day that it overlaps, at most a year", () => {
  const range = (from: string, to: string) => daysOf({ from, to }, interval(from, to));
  expect(range("2026-11-03T12:00:00Z", "2026-11-05T12:00:00Z")).toEqual(interval("2026-11-03", "2026-11-06"));
  expect(range("2026-11-03", "2026-11-05")).toEqual(interval("2026-11-03", "2026-11-05"));
  expect(range("2020-01-01", "2026-01-01")).toEqual(interval("2024-12-31", "2026-01-01"));
});

test("a day without data is zero, and tomorrow is a gap", () => {
  const usage = [{ day: "2026-11-15", kind: "logs" as const, bytes: 5, rows: 2 }];
  const { times, series } = usageData(usage, "bytes", interval("2026-11-14", "2026-11-18"), now);
  expect(times).toEqual(["2026-11-14", "2026-11-15", "2026-11-16", "2026-11-17"].map(at));
  expect(series.map(({ label, values }) => [label, values])).toEqual([
    ["Logs", [0, 5, 0, null]],
    ["Metrics", [0, 0, 0, null]],
    ["Traces", [0, 0, 0, null]],
    ["Flows", [0, 0, 0, null]],
  ]);
  expect(usageData([], "rows", interval("2026-11-14", "2026-11-18"), now).series).toEqual([]);
});

test("each first of a month within the range is marked", () => {
  expect(monthStarts(interval("2026-10-01", "2026-12-01")).map(({ label }) => label)).toEqual([
    "October starts",
    "November starts",
  ]);
  expect(monthStarts(interval("2026-11-02", "2026-11-30"))).toEqual([]);
});
