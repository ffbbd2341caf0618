import { fail } from "@opsplane/runtime";
import Stripe from "stripe";
import type { Core } from "../../core.ts";
import { readSubscription } from "../../subscriptions/index.ts";
import { getAccount, pricesOf } from "../accounts.ts";
import { openStripeInvoices } from "../invoices.ts";
import type { PayingCustomer, PaymentProvider } from "../port.ts";

/** Cards, charged by Stripe. Without a key everything that needs Stripe is refused. */
export function stripeProvider(core: Core, stripe: Stripe | undefined): PaymentProvider {
  const { database, clock, publicUrl } = core;
  const open = () => stripe ?? fail("CONFLICT", "Payment by card is not available here: STRIPE_SECRET_KEY is not set.");
  const portal = () => `${publicUrl()}/`;

  async function checkout({ tenantId, email, priceIds }: PayingCustomer): Promise<string | null> {
    if (priceIds.length === 0)
      fail("CONFLICT", "Payment by card is not available for this plan: its prices have no Stripe price.");
    const session = await open().checkout.sessions.create({
      mode: "subscription",
      client_reference_id: tenantId,
      line_items: priceIds.map((price) => ({ price, quantity: 1 })),
      subscription_data: { metadata: { tenant_id: tenantId } },
      success_url: portal(),
      cancel_url: portal(),
      ...(email === null ? {} : { customer_email: email }),
    });
    return session.url;
  }

  return {
    paymentPage: async (customer) => {
      if (customer.customerId === null) return said(() => checkout(customer));
      const { customerId } = customer;
      return said(async () => {
        const session = await open().billingPortal.sessions.create({ customer: customerId, return_url: portal() });
        return session.url;
      });
    },

    follow: async (tenantId) => {
      const db = database.tenant(tenantId);
      const { stripe_subscription_id: id } = await getAccount(db, tenantId);
      const subscription = await readSubscription({ db, now: clock.now() }, tenantId);
      if (id === null || subscription?.payment_provider !== "stripe") return;
      if (subscription.status === "canceled") return endSubscription(open(), id);
      const { stripeIds, items } = await pricesOf(db, subscription);
      if (stripeIds.length !== items.length) throw new Error("A price has no Stripe price; set it in the prices.");
      await replaceItems(open(), id, stripeIds, `${tenantId}-${subscription.serial}`);
    },

    collect: async (tenantId) => {
      for (const id of await openStripeInvoices(database.tenant(tenantId), tenantId)) await payInvoice(open(), id);
    },
  };
}

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

async function replaceItems(stripe: Stripe, id: string, wanted: readonly string[], key: string): Promise<void> {
  const { items } = await stripe.subscriptions.retrieve(id);
  const removed = items.data.filter(({ price }) => !wanted.includes(price.id));
  const added = wanted.filter((price) => !items.data.some((item) => item.price.id === price));
  if (removed.length === 0 && added.length === 0) return;
  const changes = [...removed.map((item) => ({ id: item.id, deleted: true })), ...added.map((price) => ({ price }))];
  await stripe.subscriptions.update(
    id,
    { items: changes, proration_behavior: "create_prorations" },
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
