import { expect, test } from "vitest";
import {
  afterFailedPayment,
  afterPayment,
  dueStage,
  nextStageAt,
  periodEnd,
  type StoredSubscription,
} from "./rules.ts";

const since = "2026-01-01T00:00:00.000Z";
const at = (text: string) => new Date(text);

function aSubscription(given: Partial<StoredSubscription> = {}): StoredSubscription {
  return {
    ...{ tenant_id: "acme", tenant_name: "Acme", tenant_mode: "byoc", plan_id: "midsize", addons: [] },
    ...{ billing_period: "monthly", status: "active", past_due_since: null, suspended_at: null, suspended_by: null },
    ...{ suspended_reason: null, cancel_at: null, canceled_at: null, current_period_start: since },
    ...{ current_period_end: since, payment_provider: "manual", paid_event_at: null, next_stage_at: null },
    ...{ serial: 1, pushed_serial: null, push_error: null, created_at: since, updated_at: since, version: 1 },
    ...given,
  };
}

const overdue = { status: "past_due", past_due_since: since, paid_event_at: since } as const;

test.each([
  ["2025-12-31T23:59:59.999Z", "monthly", undefined],
  ["2026-01-01T00:00:00.000Z", "monthly", "payment_failed"],
  ["2026-01-04T11:59:59.999Z", "monthly", "payment_failed"],
  ["2026-01-04T12:00:00.000Z", "monthly", "reminder"],
  ["2026-01-07T00:00:00.000Z", "monthly", "last_day"],
  ["2026-01-07T23:59:59.999Z", "monthly", "last_day"],
  ["2026-01-08T00:00:00.000Z", "monthly", "suspended"],
  ["2026-01-08T00:00:00.000Z", "annual", "reminder"],
  ["2026-01-14T00:00:00.000Z", "annual", "last_day"],
  ["2026-01-15T00:00:00.000Z", "annual", "suspended"],
] as const)("at %s the stage of a %s subscription is %s", (now, billing_period, kind) => {
  expect(dueStage(aSubscription({ ...overdue, billing_period }), at(now))?.kind).toBe(kind);
});

test("the next stage is the next notice, the suspension or the cancellation", () => {
  const subscription = aSubscription(overdue);
  expect(nextStageAt(subscription, at(since))).toEqual(at("2026-01-04T12:00:00.000Z"));
  expect(nextStageAt(subscription, at("2026-01-07T00:00:00.000Z"))).toEqual(at("2026-01-08T00:00:00.000Z"));
  expect(nextStageAt(subscription, at("2026-01-08T00:00:00.000Z"))).toBeNull();
  const cancel_at = "2026-01-02T00:00:00.000Z";
  expect(nextStageAt({ ...subscription, cancel_at }, at(since))).toEqual(at(cancel_at));
  expect(nextStageAt(aSubscription(), at(since))).toBeNull();
});

test("an event that is older than the last one changes nothing", () => {
  const paid = aSubscription({ paid_event_at: "2026-01-02T00:00:00.000Z" });
  expect(afterFailedPayment(paid, at("2026-01-01T00:00:00.000Z"))).toBeUndefined();
  expect(afterFailedPayment(paid, at("2026-01-02T00:00:00.000Z"))).toBeUndefined();
  expect(afterFailedPayment(paid, at("2026-01-03T00:00:00.000Z"))).toMatchObject({ status: "past_due" });
  expect(afterPayment(aSubscription(overdue), at("2025-12-31T00:00:00.000Z"))).toBeUndefined();
  expect(afterPayment(aSubscription(overdue), at(since))).toMatchObject({ status: "active" });
});

test("a second failure keeps the begin of the grace period", () => {
  expect(afterFailedPayment(aSubscription(overdue), at("2026-01-03T00:00:00.000Z"))).toEqual({
    paid_event_at: "2026-01-03T00:00:00.000Z",
  });
});

test("a payment lifts a suspension for a payment, but not one of the staff", () => {
  const suspended = { status: "suspended", suspended_at: since } as const;
  const later = at("2026-02-01T00:00:00.000Z");
  expect(afterPayment(aSubscription({ ...suspended, suspended_by: "payment" }), later)?.status).toBe("active");
  expect(afterPayment(aSubscription({ ...suspended, suspended_by: "staff" }), later)?.status).toBeUndefined();
});

test.each([
  ["2026-01-31T10:00:00.000Z", "monthly", "2026-02-28T10:00:00.000Z"],
  ["2026-12-15T10:00:00.000Z", "monthly", "2027-01-15T10:00:00.000Z"],
  ["2028-02-29T10:00:00.000Z", "annual", "2029-02-28T10:00:00.000Z"],
] as const)("a period from %s, %s, ends at %s", (start, period, end) => {
  expect(periodEnd(at(start), period)).toEqual(at(end));
});
