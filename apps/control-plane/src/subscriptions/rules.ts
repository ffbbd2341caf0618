import { addonIds, entitledBy, isAddonId, limitNames, planOf } from "@opsplane/contract";
import {
  type BillingPeriod,
  type DeploymentMode,
  hostedModes,
  type NoticeKind,
  type Preview,
  type TenantSubscription,
} from "@opsplane/contract/control-plane";
import { graceDaysOf, subscriptionState, suspendsAt } from "@opsplane/licensing";
import { fail, invalid } from "@opsplane/runtime";

const day = 24 * 3_600_000;

type Computed = "plan_name" | "suspends_at" | "modules" | "limits";

/** A subscription as it is stored. */
export interface StoredSubscription extends Omit<TenantSubscription, Computed> {
  tenant_mode: DeploymentMode;
  /** The time of the newest payment event that was applied. */
  paid_event_at: string | null;
  next_stage_at: string | null;
}

export type Choice = Pick<TenantSubscription, "plan_id" | "addons" | "billing_period">;

/** What changes of a subscription. The rest is derived from it. */
export type Changes = Partial<
  Choice &
    Pick<
      StoredSubscription,
      | "status"
      | "past_due_since"
      | "suspended_at"
      | "suspended_by"
      | "suspended_reason"
      | "cancel_at"
      | "canceled_at"
      | "paid_event_at"
    >
>;

type Dunning = Pick<StoredSubscription, "status" | "billing_period" | "past_due_since">;

function stateInput({ status, billing_period, past_due_since }: Dunning) {
  const pastDueSince = past_due_since === null ? null : new Date(past_due_since);
  return { status, billingPeriod: billing_period, pastDueSince, confirmedAt: null };
}

/** The subscription at this moment. The stored status follows a few seconds later. */
export function present(stored: StoredSubscription, now: Date): TenantSubscription {
  const { tenant_mode: _mode, paid_event_at: _paid, next_stage_at: _next, ...shown } = stored;
  const input = stateInput(stored);
  const ends = suspendsAt(input);
  const isOver = stored.status === "past_due" && subscriptionState(input, now).state === "suspended";
  const { modules, limits } = entitledBy(stored.plan_id, stored.addons);
  return {
    ...shown,
    ...(isOver && ends ? suspendedByPayment(ends) : {}),
    plan_name: planOf(stored.plan_id).name,
    suspends_at: isOver ? null : (ends?.toISOString() ?? null),
    modules: [...modules],
    limits,
  };
}

export function suspendedByPayment(at: Date) {
  return { status: "suspended", suspended_at: at.toISOString(), suspended_by: "payment" } as const;
}

interface Stage {
  kind: Exclude<NoticeKind, "reactivated">;
  at: Date;
}

/** What happens to a subscription that is past due, in order. The last stage is its suspension. */
function stagesOf(subscription: Dunning): Stage[] {
  const { pastDueSince, billingPeriod, status } = stateInput(subscription);
  if (status !== "past_due" || pastDueSince === null) return [];
  const grace = graceDaysOf[billingPeriod] * day;
  const after = (ms: number) => new Date(pastDueSince.getTime() + ms);
  return [
    { kind: "payment_failed", at: after(0) },
    { kind: "reminder", at: after(grace / 2) },
    { kind: "last_day", at: after(grace - day) },
    { kind: "suspended", at: after(grace) },
  ];
}

/** The newest stage that has begun. Earlier ones that were missed are not worth an email. */
export function dueStage(subscription: Dunning, now: Date): Stage | undefined {
  return stagesOf(subscription).findLast(({ at }) => at <= now);
}

/** When something happens to the subscription without a person. */
export function nextStageAt(subscription: Dunning & Pick<StoredSubscription, "cancel_at">, now: Date): Date | null {
  const { status, cancel_at } = subscription;
  const times = stagesOf(subscription)
    .map(({ at }) => at)
    .filter((at) => at > now);
  if (cancel_at !== null && (status === "active" || status === "past_due")) times.push(new Date(cancel_at));
  return times.reduce<Date | null>((first, at) => (first === null || at < first ? at : first), null);
}

