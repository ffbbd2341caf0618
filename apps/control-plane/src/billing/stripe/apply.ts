import { isAddonId, planIds } from "@opsplane/contract";
import { invoiceEvents, type TenantSubscription } from "@opsplane/contract/control-plane";
import { type Origin, sql, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../../core.ts";
import {
  cancel,
  changePlan,
  paymentFailed,
  paymentSucceeded,
  readSubscription,
  setPeriod,
  setProvider,
} from "../../subscriptions/index.ts";
import * as accounts from "../accounts.ts";
import { hasOverdue, upsertStripe } from "../invoices.ts";
import { collectJob } from "../jobs.ts";
import type { ProviderEvent } from "../port.ts";
import { settle } from "../writes.ts";

export type Outcome = "applied" | "repeated" | "ignored";

/** Applies an event once, in one transaction. Events of one customer are applied one after the other. */
export async function applyEvent(core: Core, event: ProviderEvent, origin: Origin): Promise<Outcome> {
  const tenantId = await tenantOf(core, event);
  if (tenantId === undefined) return "ignored";
  let outcome: Outcome = "applied";
  await core.asAutomation(
    tenantId,
    `billing.${event.type}`,
    async (write) => {
      const account = await accounts.lockAccount(write.db, tenantId);
      if (!(await remember(write, tenantId, event))) {
        outcome = "repeated";
        return false;
      }
      write.audit({ target: { type: "billing_account", id: tenantId, name: tenantId }, after: { event: event.id } });
      await apply(core, write, account, event);
      return undefined;
    },
    origin,
  );
  return outcome;
}

/** Only a checkout that we began names its account. A customer of Stripe belongs to one account for good. */
async function tenantOf({ database }: Core, event: ProviderEvent): Promise<string | undefined> {
  const known = await accounts.tenantOfCustomer(database.system, event.customerId);
  if (event.kind !== "checkout") return known;
  if (known !== undefined) return known === event.tenantId ? known : undefined;
  return (await accounts.tenantExists(database.system, event.tenantId)) ? event.tenantId : undefined;
}

/** False when the event was applied before. A second request with it waits here for the first. */
async function remember({ db }: WriteScope, tenantId: string, { id, type, at }: ProviderEvent): Promise<boolean> {
  const inserted = await db.run(sql`
    insert into stripe_events (id, tenant_id, type, happened_at) values (${id}, ${tenantId}, ${type}, ${at}) on conflict do nothing`);
  return inserted === 1;
}

async function apply(core: Core, write: WriteScope, account: accounts.Account, event: ProviderEvent): Promise<void> {
  const { tenant_id: tenantId } = account;
  const subscription = await readSubscription(write, tenantId);
  const paysByCard = subscription?.payment_provider === "stripe";
  switch (event.kind) {
    case "invoice":
      return applyInvoice(write, account, event, paysByCard);
    case "subscription":
      return subscription && paysByCard ? applySubscription(write, account, subscription, event) : undefined;
    case "method":
      await accounts.saveCard(write.db, tenantId, event.card);
      // A card is no answer to an invoice that asks for a bank transfer.
      if (!paysByCard || (await hasOverdue(write.db, tenantId, "manual"))) return undefined;
      await paymentSucceeded(write, tenantId, event.at);
      return core.enqueue(write.db, collectJob(tenantId, event.id));
    case "checkout":
      await accounts.bindStripe(write.db, tenantId, event);
      await setProvider(write, tenantId, "stripe");
      return settle(write, tenantId, event.at);
  }
}

async function applyInvoice(
  write: WriteScope,
  account: accounts.Account,
  { isPaid, invoice, at }: Extract<ProviderEvent, { kind: "invoice" }>,
  paysByCard: boolean,
): Promise<void> {
  const { tenant_id: tenantId } = account;
  const billedTo = accounts.detailsOf(account);
  const stored = await upsertStripe(write.db, tenantId, invoice, { isPaid, at, billedTo });
  if (!stored) return;
  write.announce(invoiceEvents.changed, stored.id, { tenant_id: tenantId, status: stored.status });
  if (isPaid) await settle(write, tenantId, at);
  // The failure of an invoice that is paid by now is over, whichever event came first. A card that fails at checkout changes nothing.
  else if (stored.status === "open" && paysByCard) await paymentFailed(write, tenantId, at);
}

async function applySubscription(
  write: WriteScope,
  account: accounts.Account,
  subscription: TenantSubscription,
  { at, subscriptionId, end, priceIds, period }: Extract<ProviderEvent, { kind: "subscription" }>,
): Promise<void> {
  const { tenant_id: tenantId } = account;
  // The customer has begun another subscription since.
  if (account.stripe_subscription_id !== null && account.stripe_subscription_id !== subscriptionId) return;
  if (account.stripe_event_at !== null && at < new Date(account.stripe_event_at)) return;
  await accounts.saveStripeSubscription(write.db, tenantId, {
    subscriptionId: end === "now" ? null : subscriptionId,
    at,
  });
  if (end === "now") return cancel(write, tenantId, end);
  if (period) await setPeriod(write, tenantId, period);
  if (end === "period_end" && subscription.cancel_at === null) await cancel(write, tenantId, end);
  // While a payment is overdue the plan stays. Stripe reports the subscription again when it is paid.
  if (subscription.status === "active") await adoptPlan(write, tenantId, priceIds);
}

async function adoptPlan(write: WriteScope, tenantId: string, priceIds: readonly string[]): Promise<void> {
  const booked = await accounts.itemsOfPrices(write.db, priceIds);
  const plan = planIds.find((id) => booked.some(({ item }) => item === id));
  // With a price that is unknown here, nothing can be said about the plan.
  if (booked.length !== priceIds.length || plan === undefined) return;
  const addons = booked.map(({ item }) => item).filter(isAddonId);
  await changePlan(write, tenantId, { plan_id: plan, addons, billing_period: booked[0]?.billing_period ?? "monthly" });
}
