import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword } from "../../../test/control-plane.ts";
import { aCustomer, lettersTo, type MailingPlane, startMailingPlane } from "../../../test/customers.ts";
import { portalPerson } from "../../../test/portal-person.ts";
import { type StripeServer, startStripeServer } from "../../../test/stripe-server.ts";

const day = 24 * 3_600_000;
const secret = "whsec_of_the_tests";
const { webhooks } = new Stripe("sk_test_unused");
let plane: MailingPlane;
let server: StripeServer;
const lines: string[] = [];

beforeAll(async () => {
  server = await startStripeServer();
  plane = await startMailingPlane(
    {
      ...{ STRIPE_SECRET_KEY: "sk_test_hidden", STRIPE_WEBHOOK_SECRET: secret, STRIPE_API_URL: server.url },
      ACCESS_TOKEN_SECONDS: "86400",
    },
    { onLog: (line) => void lines.push(line) },
  );
  const { items } = await plane.staff.api.prices.list({ query: { limit: 100 } });
  for (const { id, item, billing_period } of items) {
    const body = { stripe_price_id: `price_${item}_${billing_period}` };
    await plane.staff.api.prices.update({ params: { id }, body });
  }
});
afterAll(async () => {
  await plane.close();
  server.close();
});

const unique = (kind: string) => `${kind}_${randomBytes(6).toString("hex")}`;
const seconds = (at = plane.now()) => Math.floor(at.getTime() / 1000);
type Event = { id: string; type: string; created: number; data: { object: object; previous_attributes?: object } };
const event = (type: string, object: object, created = seconds()): Event => ({
  ...{ id: unique("evt"), object: "event", type, created, data: { object } },
});

async function post(body: string, signature: string): Promise<{ status: number; outcome: unknown }> {
  const headers = { "content-type": "application/json; charset=utf-8", "stripe-signature": signature };
  const answer = await fetch(`${plane.url}/api/billing/webhook`, { method: "POST", headers, body });
  const { data = {} } = JSON.parse(await answer.text());
  return { status: answer.status, outcome: data.outcome };
}

/** Sends an event as Stripe does. */
function send(sent: Event, { at = seconds(), key = secret } = {}) {
  const payload = JSON.stringify(sent);
  return post(payload, webhooks.generateTestHeaderString({ payload, secret: key, timestamp: at }));
}

const invoiceOf = (customer: string, id = unique("in")) => ({
  ...{ id, object: "invoice", customer, number: null, currency: "usd", total: 79_900, created: seconds() },
  hosted_invoice_url: "https://invoice.stripe.example/1",
  lines: { data: [{ description: "Midsize", amount: 79_900, period: { start: seconds(), end: seconds() + 86_400 } }] },
});

/** A customer who pays by card, after the checkout. */
async function subscriber(given: Parameters<typeof aCustomer>[1] = {}) {
  const { id, contact_email } = await aCustomer(plane, given);
  const [customer, subscription] = [unique("cus"), unique("sub")];
  const session = { id: unique("cs"), customer, client_reference_id: id, subscription };
  expect(await send(event("checkout.session.completed", session, seconds() - 60))).toEqual({
    status: 200,
    outcome: "applied",
  });
  return { id, customer, subscription, email: contact_email ?? "" };
}

const read = (tenant_id: string) => plane.staff.api.subscriptions.get({ params: { tenant_id } });
const invoicesOf = async (tenant_id: string) =>
  (await plane.staff.api.invoices.list({ query: { tenant_id } })).items.filter(({ provider }) => provider === "stripe");

