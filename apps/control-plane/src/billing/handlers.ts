import { type controlOperations, staffTenant, type TenantSubscription } from "@opsplane/contract/control-plane";
import { type Db, fail, type HandlersOf, invalid, newId, type Principal, type WriteScope } from "@opsplane/runtime";
import type Stripe from "stripe";
import type { Core } from "../core.ts";
import { readSubscription, setProvider } from "../subscriptions/index.ts";
import * as accounts from "./accounts.ts";
import { followStripeJob } from "./jobs.ts";
import type { PayingCustomer, PaymentProvider } from "./port.ts";
import { applyEvent } from "./stripe/apply.ts";
import { readEvent } from "./stripe/events.ts";
import { beginInvoices, settle } from "./writes.ts";

interface Services {
  providers: Readonly<Record<"manual" | "stripe", PaymentProvider>>;
  stripe: Stripe | undefined;
}

export function billingHandlers(
  core: Core,
  { providers, stripe }: Services,
): HandlersOf<typeof controlOperations.billing> {
  const { config, refusals } = core;
  const card_available = stripe !== undefined;
  return {
    paymentMethod: async ({ db, query, principal, now }) => {
      const tenantId = customerOf(principal, query.tenant_id);
      const { payment_provider } = await subscriptionOf(db, now, tenantId);
      return accounts.methodOf(await accounts.getAccount(db, tenantId), { provider: payment_provider, card_available });
    },

    setPaymentMethod: async ({ db, body, principal, now }) => {
      const tenantId = customerOf(principal, body.tenant_id);
      const subscription = await subscriptionOf(db, now, tenantId);
      const { provider = subscription.payment_provider, tenant_id: _tenant, ...details } = body;
      const leavesCard = provider === "manual" && subscription.payment_provider === "stripe";
      if (leavesCard && principal.tenantId !== staffTenant)
        fail("CONFLICT", "You pay by card; a member of our staff can change that to invoices.");
      const page = await providers[provider].paymentPage(await payingCustomer(db, subscription));
      return async (write) => {
        const account = await accounts.lockAccount(write.db, tenantId);
        const wanted = { ...accounts.detailsOf(account), ...details };
        await accounts.saveDetails(write.db, tenantId, wanted);
        if (page) await accounts.bindStripe(write.db, tenantId, page);
        if (leavesCard) await leaveCard(core, write, subscription);
        // With a card, Stripe reports when the payment method has changed.
        if (provider === "manual") await settle(write, tenantId, now);
        const target = { type: "billing_account", id: tenantId, name: tenantId };
        write.audit({ target, before: accounts.detailsOf(account), after: { provider, ...wanted } });
        const stored = await accounts.getAccount(write.db, tenantId);
        const shown = leavesCard ? "manual" : subscription.payment_provider;
        return {
          url: page?.url ?? null,
          payment_method: accounts.methodOf(stored, { provider: shown, card_available }),
        };
      };
    },

    webhook: async ({ body, request, origin, now }) => {
      const { stripeWebhookSecret: secret } = config;
      if (!stripe || secret === undefined)
        return fail("NOT_FOUND", "Stripe is not set up here: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.");
      const text = Buffer.isBuffer(body) ? body.toString("utf8") : "";
      if (!isSigned(stripe, text, request.headers["stripe-signature"], secret, now)) {
        refusals.assertAllowed(request.ip);
        refusals.count(request.ip);
        return fail("UNAUTHORIZED", "The header Stripe-Signature does not fit this body, or is too old.");
      }
      const event = readEvent(text);
      return { outcome: event ? await applyEvent(core, event, origin) : "ignored" };
    },
  };
}

async function payingCustomer(db: Db, subscription: TenantSubscription): Promise<PayingCustomer> {
  const { tenant_id: tenantId, payment_provider } = subscription;
  const account = await accounts.getAccount(db, tenantId);
  const { stripeIds: priceIds } = await accounts.pricesOf(db, subscription);
  const isSubscribed = payment_provider === "stripe" && account.stripe_subscription_id !== null;
  const until = payment_provider === "manual" ? account.invoiced_until : null;
  return {
    ...{ tenantId, ...(await accounts.billingEmail(db, tenantId)), customerId: account.stripe_customer_id },
    ...{ isSubscribed, priceIds, paidUntil: until === null ? null : new Date(until) },
  };
}

/** From now on invoices are sent, and Stripe charges no more. */
async function leaveCard(core: Core, write: WriteScope, subscription: TenantSubscription): Promise<void> {
  const { tenant_id: tenantId, serial } = subscription;
  await setProvider(write, tenantId, "manual");
  await beginInvoices(write, subscription);
  await core.enqueue(write.db, followStripeJob(tenantId, serial, newId(), write.now));
}

const toleranceSeconds = 300;

function isSigned(
  { webhooks }: Stripe,
  text: string,
  header: string | string[] | undefined,
  secret: string,
  now: Date,
): boolean {
  if (typeof header !== "string" || text === "") return false;
  // The library refuses only what is too old.
  const times = header.split(",").filter((part) => part.trim().startsWith("t="));
  const ahead = Number(times[0]?.trim().slice(2) || Number.NaN) - now.getTime() / 1000;
  if (times.length !== 1 || !(ahead <= toleranceSeconds)) return false;
  try {
    webhooks.constructEvent(text, header, secret, toleranceSeconds, undefined, now.getTime());
    return true;
  } catch {
    return false;
  }
}

/** A customer acts for itself; the staff names the customer. */
function customerOf({ tenantId }: Principal, named: string | undefined): string {
  if (tenantId === staffTenant) return named ?? invalid("tenant_id", "Name the customer.");
  if (named !== undefined && named !== tenantId) fail("NOT_FOUND", `There is no customer ${named}.`);
  return tenantId;
}

async function subscriptionOf(db: Db, now: Date, tenantId: string) {
  return (await readSubscription({ db, now }, tenantId)) ?? fail("NOT_FOUND", `There is no customer ${tenantId}.`);
}
