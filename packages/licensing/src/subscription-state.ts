import { day, daysAfter, daysUntil } from "./time-left.ts";

export interface Subscription {
  readonly status: "active" | "past_due" | "suspended" | "canceled";
  readonly billingPeriod: "monthly" | "annual";
  readonly pastDueSince: Date | null;
  /** When the Control Plane last confirmed this; null in the Control Plane itself. */
  readonly confirmedAt: Date | null;
}

export type SubscriptionState = "active" | "past_due" | "suspended";

interface SubscriptionStateResult {
  readonly state: SubscriptionState;
  /** When this state ends by itself; null when it does not. */
  readonly endsAt: Date | null;
  /** Whole days until endsAt, rounded up. */
  readonly stateDaysRemaining: number | null;
}

export const graceDaysOf = { monthly: 7, annual: 14 } as const;

const states = { active: "active", past_due: "past_due", suspended: "suspended", canceled: "suspended" } as const;

/** When a subscription that is past due becomes suspended; null for other states. */
export function suspendsAt({
  status,
  billingPeriod,
  pastDueSince,
}: Pick<Subscription, "status" | "billingPeriod" | "pastDueSince">): Date | null {
  return status === "past_due" && pastDueSince !== null ? daysAfter(pastDueSince, graceDaysOf[billingPeriod]) : null;
}

export function subscriptionState(subscription: Subscription, now: Date): SubscriptionStateResult {
  const endsAt = suspendsAt(subscription);
  if (endsAt === null) return lasting(states[subscription.status]);
  if (now < endsAt) return { state: "past_due", endsAt, stateDaysRemaining: daysUntil(endsAt, now) };
  return lasting(wasConfirmedBy(endsAt, subscription) ? "suspended" : "past_due");
}

/**
 * Without news of the Control Plane for 24 hours before the end, the payment may have arrived, so the last known state holds.
 * The end is compared, not the present: a tenant that was suspended does not come back when the Control Plane fails later.
 */
function wasConfirmedBy(endsAt: Date, { confirmedAt }: Subscription): boolean {
  return confirmedAt === null || endsAt.getTime() - confirmedAt.getTime() <= day;
}

function lasting(state: SubscriptionState): SubscriptionStateResult {
  return { state, endsAt: null, stateDaysRemaining: null };
}
