import { describe, expect, test } from "vitest";
import { historyOf } from "./history.ts";
import { backfillStart, nextPart } from "./measuring/plan.ts";
import { thresholdOf } from "./policies.ts";
import { attainmentOf, budgetOf, burnRateOf, isSameIndicator, noBurn, soundIndicator, stateOf } from "./rules.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describe("the budget of an objective", () => {
  test("99.9 percent of 10,000 events allows 10 bad ones", () => {
    expect(budgetOf(99.9, { good: 9_996, total: 10_000 })).toEqual({
      events: 10,
      spent_events: 4,
      remaining_events: 6,
      spent: 40,
      remaining: 60,
    });
    expect(attainmentOf({ good: 9_996, total: 10_000 })).toBeCloseTo(99.96, 10);
  });

  test("more bad events than allowed are a negative budget", () => {
    expect(budgetOf(99, { good: 970, total: 1000 })).toMatchObject({
      spent: 300,
      remaining: -200,
      remaining_events: -20,
    });
  });

  test("without events nothing is spent and nothing attained", () => {
    expect(budgetOf(99, { good: 0, total: 0 })).toMatchObject({ events: 0, spent: 0, remaining: 100 });
    expect(attainmentOf({ good: 0, total: 0 })).toBeNull();
    expect(burnRateOf(99, { good: 0, total: 0 })).toBeNull();
  });

  test("a burn rate is the share of bad events as a multiple of the allowed share", () => {
    expect(burnRateOf(99.9, { good: 900, total: 1000 })).toBeCloseTo(100, 10);
    expect(burnRateOf(99.5, { good: 995, total: 1000 })).toBeCloseTo(1, 10);
  });

  test("counters that were sampled at different times do not attain more than everything", () => {
    expect(attainmentOf({ good: 12, total: 10 })).toBe(100);
    expect(budgetOf(99, { good: 12, total: 10 })).toMatchObject({ spent_events: 0, remaining: 100 });
  });
});

test.each([
  ["no_data", { good: 0, total: 0 }, {}],
  ["met", { good: 9_996, total: 10_000 }, {}],
  ["at_risk", { good: 9_992, total: 10_000 }, {}],
  ["at_risk", { good: 9_999, total: 10_000 }, { "6h": 7, "30m": 9 }],
  ["met", { good: 9_999, total: 10_000 }, { "6h": 7, "30m": 2 }],
  ["at_risk", { good: 9_990, total: 10_000 }, {}],
  ["breached", { good: 9_989, total: 10_000 }, {}],
] as const)("the state is %s for %o that burn at %o", (state, events, burn) => {
  expect(stateOf(99.9, events, { ...noBurn, ...burn })).toBe(state);
});

test("the last point of the history is the present budget", () => {
  const at = Date.parse("2026-11-01T00:00:00Z");
  const hours = [
    { at, good: 100, total: 100 },
    { at: at + hour, good: 96, total: 100 },
    { at: at + 3 * hour, good: 199, total: 200 },
  ];
  const { points, step_seconds } = historyOf(99, hours, { from: at, to: at + 4 * hour }, 100);
  expect(step_seconds).toBe(3600);
  // 400 events allow 4 bad ones: none, four and five of them are spent.
  expect(points.map(({ budget_remaining }) => budget_remaining)).toEqual([100, 0, 0, -25]);
  expect(points.map(({ attainment }) => attainment)).toEqual([100, 96, null, 99.5]);
  const coarse = historyOf(99, hours, { from: at, to: at + 4 * hour }, 2);
  expect(coarse.points.map(({ good, total }) => [good, total])).toEqual([
    [196, 200],
    [199, 200],
  ]);
});

describe("what is measured next", () => {
  const now = Date.parse("2026-11-18T12:34:56Z");
  const until = Date.parse("2026-11-18T12:34:00Z");

  test("the last ten minutes are read again", () => {
    expect(nextPart(until - minute, now, 500)).toEqual({ unit: "minutes", from: until - 11 * minute, to: until });
  });

  test("what is older than three days is read by whole hours, up to the first kept minute", () => {
    const oldest = Date.parse("2026-11-15T12:00:00Z");
    expect(nextPart(oldest - 2 * day + 5 * minute, now, 1)).toEqual({
      unit: "hours",
      from: oldest - 2 * day - hour,
      to: oldest,
    });
    expect(nextPart(oldest, now, 1)).toEqual({ unit: "minutes", from: oldest, to: oldest + day });
    expect(nextPart(oldest + 10 * minute, now, 1)).toEqual({ unit: "minutes", from: oldest, to: oldest + day });
  });

  test.each([1, 20, 500])("%i objectives reach the present in a bounded number of parts", (objectives) => {
    let measured = backfillStart(new Date(now), null).getTime();
    let parts = 0;
    while (measured < until && parts < 1000) {
      const part = nextPart(measured, now, objectives);
      expect(part.from).toBeLessThanOrEqual(measured);
      expect(part.to).toBeGreaterThan(measured);
      measured = part.to;
      parts++;
    }
    expect(measured).toBe(until);
    expect(parts).toBeLessThanOrEqual(200);
  });

  test("telemetry is not asked for days that it does not keep", () => {
    expect(backfillStart(new Date(now), 14).toISOString()).toBe("2026-11-04T12:00:00.000Z");
    expect(backfillStart(new Date(now), 365).toISOString()).toBe("2026-08-20T12:00:00.000Z");
  });
});

test.each([
  [14.4, 30, 99.9, 14.4],
  [14.4, 7, 99.9, 14.4],
  [14.4, 90, 99.9, 43.2],
  [1, 60, 99.9, 2],
  // A total outage burns at 10, so a threshold of 14.4 would never fire.
  [14.4, 30, 90, 9],
])("a burn of %d becomes, for %i days and %d percent, %d", (burn, window_days, objective, expected) => {
  const slo = { id: "", name: "", description: "", indicator: { type: "ratio" as const }, ci_id: null };
  expect(thresholdOf({ burn }, { ...slo, window_days, objective })).toBe(expected);
});

test("an indicator keeps the fields of its type only", () => {
  const good = { metric_name: "ok_total" };
  expect(soundIndicator({ type: "availability", service: "web", threshold_ms: 5, good })).toEqual({
    type: "availability",
    service: "web",
  });
  expect(() => soundIndicator({ type: "latency", service: "web" })).toThrow();
  expect(() => soundIndicator({ type: "ratio", good })).toThrow();
  expect(isSameIndicator({ service: "web", type: "availability" }, { type: "availability", service: "web" })).toBe(
    true,
  );
  expect(isSameIndicator({ type: "ratio", good }, { type: "ratio", good: { metric_name: "other" } })).toBe(false);
});