test("a customer enters a card on Stripe's page, first at checkout and later in Stripe's portal", async () => {
  const { id } = await aCustomer(plane, { plan_id: "midsize", addons: ["ai_pro"] });
  const admin = await portalPerson(plane, id, "admin");
  const first = await admin.api.billing.setPaymentMethod({ body: { provider: "stripe" } });
  expect(first.url).toBe("https://checkout.stripe.example/cs_1");
  const made = server.to("/v1/customers").at(-1);
  expect(made?.form).toMatchObject({ "metadata[tenant_id]": id });
  const checkout = server.to("/v1/checkout/sessions").at(-1);
  const { customer = "" } = checkout?.form ?? {};
  expect(checkout).toMatchObject({
    authorization: "Bearer sk_test_hidden",
    form: {
      mode: "subscription",
      customer: expect.stringMatching(/^cus_/),
      client_reference_id: id,
      "line_items[0][price]": "price_midsize_monthly",
      "line_items[1][price]": "price_ai_pro_monthly",
    },
  });
  // A card that is refused at the checkout changes nothing.
  await send(event("invoice.payment_failed", invoiceOf(customer)));
  expect(await read(id)).toMatchObject({ payment_provider: "manual", status: "active" });

  await send(
    event("checkout.session.completed", { id: "cs_1", customer, client_reference_id: id, subscription: "sub_9" }),
  );
  expect(await read(id)).toMatchObject({ payment_provider: "stripe", status: "active" });
  const second = await admin.api.billing.setPaymentMethod({ body: {} });
  expect(second.url).toBe("https://billing.stripe.example/bps_1");
  expect(server.to("/v1/billing_portal/sessions").at(-1)?.form).toMatchObject({ customer });

  const card = { brand: "visa", last4: "4242", exp_month: 4, exp_year: 2030 };
  await send(event("payment_method.attached", { id: "pm_1", customer, card }));
  expect(await admin.api.billing.paymentMethod()).toMatchObject({
    provider: "stripe",
    card: { brand: "visa", last4: "4242", expires: "2030-04" },
    card_available: true,
  });
});

test("what is invoiced already is not charged to the card, and the staff can change back to invoices", async () => {
  const { id } = await aCustomer(plane);
  await plane.schedules.runNow("billing.invoices");
  const { current_period_end } = await read(id);
  const named = { tenant_id: id };
  await plane.staff.api.billing.setPaymentMethod({ body: { ...named, provider: "stripe" } });
  const { form } = server.to("/v1/checkout/sessions").at(-1) ?? {};
  const paidUntil = String(Math.floor(Date.parse(current_period_end) / 1000));
  expect(form).toMatchObject({ "subscription_data[trial_end]": paidUntil });
  const subscription = unique("sub");
  const session = { id: "cs_1", customer: form?.customer, client_reference_id: id, subscription };
  await send(event("checkout.session.completed", session));

  const admin = await portalPerson(plane, id, "admin");
  const back = { provider: "manual" as const };
  await expect(admin.api.billing.setPaymentMethod({ body: back })).rejects.toMatchObject({ code: "CONFLICT" });
  await plane.staff.api.billing.setPaymentMethod({ body: { ...named, ...back } });
  expect(await read(id)).toMatchObject({ payment_provider: "manual", status: "active" });
  const ended = () => server.to(`/v1/subscriptions/${subscription}`).filter(({ method }) => method === "DELETE");
  // Two jobs at once may both end it; Stripe refuses the second, which is no failure.
  await expect.poll(() => ended().length).toBeGreaterThan(0);
  const deleted = { id: subscription, customer: form?.customer, status: "canceled", items: { data: [] } };
  await send(event("customer.subscription.deleted", deleted));
  expect(await read(id)).toMatchObject({ status: "active" });
  await plane.schedules.runNow("billing.invoices");
  expect((await plane.staff.api.invoices.list({ query: named })).items).toMatchObject([{ provider: "manual" }]);
});

test("Stripe out of order is said plainly, without what Stripe answered", async () => {
  const { id } = await aCustomer(plane);
  server.isBroken = true;
  const change = plane.staff.api.billing.setPaymentMethod({ body: { provider: "stripe", tenant_id: id } });
  await expect(change).rejects.toMatchObject({
    status: 503,
    message: expect.stringContaining("Stripe could not open"),
  });
  server.isBroken = false;
});

test("payment failed, notices, suspended at the exact time, reactivated by another payment method", async () => {
  const { id, customer, email } = await subscriber();
  const invoice = invoiceOf(customer);
  const failedAt = seconds();
  await send(event("invoice.payment_failed", invoice, failedAt));
  const since = new Date(failedAt * 1000);
  expect(await read(id)).toMatchObject({ status: "past_due", past_due_since: since.toISOString() });
  expect(await invoicesOf(id)).toMatchObject([
    { status: "open", is_overdue: true, total_cents: 79_900, currency: "USD" },
  ]);
  await expect.poll(() => lettersTo(plane.sink, email).join()).toContain("Payment failed");

  plane.travel(since.getTime() + 7 * day - plane.now().getTime());
  plane.staff = await plane.login("admin@opsplane.local", goodPassword, "staff");
  await plane.schedules.runNow("subscriptions.stages");
  expect(await read(id)).toMatchObject({
    status: "suspended",
    suspended_at: new Date(since.getTime() + 7 * day).toISOString(),
  });
  await expect.poll(() => lettersTo(plane.sink, email).join()).toContain("is suspended");

  const card = { brand: "visa", last4: "1111", exp_month: 12, exp_year: 2031 };
  await send(event("payment_method.attached", { id: "pm_2", customer, card }));
  expect(await read(id)).toMatchObject({ status: "active", past_due_since: null });
  await expect.poll(() => server.to(`/v1/invoices/${invoice.id}/pay`).length).toBe(1);
  await expect.poll(() => lettersTo(plane.sink, email).join()).toContain("is active again");
});

