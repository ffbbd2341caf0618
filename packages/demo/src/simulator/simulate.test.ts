import { describe, expect, test } from "vitest";
import { services } from "../shop/shop.ts";
import type { Point, Slice, Span } from "./signals.ts";
import { openSimulation, simulate } from "./simulate.ts";

const minute = 60_000;
const hour = 60 * minute;
const noon = Date.UTC(2026, 5, 10, 12);

const listed = (seed: number, from: number, to: number) => [...simulate({ seed, from, to })];
const spansOf = (slices: readonly Slice[]) => slices.flatMap(({ spans }) => spans);

function tracesOf(slices: readonly Slice[]): Span[][] {
  const traces = new Map<string, Span[]>();
  for (const span of spansOf(slices)) traces.set(span.traceId, [...(traces.get(span.traceId) ?? []), span]);
  return [...traces.values()];
}

describe("repeatable telemetry", () => {
  test("the same arguments give the same telemetry", () => {
    expect(listed(7, noon, noon + 2 * minute)).toEqual(listed(7, noon, noon + 2 * minute));
  });

  test("another seed gives another shop", () => {
    expect(listed(8, noon, noon + minute)).not.toEqual(listed(7, noon, noon + minute));
  });

  test("adjacent windows join to the whole window", () => {
    const [a, b, c] = [noon + 7000, noon + 95_000, noon + 200_000];
    expect([...listed(7, a, b), ...listed(7, b, c)]).toEqual(listed(7, a, c));
  });

  test("one simulation can go back in time, also over midnight", () => {
    const midnight = Date.UTC(2026, 5, 10);
    const simulation = openSimulation({ seed: 7 });
    const windows = [
      [midnight + minute, midnight + 2 * minute],
      [midnight - minute, midnight + minute],
    ] as const;
    for (const [from, to] of windows) expect([...simulation.between(from, to)]).toEqual(listed(7, from, to));
  });
});

describe("traces", () => {
  const slices = listed(3, noon, noon + 20 * minute);
  const traces = tracesOf(slices);

  test("are trees with one root, whose spans start after their parents", () => {
    for (const spans of traces) {
      const byId = new Map(spans.map((span) => [span.spanId, span]));
      expect(byId.size).toBe(spans.length);
      expect(spans.filter(({ parentId }) => parentId === undefined)).toHaveLength(1);
      for (const { parentId, start } of spans) {
        if (parentId !== undefined) expect(start).toBeGreaterThanOrEqual(byId.get(parentId)?.start ?? Number.NaN);
      }
    }
  });

  test("have 8 to 25 spans, apart from those that fail early", () => {
    for (const spans of traces.filter((all) => all.every(({ error }) => error === undefined))) {
      expect(spans.length).toBeGreaterThanOrEqual(8);
      expect(spans.length).toBeLessThanOrEqual(25);
    }
  });

  test("pass through all ten services", () => {
    expect(new Set(spansOf(slices).map(({ source }) => source.service))).toEqual(
      new Set(services.map(({ name }) => name)),
    );
  });

  test("have log lines that name their span", () => {
    const ids = new Set(spansOf(slices).map(({ traceId, spanId }) => `${traceId} ${spanId}`));
    const lines = slices.flatMap(({ logs }) => logs).filter(({ traceId }) => traceId !== undefined);
    expect(lines.length).toBeGreaterThan(traces.length * 2);
    expect(lines.filter(({ traceId, spanId }) => !ids.has(`${traceId} ${spanId}`))).toEqual([]);
  });

  test("have an exception with its stack on the span that failed first", () => {
    const failed = tracesOf(listed(3, noon, noon + hour)).filter((spans) => spans.some(({ error }) => error));
    expect(failed.length).toBeGreaterThan(0);
    for (const spans of failed) {
      const [event] = spans.flatMap(({ events }) => events);
      expect(event?.name).toBe("exception");
      expect(event?.attributes["exception.stacktrace"]).toContain("\n");
    }
  });
});

describe("a healthy shop", () => {
  const slices = listed(5, noon, noon + hour);

  test("has about one trace a second by day, and fewer at night", () => {
    const byDay = tracesOf(slices).length / 3600;
    expect(byDay).toBeGreaterThan(0.7);
    expect(byDay).toBeLessThan(1.1);
    const night = Date.UTC(2026, 5, 10, 3);
    expect(tracesOf(listed(5, night, night + hour)).length / 3600).toBeLessThan(byDay * 0.6);
  });

  test("fails rarely", () => {
    const roots = spansOf(slices).filter(({ parentId }) => parentId === undefined);
    const share = roots.filter(({ error }) => error !== undefined).length / roots.length;
    expect(share).toBeGreaterThan(0.0005);
    expect(share).toBeLessThan(0.008);
  });

  test("stays within the volume of a demo", () => {
    const sum = (count: (slice: Slice) => number) => 6 * slices.reduce((total, slice) => total + count(slice), 0);
    expect(sum(({ spans }) => spans.length)).toBeLessThan(250_000);
    expect(sum(({ logs }) => logs.length)).toBeLessThan(150_000);
    expect(sum(({ points }) => points.length)).toBeLessThan(700_000);
    expect(sum(({ flows }) => flows.length)).toBeLessThan(50_000);
  });
});

describe("metrics", () => {
  const slices = listed(5, noon, noon + 5 * minute).filter(({ points }) => points.length > 0);
  const keyOf = ({ metric, source, labels }: Point) => JSON.stringify([metric.name, source, labels]);

  test("come every 15 seconds, as 250 to 500 series with unique labels", () => {
    expect(slices.map(({ at }) => (at - noon) / 1000)).toEqual(Array.from({ length: 20 }, (_, index) => index * 15));
    for (const { points } of slices) {
      expect(points.length).toBeGreaterThan(250);
      expect(points.length).toBeLessThan(500);
      expect(new Set(points.map(keyOf)).size).toBe(points.length);
    }
  });

  test("have counters and buckets that only grow", () => {
    const last = new Map<string, readonly number[]>();
    for (const point of slices.flatMap(({ points }) => points)) {
      if (point.metric.type === "gauge") continue;
      const values = [point.value, ...(point.buckets ?? [])];
      const before = last.get(keyOf(point));
      for (const [index, value] of values.entries()) expect(value).toBeGreaterThanOrEqual(before?.[index] ?? 0);
      last.set(keyOf(point), values);
    }
    expect(last.size).toBeGreaterThan(100);
  });
});
