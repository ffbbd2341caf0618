import { type NoticeKind, subscriptionEvents, type TenantSubscription } from "@opsplane/contract/control-plane";
import { difference, fail, type WriteScope } from "@opsplane/runtime";
import * as rules from "./rules.ts";
import * as store from "./store.ts";

// Functions over a write scope, which billing uses too. Each sets the audit record of the write; a caller may set its own after it.

export interface SubscriptionRequest extends Omit<rules.Choice, "addons"> {
  tenantId: string;
  addons?: rules.Choice["addons"];
  provider?: TenantSubscription["payment_provider"];
}

/** The tenant must exist, without a subscription. Its first period begins now. */
export async function createSubscription(write: WriteScope, wanted: SubscriptionRequest): Promise<void> {
  const { tenantId, provider = "manual", plan_id, billing_period, addons = [] } = wanted;
  const choice = rules.chosen({ plan_id, billing_period, addons }, {});
  const start = write.now;
  const end = rules.periodEnd(start, billing_period);
  if (!(await store.insertSubscription(write.db, { ...choice, tenantId, provider, start, end })))
    fail("CONFLICT", `The customer '${tenantId}' has a subscription already.`);
  write.announce(subscriptionEvents.changed, tenantId, { tenant_id: tenantId, serial: 1, status: "active" });
}

/** Idempotent; an event that is older than the last one changes nothing. Returns whether the subscription changed. */
export async function paymentFailed(write: WriteScope, tenantId: string, at: Date): Promise<boolean> {
  return applyPayment(write, await lock(write, tenantId), (stored) => rules.afterFailedPayment(stored, at));
}

/** Like `paymentFailed`. Lifts a suspension unless the staff made it. */
export async function paymentSucceeded(write: WriteScope, tenantId: string, at: Date): Promise<boolean> {
  return applyPayment(write, await lock(write, tenantId), (stored) => rules.afterPayment(stored, at));
}

async function applyPayment(
  write: WriteScope,
  stored: rules.StoredSubscription,
  decide: (stored: rules.StoredSubscription) => rules.Changes | undefined,
): Promise<boolean> {
  const changes = decide(stored);
  if (!changes?.paid_event_at) return false;
  if (changes.status === undefined) await store.savePaymentTime(write.db, stored.tenant_id, changes.paid_event_at);
  else await apply(write, stored, changes);
  return changes.status !== undefined;
}

export async function changePlan(write: WriteScope, tenantId: string, wanted: Partial<rules.Choice>): Promise<void> {
  const stored = await lock(write, tenantId);
  rules.assertChangeable(rules.present(stored, write.now));
  const choice = rules.chosen(stored, wanted);
  rules.assertFits(stored.tenant_mode, choice.plan_id);
  if (rules.sameChoice(stored, choice)) return;
  await apply(write, stored, choice);
}

export async function cancel(write: WriteScope, tenantId: string, when: "period_end" | "now"): Promise<void> {
  const stored = await lock(write, tenantId);
  if (stored.status === "canceled") return;
  const end = new Date(stored.current_period_end);
  if (when === "period_end" && end > write.now) await apply(write, stored, { cancel_at: end.toISOString() });
  else await apply(write, stored, ended(write.now));
}

/** By a member of the staff. A payment does not lift it. */
export async function suspend(write: WriteScope, tenantId: string, reason: string): Promise<void> {
  const stored = await lock(write, tenantId);
  if (stored.status === "canceled") fail("CONFLICT", "The subscription is canceled already.");
  const suspended_at = stored.suspended_at ?? write.now.toISOString();
  await apply(write, stored, { status: "suspended", suspended_at, suspended_by: "staff", suspended_reason: reason });
}

/** By a member of the staff. Also withdraws a cancellation. */
export async function reactivate(write: WriteScope, tenantId: string): Promise<void> {
  const stored = await lock(write, tenantId);
  if (stored.status === "active" && stored.cancel_at === null) return;
  await apply(write, stored, rules.reactivated(write.now));
}

