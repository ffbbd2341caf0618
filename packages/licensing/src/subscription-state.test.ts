import fc from "fast-check";
import { expect, test } from "vitest";
import { graceDaysOf, type Subscription, type SubscriptionState, subscriptionState, suspendsAt } from "./index.ts";

const hour = 3_600_000;
const day = 24 * hour;
const pastDueSince = new Date("2027-03-01T12:30:15.250Z");
const after = (ms: number) => new Date(pastDueSince.getTime() + ms);

function aSubscription(changes: Partial<Subscription> = {}): Subscription {
  return { status: "past_due", billingPeriod: "monthly", pastDueSince, confirmedAt: null, ...changes };
}

test.each([
  ["monthly", 7],
  ["annual", 14],
] as const)("a %s subscription is suspended exactly %i days after the failed payment", (billingPeriod, days) => {
  const subscription = aSubscription({ billingPeriod });
  const end = days * day;
  const states = [0, end - 1000, end - 1, end, end + 1, end + 1000].map(
    (ms) => subscriptionState(subscription, after(ms)).state,
  );
  expect(states).toEqual(["past_due", "past_due", "past_due", "suspended", "suspended", "suspended"]);
  expect(suspendsAt(subscription)).toEqual(after(end));
  expect(graceDaysOf[billingPeriod]).toBe(days);
});

test("past due says when it ends and how many days are left, rounded up", () => {
  expect(subscriptionState(aSubscription(), after(2 * day + 1))).toEqual({
    state: "past_due",
    endsAt: after(7 * day),
    stateDaysRemaining: 5,
  });
  expect(subscriptionState(aSubscription(), after(7 * day - 1)).stateDaysRemaining).toBe(1);
});

test.each([
  ["active", "active"],
  ["suspended", "suspended"],
  ["canceled", "suspended"],
] as const)("%s counts as %s and does not end by itself", (status, state) => {
  for (const confirmedAt of [null, after(0)]) {
    const subscription = aSubscription({ status, confirmedAt });
    expect(subscriptionState(subscription, after(400 * day))).toEqual({
      state,
      endsAt: null,
      stateDaysRemaining: null,
    });
    expect(suspendsAt(subscription)).toBeNull();
  }
});

test("past due without a date does not end by itself", () => {
  const subscription = aSubscription({ pastDueSince: null });
  expect(subscriptionState(subscription, after(400 * day))).toEqual({
    state: "past_due",
    endsAt: null,
    stateDaysRemaining: null,
  });
});

test("past due holds when the Control Plane was last heard more than 24 hours before the end", () => {
  const stateAtEnd = (age: number) =>
    subscriptionState(aSubscription({ confirmedAt: after(7 * day - age) }), after(7 * day)).state;
  expect([0, 24 * hour - 1, 24 * hour, 24 * hour + 1, 7 * day].map(stateAtEnd)).toEqual([
    "suspended",
    "suspended",
    "suspended",
    "past_due",
    "past_due",
  ]);
  expect(subscriptionState(aSubscription({ confirmedAt: after(0) }), after(90 * day))).toEqual({
    state: "past_due",
    endsAt: null,
    stateDaysRemaining: null,
  });
});

test("a suspension stays when the Control Plane is unreachable afterwards", () => {
  const subscription = aSubscription({ confirmedAt: after(7 * day - hour) });
  expect(subscriptionState(subscription, after(7 * day)).state).toBe("suspended");
  expect(subscriptionState(subscription, after(30 * day)).state).toBe("suspended");
});

const order: readonly SubscriptionState[] = ["active", "past_due", "suspended"];
const anyOffset = fc.integer({ min: -40 * day, max: 40 * day });
const anySubscription = fc.record<Subscription>({
  status: fc.constantFrom("active", "past_due", "suspended", "canceled"),
  billingPeriod: fc.constantFrom("monthly", "annual"),
  pastDueSince: fc.constantFrom(pastDueSince, null),
  confirmedAt: fc.option(anyOffset.map(after)),
});

test("states only move forward with time", () => {
  fc.assert(
    fc.property(anySubscription, anyOffset, anyOffset, (any, a, b) => {
      const at = (ms: number) => order.indexOf(subscriptionState(any, after(ms)).state);
      expect(at(Math.min(a, b))).toBeLessThanOrEqual(at(Math.max(a, b)));
    }),
  );
});
