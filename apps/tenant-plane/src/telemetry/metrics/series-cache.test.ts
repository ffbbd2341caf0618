import { expect, test } from "vitest";
import { parseMatchers } from "./matchers.ts";
import { rememberSeries } from "./series-cache.ts";
import type { FoundSeries, SeriesQuery } from "./store/slots.ts";

const asked = (match: string, time = "2026-11-15T10:00:00Z"): SeriesQuery => ({
  metric: "up",
  matchers: parseMatchers([match]),
  from: new Date(time),
  to: new Date(time),
});

const series = (count: number): FoundSeries[] =>
  Array.from({ length: count }, (_, index) => ({ id: BigInt(index), metric: "up", metricId: 7, labels: {} }));

test("a query of the same tenant and day returns its last result", () => {
  const of = rememberSeries();
  of("a").keep(asked("host=web"), series(2));
  const named = [
    { id: 0n, metricId: 7 },
    { id: 1n, metricId: 7 },
  ];
  expect(of("a").recall(asked("host=web", "2026-11-15T23:00:00Z"))).toEqual(named);
  expect(of("b").recall(asked("host=web"))).toBeUndefined();
  expect(of("a").recall(asked("host!=web"))).toBeUndefined();
  expect(of("a").recall(asked("host=web", "2026-11-16T00:00:00Z"))).toBeUndefined();
});

test("an empty or too large result is not cached and removes the previous one", () => {
  const { keep, recall } = rememberSeries()("a");
  for (const count of [0, 201]) {
    keep(asked("host=web"), series(1));
    keep(asked("host=web"), series(count));
    expect(recall(asked("host=web"))).toBeUndefined();
  }
  keep(asked(`host=${"x".repeat(1000)}`), series(1));
  expect(recall(asked(`host=${"x".repeat(1000)}`))).toBeUndefined();
});

test("the least recently used query is evicted when the cache is full", () => {
  const { keep, recall } = rememberSeries(2)("a");
  for (const host of ["one", "two", "one", "three"]) keep(asked(`host=${host}`), series(1));
  expect(["one", "two", "three"].map((host) => recall(asked(`host=${host}`)) !== undefined)).toEqual([
    true,
    false,
    true,
  ]);
});
