import { describe, expect, test } from "vitest";
import { extrapolated } from "./evaluate.ts";
import { durationMs, gridOf } from "./grid.ts";
import { quantileAmong, quantileOfBuckets } from "./groups.ts";
import { parseMatchers } from "./matchers.ts";

const minute = 60_000;
const hour = 60 * minute;

describe("a grid", () => {
  const asked = { start: 10 * minute, end: 20 * minute, step: "60s", window: undefined, reading: "last" } as const;

  test("of newest values has slots as wide as its steps, and reaches back by the lookback", () => {
    expect(gridOf(asked)).toMatchObject({ points: 11, slot: minute, window: 5 * minute, base: 5 * minute, slots: 15 });
    expect(gridOf({ ...asked, step: "120s" })).toMatchObject({ points: 6, slot: 2 * minute, base: 4 * minute });
  });

  test("of rates has slots that divide both step and window", () => {
    const rates = gridOf({ ...asked, step: "4m", window: "6m", reading: "rate" });
    expect(rates).toMatchObject({ slot: 2 * minute, window: 6 * minute, base: 4 * minute, reading: "counter" });
    expect(gridOf({ ...asked, step: "10m", reading: "rate" }).window).toBe(10 * minute);
  });

  test("of whole hours starts at a full hour", () => {
    const grid = gridOf({ ...asked, start: 5 * hour + 7 * minute, end: 9 * hour, step: "2h", reading: "avg" });
    expect(grid).toMatchObject({ hourly: true, start: 5 * hour, slot: hour, points: 3, base: 3 * hour });
  });

  test("without a step has about two hundred points and a round step", () => {
    expect(gridOf({ ...asked, start: 0, end: hour, step: undefined })).toMatchObject({ step: 30_000, points: 121 });
    expect(gridOf({ ...asked, start: 0, end: 30 * 24 * hour, step: undefined }).step).toBe(6 * hour);
  });

  test("of one point has one slot, for any step and window", () => {
    const grid = gridOf({ ...asked, start: 0, end: 0, step: "1009ms", window: "86399s", reading: "sum" });
    expect(grid).toMatchObject({ points: 1, slots: 1, slot: 86_399_000, base: -86_399_000 });
  });

  test("with too many points, or with a window that does not fit the step, is refused", () => {
    expect(() => gridOf({ ...asked, end: 30 * 24 * hour, step: "1s" })).toThrow("use a longer step");
    expect(() => gridOf({ ...asked, end: 2 * hour, step: "1009ms", window: "1013ms", reading: "sum" })).toThrow(
      "does not fit the step",
    );
    expect(() => gridOf({ ...asked, step: "0s" })).toThrow("greater than zero");
  });

  test("durations have a unit", () => {
    expect(["500ms", "15s", "5m", "2h", "1d", "1w"].map(durationMs)).toEqual([
      500,
      15_000,
      5 * minute,
      2 * hour,
      24 * hour,
      168 * hour,
    ]);
  });
});

describe("matchers", () => {
  test("are separated by commas, except within a value", () => {
    expect(parseMatchers(['host=~"web-[0-9]{1', '3}"', "dc!=one", "path=/a", "b", 'quote="a \\"b\\""'])).toEqual([
      { label: "host", operator: "=~", value: "web-[0-9]{1,3}" },
      { label: "dc", operator: "!=", value: "one" },
      { label: "path", operator: "=", value: "/a,b" },
      { label: "quote", operator: "=", value: 'a "b"' },
    ]);
    expect(() => parseMatchers(["host"])).toThrow("is not a matcher");
    expect(() => parseMatchers(["host=~(?=a)"])).toThrow("uses look-around");
  });
});

describe("the increase of a counter", () => {
  const gain = { gained: 285, count: 20, firstValue: 1000, fromStart: 15, toEnd: 0, between: 285 };

  test("is extrapolated to the window's end when samples are close to it, otherwise by half an interval", () => {
    expect(extrapolated(gain)).toBeCloseTo(300, 9);
    expect(extrapolated({ ...gain, fromStart: 100 })).toBeCloseTo(292.5, 9);
    expect(extrapolated({ ...gain, toEnd: 60 })).toBeCloseTo(307.5, 9);
  });

  test("is not extrapolated below zero", () => {
    expect(extrapolated({ ...gain, firstValue: 5 })).toBeCloseTo(290, 9);
  });
});

describe("a quantile", () => {
  test("of values is interpolated between neighbors", () => {
    expect([quantileAmong(0.5, [3, 1, 2]), quantileAmong(0.5, [4, 1]), quantileAmong(0.9, [7])]).toEqual([2, 2.5, 7]);
  });

  test("of buckets is interpolated within its bucket, and is the lower bound of an open bucket", () => {
    const bounds = [1, 2, Number.POSITIVE_INFINITY];
    expect(quantileOfBuckets(0.5, bounds, [10, 10, 0])).toBe(1);
    expect(quantileOfBuckets(0.75, bounds, [10, 10, 0])).toBe(1.5);
    expect(quantileOfBuckets(0.99, bounds, [1, 1, 8])).toBe(2);
    expect(quantileOfBuckets(0.25, bounds, [10, 0, 0])).toBe(0.25);
    expect(quantileOfBuckets(0.5, bounds, [0, 0, 0])).toBeNaN();
  });
});