test("another default payment method of the customer reactivates too; another email does not", async () => {
  const { id, customer } = await subscriber();
  await send(event("invoice.payment_failed", invoiceOf(customer), seconds() - 10));
  const updated = event("customer.updated", { id: customer }, seconds() - 5);
  await send({ ...updated, data: { ...updated.data, previous_attributes: { email: "old@example.com" } } });
  expect(await read(id)).toMatchObject({ status: "past_due" });
  const changed = { invoice_settings: { default_payment_method: "pm_0" } };
  await send({ ...updated, id: unique("evt"), data: { ...updated.data, previous_attributes: changed } });
  expect(await read(id)).toMatchObject({ status: "active" });
});

test("an event that comes twice, also at once, is applied once", async () => {
  const { id, customer } = await subscriber();
  const failed = event("invoice.payment_failed", invoiceOf(customer));
  const outcomes = await Promise.all([send(failed), send(failed), send(failed)]);
  expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["applied", "repeated", "repeated"]);
  expect(await send(failed)).toEqual({ status: 200, outcome: "repeated" });
  expect(await read(id)).toMatchObject({ status: "past_due" });
  expect(await invoicesOf(id)).toHaveLength(1);
});

test("events in another order end in the same state: an invoice that is paid stays paid", async () => {
  const { id, customer } = await subscriber();
  const invoice = invoiceOf(customer);
  const created = seconds();
  await send(event("invoice.paid", invoice, created));
  // The failure happened before, or in the same second.
  for (const at of [created - 30, created]) await send(event("invoice.payment_failed", invoice, at));
  expect(await read(id)).toMatchObject({ status: "active" });
  expect(await invoicesOf(id)).toMatchObject([{ status: "paid", is_overdue: false }]);

  const other = invoiceOf(customer);
  await Promise.all([
    send(event("invoice.paid", other, created + 2)),
    send(event("invoice.payment_failed", other, created + 1)),
  ]);
  expect(await read(id)).toMatchObject({ status: "active" });
});

test("while another invoice is unpaid, the payment of one does not reactivate", async () => {
  const { id, customer } = await subscriber();
  const [one, two] = [invoiceOf(customer), invoiceOf(customer)];
  for (const invoice of [one, two]) await send(event("invoice.payment_failed", invoice));
  await send(event("invoice.paid", one, seconds() + 1));
  expect(await read(id)).toMatchObject({ status: "past_due" });
  await send(event("invoice.paid", two, seconds() + 2));
  expect(await read(id)).toMatchObject({ status: "active" });
});

test("the subscription of Stripe moves plan and period, an older event moves nothing, and its end cancels", async () => {
  const { id, customer, subscription } = await subscriber({ plan_id: "startup" });
  const bounds = { current_period_start: seconds() + 60, current_period_end: seconds() + 86_400 };
  const of = (plan: string, status = "active") => ({
    ...{ id: subscription, customer, status },
    items: { data: [{ price: { id: `price_${plan}_monthly` }, ...bounds }] },
  });
  const created = seconds();
  await send(event("customer.subscription.updated", of("midsize"), created));
  expect(await read(id)).toMatchObject({
    plan_id: "midsize",
    current_period_end: new Date(bounds.current_period_end * 1000).toISOString(),
  });
  await send(event("customer.subscription.updated", of("enterprise"), created - 10));
  expect(await read(id)).toMatchObject({ plan_id: "midsize" });
  const unknown = { ...of("midsize"), items: { data: [{ price: { id: "price_unknown" } }] } };
  await send(event("customer.subscription.updated", unknown, created + 1));
  expect(await read(id)).toMatchObject({ plan_id: "midsize" });
  await send(event("customer.subscription.updated", { ...of("midsize"), cancel_at_period_end: true }, created + 2));
  expect(await read(id)).toMatchObject({ status: "active", cancel_at: expect.any(String) });
  await send(event("customer.subscription.deleted", of("midsize", "canceled"), created + 3));
  expect(await read(id)).toMatchObject({ status: "canceled" });
});