const recovered: Changes = {
  status: "active",
  past_due_since: null,
  suspended_at: null,
  suspended_by: null,
  suspended_reason: null,
};

/** Undefined when the event changes nothing: it is older than the last one, or the state does not depend on it. */
export function afterFailedPayment(stored: StoredSubscription, at: Date): Changes | undefined {
  if (stored.paid_event_at !== null && at <= new Date(stored.paid_event_at)) return undefined;
  const paid_event_at = at.toISOString();
  return stored.status === "active"
    ? { status: "past_due", past_due_since: paid_event_at, paid_event_at }
    : { paid_event_at };
}

/** Of two events with the same time, the payment counts. */
export function afterPayment(stored: StoredSubscription, at: Date): Changes | undefined {
  if (stored.paid_event_at !== null && at < new Date(stored.paid_event_at)) return undefined;
  const paid_event_at = at.toISOString();
  const isOwed = stored.status === "past_due" || (stored.status === "suspended" && stored.suspended_by === "payment");
  return isOwed ? { ...recovered, paid_event_at } : { paid_event_at };
}

/** By a member of the staff, from any state. Failures from before no longer count. */
export function reactivated(now: Date): Changes {
  return { ...recovered, cancel_at: null, canceled_at: null, paid_event_at: now.toISOString() };
}

export function assertFits(mode: DeploymentMode, planId: string): void {
  if (planId === "operations" && hostedModes.includes(mode))
    invalid("plan_id", "operations is only for self-hosted deployments (on_prem, byoc)");
}

const closed = {
  past_due: { code: "SUBSCRIPTION_PAST_DUE", reason: "A payment is overdue; pay it before you change the plan." },
  suspended: { code: "SUBSCRIPTION_SUSPENDED", reason: "The subscription is suspended; reactivate it first." },
  canceled: { code: "SUBSCRIPTION_SUSPENDED", reason: "The subscription is canceled; reactivate it first." },
} as const;

/** A longer billing period has a longer grace period, so nothing changes while a payment is overdue. */
export function assertChangeable({ status }: Pick<TenantSubscription, "status">): void {
  if (status !== "active") fail(closed[status].code, closed[status].reason);
}

export function chosen(stored: Choice, wanted: Partial<Choice>): Choice {
  const addons = wanted.addons ?? stored.addons;
  return {
    plan_id: wanted.plan_id ?? stored.plan_id,
    // In the order of the table, so that the same add-ons are always the same list.
    addons: addonIds.filter((id) => addons.filter(isAddonId).includes(id)),
    billing_period: wanted.billing_period ?? stored.billing_period,
  };
}

export function sameChoice(one: Choice, other: Choice): boolean {
  return JSON.stringify(chosen(one, {})) === JSON.stringify(chosen(other, {}));
}

/** The same day of the next month or year, or its last day. */
export function periodEnd(start: Date, period: BillingPeriod): Date {
  const months = period === "monthly" ? 1 : 12;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}

export interface Usage {
  users: number;
  data_gb: number;
  ai_credits: number;
  reported_at: string;
}

type Effect = Omit<Preview, "cents_before" | "cents_after" | "currency">;

export function effectOf(before: Choice, after: Choice, usage: Usage | undefined): Effect {
  const was = entitledBy(before.plan_id, before.addons);
  const { modules, limits } = entitledBy(after.plan_id, after.addons);
  const used = usage && {
    users: usage.users,
    data_gb_per_month: usage.data_gb,
    ai_credits_per_month: usage.ai_credits,
  };
  return {
    ...after,
    modules_gained: without(modules, was.modules),
    modules_lost: without(was.modules, modules),
    limits_before: was.limits,
    limits_after: limits,
    exceeded: limitNames.flatMap((limit) => {
      const allowed = limits[limit];
      const amount = limit === "retention_days" ? undefined : used?.[limit];
      return allowed !== null && amount !== undefined && amount > allowed ? [{ limit, used: amount, allowed }] : [];
    }),
    usage_reported_at: usage?.reported_at ?? null,
  };
}

function without<T>(all: readonly T[], removed: readonly T[]): T[] {
  return all.filter((each) => !removed.includes(each));
}