/** The paid period, which only moves forward. */
export async function setPeriod(
  write: WriteScope,
  tenantId: string,
  { start, end }: { start: Date; end: Date },
): Promise<void> {
  await store.savePeriod(write.db, tenantId, start, end);
}

export async function setProvider(
  write: WriteScope,
  tenantId: string,
  provider: TenantSubscription["payment_provider"],
): Promise<void> {
  await store.saveProvider(write.db, tenantId, provider);
}

export async function readSubscription(
  { db, now }: Pick<WriteScope, "now"> & { db: Parameters<typeof store.findSubscription>[0] },
  tenantId: string,
): Promise<TenantSubscription | undefined> {
  const stored = await store.findSubscription(db, tenantId);
  return stored && rules.present(stored, now);
}

/** What is due now: the cancellation, the next notice, or the suspension. Returns false when nothing is. */
export async function advance(write: WriteScope, tenantId: string): Promise<undefined | false> {
  const { db, now } = write;
  const stored = await store.lockSubscription(db, tenantId);
  if (!stored?.next_stage_at || new Date(stored.next_stage_at) > now) return false;
  if (stored.cancel_at !== null && new Date(stored.cancel_at) <= now) {
    await apply(write, stored, ended(new Date(stored.cancel_at)));
    return undefined;
  }
  const stage = rules.dueStage(stored, now);
  if (stage?.kind === "suspended") {
    await apply(write, stored, rules.suspendedByPayment(stage.at));
    return undefined;
  }
  await store.saveNextStage(db, tenantId, rules.nextStageAt(stored, now));
  if (stage) await giveNotice(write, stored, stage.kind);
  return stage ? undefined : false;
}

function ended(at: Date): rules.Changes {
  return { status: "canceled", canceled_at: at.toISOString(), cancel_at: null };
}

async function apply(write: WriteScope, before: rules.StoredSubscription, changes: rules.Changes): Promise<void> {
  const { db, now, audit, announce } = write;
  const { tenant_id } = before;
  const after = { ...before, ...changes };
  await store.saveChange(db, after, rules.nextStageAt(after, now));
  audit({ target: { type: "subscription", id: tenant_id, name: before.tenant_name }, ...difference(before, after) });
  announce(subscriptionEvents.changed, tenant_id, { tenant_id, serial: before.serial + 1, status: after.status });
  const kind = noticeOf(before, after);
  if (kind !== undefined) await giveNotice(write, { ...before, past_due_since: episodeOf(before, after, now) }, kind);
}

type Status = Pick<rules.StoredSubscription, "status">;

function noticeOf(before: Status, after: Status): NoticeKind | undefined {
  if (before.status === after.status) return undefined;
  const kinds = {
    active: "reactivated",
    past_due: "payment_failed",
    suspended: "suspended",
    canceled: undefined,
  } as const;
  return kinds[after.status];
}

type Episode = Pick<rules.StoredSubscription, "past_due_since" | "suspended_at">;

/** One time of trouble, from its begin. Each notice is sent once for it. */
function episodeOf(before: Episode, after: Episode, now: Date): string {
  return (
    before.past_due_since ?? after.past_due_since ?? before.suspended_at ?? after.suspended_at ?? now.toISOString()
  );
}

async function giveNotice(write: WriteScope, stored: rules.StoredSubscription, kind: NoticeKind): Promise<void> {
  const { tenant_id, past_due_since } = stored;
  const notice = await store.insertNotice(write.db, tenant_id, past_due_since ?? write.now.toISOString(), kind);
  if (notice) write.announce(subscriptionEvents.noticed, tenant_id, { tenant_id, notice_id: notice.id, kind });
}

async function lock({ db }: WriteScope, tenantId: string): Promise<rules.StoredSubscription> {
  return (
    (await store.lockSubscription(db, tenantId)) ??
    fail("NOT_FOUND", `There is no subscription of a customer '${tenantId}'.`)
  );
}