test("while a payment is overdue the subscription of Stripe does not move the plan, and its events are taken", async () => {
  const { id, customer, subscription } = await subscriber({ plan_id: "startup" });
  await send(event("invoice.payment_failed", invoiceOf(customer)));
  const items = { data: [{ price: { id: "price_midsize_monthly" } }] };
  const updated = event("customer.subscription.updated", { id: subscription, customer, status: "past_due", items });
  expect(await send(updated)).toEqual({ status: 200, outcome: "applied" });
  expect(await read(id)).toMatchObject({ status: "past_due", plan_id: "startup" });
});

test("a change of plan here changes the subscription of Stripe", async () => {
  const { id, subscription } = await subscriber({ plan_id: "startup" });
  server.items = [{ id: "si_1", price: { id: "price_startup_monthly" } }];
  await plane.staff.api.subscriptions.update({ params: { tenant_id: id }, body: { plan_id: "midsize" } });
  const updates = () => server.to(`/v1/subscriptions/${subscription}`).filter(({ method }) => method === "POST");
  await expect.poll(() => updates().length).toBe(1);
  expect(updates()[0]?.form).toMatchObject({
    "items[0][id]": "si_1",
    "items[0][deleted]": "true",
    "items[1][price]": "price_midsize_monthly",
  });
  server.items = [{ id: "si_2", price: { id: "price_midsize_monthly" } }];
  await plane.staff.api.subscriptions.cancel({ params: { tenant_id: id }, body: {} });
  await expect.poll(() => updates().at(-1)?.form.cancel_at_period_end).toBe("true");
});

test("a customer whose changes fail at Stripe holds up no other", async () => {
  const [stuck, other] = [await subscriber({ plan_id: "startup" }), await subscriber({ plan_id: "startup" })];
  server.brokenSubscription = stuck.subscription;
  server.items = [{ id: "si_1", price: { id: "price_startup_monthly" } }];
  const change = (tenant_id: string, plan_id: "startup" | "midsize") =>
    plane.staff.api.subscriptions.update({ params: { tenant_id }, body: { plan_id } });
  // More changes than there are places in the queue.
  for (let count = 0; count < 30; count += 1) {
    await change(stuck.id, "midsize");
    await change(stuck.id, "startup");
  }
  await change(other.id, "midsize");
  const updates = () => server.to(`/v1/subscriptions/${other.subscription}`).filter(({ method }) => method === "POST");
  await expect.poll(() => updates().length).toBe(1);
  server.brokenSubscription = undefined;
});

test("forged, altered and old events are refused, and unknown ones are ignored", async () => {
  const { id, customer } = await subscriber();
  const failed = event("invoice.payment_failed", invoiceOf(customer));
  expect(await send(failed, { key: "whsec_of_another" })).toMatchObject({ status: 401 });
  expect(await send(failed, { at: seconds() - 301 })).toMatchObject({ status: 401 });
  expect(await send(failed, { at: seconds() + 400 })).toMatchObject({ status: 401 });
  expect(await send(failed, { at: Number.NaN })).toMatchObject({ status: 401 });
  const payload = JSON.stringify(failed);
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp: seconds() });
  expect(await post(`${payload} `, signature)).toMatchObject({ status: 401 });
  expect(await post(payload, "")).toMatchObject({ status: 401 });
  expect(await post(payload, "t=1,v1=00")).toMatchObject({ status: 401 });
  expect(await read(id)).toMatchObject({ status: "active" });

  expect(await send(event("charge.refunded", { customer }))).toEqual({ status: 200, outcome: "ignored" });
  expect(await send(event("invoice.payment_failed", invoiceOf("cus_unknown")))).toEqual({
    status: 200,
    outcome: "ignored",
  });
  expect(await send(event("invoice.payment_failed", { customer }))).toEqual({ status: 200, outcome: "ignored" });
  expect(await send(failed, { at: seconds() - 299 })).toMatchObject({ status: 200, outcome: "applied" });
});

test("a checkout cannot take over the customer of another account, nor an account that does not exist", async () => {
  const [one, two] = [await subscriber(), await aCustomer(plane)];
  const session = { id: unique("cs"), customer: one.customer, client_reference_id: two.id, subscription: null };
  expect(await send(event("checkout.session.completed", session))).toMatchObject({ outcome: "ignored" });
  expect(await read(two.id)).toMatchObject({ payment_provider: "manual" });
  const nobody = { ...session, customer: unique("cus"), client_reference_id: "nobody" };
  expect(await send(event("checkout.session.completed", nobody))).toMatchObject({ outcome: "ignored" });
});

test("no log line has the secrets of Stripe", () => {
  expect(lines.length).toBeGreaterThan(0);
  expect(lines.filter((line) => line.includes("sk_test_hidden") || line.includes(secret))).toEqual([]);
});
