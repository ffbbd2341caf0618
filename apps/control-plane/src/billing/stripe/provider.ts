import { fail } from "@opsplane/runtime";
import Stripe from "stripe";
import type { Core } from "../../core.ts";
import { readSubscription } from "../../subscriptions/index.ts";
import { forgetStripeSubscription, getAccount, pricesOf } from "../accounts.ts";
import { openStripeInvoices } from "../invoices.ts";
import type { PayingCustomer, PaymentProvider } from "../port.ts";

/** Cards, charged by Stripe. Without a key everything that needs Stripe is refused. */
export function stripeProvider(core: Core, stripe: Stripe | undefined): PaymentProvider {
  const { database, clock, publicUrl } = core;
  const open = () => stripe ?? fail("CONFLICT", "Payment by card is not available here: STRIPE_SECRET_KEY is not set.");
  const portal = () => `${publicUrl()}/`;

  async function checkout(
    customerId: string,
    { tenantId, priceIds, paidUntil }: PayingCustomer,
  ): Promise<string | null> {
    if (priceIds.length === 0)
      fail("CONFLICT", "Payment by card is not available for this plan: its prices have no Stripe price.");
    const isFarOff = paidUntil !== null && paidUntil.getTime() > clock.now().getTime() + minTrialMs;
    const session = await open().checkout.sessions.create({
      mode: "subscription",
      customer: customerId,
      client_reference_id: tenantId,
      line_items: priceIds.map((price) => ({ price, quantity: 1 })),
      subscription_data: {
        metadata: { tenant_id: tenantId },
        ...(isFarOff ? { trial_end: Math.floor(paidUntil.getTime() / 1000) } : {}),
      },
      success_url: portal(),
      cancel_url: portal(),
    });
    return session.url;
  }

  /** Made before the checkout, so that every event of the customer can be assigned to its account. */
  async function newCustomer({ tenantId, name, email }: PayingCustomer): Promise<string> {
    const details = { name, metadata: { tenant_id: tenantId }, ...(email === null ? {} : { email }) };
    return (await open().customers.create(details, { idempotencyKey: `customer-${tenantId}` })).id;
  }

  return {
    paymentPage: (customer) =>
      said(async () => {
        const customerId = customer.customerId ?? (await newCustomer(customer));
        if (!customer.isSubscribed) return { url: await checkout(customerId, customer), customerId };
        const session = await open().billingPortal.sessions.create({ customer: customerId, return_url: portal() });
        return { url: session.url, customerId };
      }),

    follow: async (tenantId) => {
      const db = database.tenant(tenantId);
      const { stripe_subscription_id: id } = await getAccount(db, tenantId);
      const subscription = await readSubscription({ db, now: clock.now() }, tenantId);
      if (id === null || !subscription) return;
      if (subscription.status === "canceled" || subscription.payment_provider !== "stripe") {
        await endSubscription(open(), id);
        return forgetStripeSubscription(db, tenantId, id);
      }
      const { stripeIds, items } = await pricesOf(db, subscription);
      if (stripeIds.length !== items.length) throw new Error("A price has no Stripe price; set it in the prices.");
      const wanted = { priceIds: stripeIds, isEnding: subscription.cancel_at !== null };
      await adjust(open(), id, wanted, `${tenantId}-${subscription.serial}`);
    },

    collect: async (tenantId) => {
      for (const id of await openStripeInvoices(database.tenant(tenantId), tenantId)) await payInvoice(open(), id);
    },
  };
}

/** Stripe refuses to begin later than now but sooner than this. */
const minTrialMs = 48 * 3_600_000;

/** What Stripe answers to us is no answer for a customer. */
async function said<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError)
      fail("UNAVAILABLE", "Stripe could not open its page; try again in a moment.", { retryAfterSeconds: 10 });
    throw error;
  }
}

interface Wanted {
  priceIds: readonly string[];
  isEnding: boolean;
}

async function adjust(stripe: Stripe, id: string, { priceIds, isEnding }: Wanted, key: string): Promise<void> {
  const { items, cancel_at_period_end } = await stripe.subscriptions.retrieve(id);
  const removed = items.data.filter(({ price }) => !priceIds.includes(price.id));
  const added = priceIds.filter((price) => !items.data.some((item) => item.price.id === price));
  const changes = [...removed.map((item) => ({ id: item.id, deleted: true })), ...added.map((price) => ({ price }))];
  if (changes.length === 0 && cancel_at_period_end === isEnding) return;
  await stripe.subscriptions.update(
    id,
    { items: changes, cancel_at_period_end: isEnding, proration_behavior: "create_prorations" },
    { idempotencyKey: key },
  );
}

async function endSubscription(stripe: Stripe, id: string): Promise<void> {
  await stripe.subscriptions.cancel(id).catch(unlessRefused);
}

/** A card that is refused comes back as an event of its own. */
async function payInvoice(stripe: Stripe, id: string): Promise<void> {
  await stripe.invoices.pay(id).catch(unlessRefused);
}

function unlessRefused(error: unknown): void {
  const isFinal =
    error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
  if (!isFinal) throw error;
}
