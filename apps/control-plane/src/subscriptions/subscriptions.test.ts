import type { WriteScope } from "@opsplane/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { goodPassword } from "../../test/control-plane.ts";
import {
  aCustomer,
  lettersTo,
  type MailingPlane,
  portalAdmin,
  portalUser,
  startMailingPlane,
} from "../../test/customers.ts";
import { paymentFailed, paymentSucceeded } from "./index.ts";

let plane: MailingPlane;
beforeAll(async () => {
  plane = await startMailingPlane();
});
afterAll(() => plane.close());

const day = 24 * 3_600_000;

const read = (tenant_id: string) => plane.staff.api.subscriptions.get({ params: { tenant_id } });
const tick = () => plane.schedules.runNow("subscriptions.stages");
const payment = (tenantId: string, work: (write: WriteScope) => Promise<boolean>) => plane.write(tenantId, work);
/** Without invoices, whose schedule may run at any time. */
const subjects = (email: string) =>
  lettersTo(plane.sink, email)
    .map((letter) => /^Subject: (.*)$/m.exec(letter)?.[1]?.trim() ?? "")
    .filter((subject) => !/^(Your access|Invoice )/.test(subject));

test("a failed payment leads to notices and to the suspension at the exact instant; a payment ends it", async () => {
  const { id, contact_email } = await aCustomer(plane);
  const email = contact_email ?? "";
  const failedAt = plane.now();
  await payment(id, (write) => paymentFailed(write, id, failedAt));
  expect(await read(id)).toMatchObject({ status: "past_due", past_due_since: failedAt.toISOString() });
  await expect.poll(() => subjects(email)).toHaveLength(1);

  plane.travel(3.5 * day);
  await tick();
  await tick();
  await expect.poll(() => subjects(email)).toHaveLength(2);
  plane.travel(2.5 * day);
  await tick();
  await expect.poll(() => subjects(email)).toHaveLength(3);

  plane.travel(day - 60_000);
  expect(await read(id)).toMatchObject({ status: "past_due" });
  plane.travel(60_000);
  const suspended_at = new Date(failedAt.getTime() + 7 * day).toISOString();
  // Exact even before the schedule has run.
  expect(await read(id)).toMatchObject({ status: "suspended", suspended_at, suspended_by: "payment" });
  await tick();
  await tick();
  expect(await read(id)).toMatchObject({ status: "suspended", suspended_at, suspended_by: "payment" });
  await expect.poll(() => subjects(email)).toHaveLength(4);

  await payment(id, (write) => paymentSucceeded(write, id, plane.now()));
  expect(await read(id)).toMatchObject({ status: "active", past_due_since: null, suspended_at: null });
  await expect.poll(() => subjects(email)).toHaveLength(5);
  expect(subjects(email)).toEqual([
    `Payment failed for Customer ${id}`,
    `Reminder: the payment for Customer ${id} is overdue`,
    `Customer ${id} will be suspended tomorrow`,
    `Customer ${id} is suspended`,
    `Customer ${id} is active again`,
  ]);
});

test("payment events are applied once, in the order of their time, even at once", async () => {
  const { id } = await aCustomer(plane, { billing_period: "annual" });
  const [first, second] = [new Date(plane.now().getTime() - 2000), new Date(plane.now().getTime() - 1000)];
  await payment(id, (write) => paymentSucceeded(write, id, second));
  await payment(id, (write) => paymentFailed(write, id, first));
  expect(await read(id)).toMatchObject({ status: "active", serial: 1 });
  const third = plane.now();
  await Promise.all([1, 2, 3].map(() => payment(id, (write) => paymentFailed(write, id, third))));
  expect(await read(id)).toMatchObject({
    status: "past_due",
    serial: 2,
    suspends_at: new Date(third.getTime() + 14 * day).toISOString(),
  });
});

test("a customer sees the effect of another plan and changes to it", async () => {
  const { id, contact_email } = await aCustomer(plane, { plan_id: "startup" });
  const admin = await portalAdmin(plane, id, contact_email ?? "");
  const billing = await portalUser(plane, admin, "billing");
  const params = { tenant_id: id };
  const body = { plan_id: "midsize", addons: ["retention_365"] } as const;
  expect(
    await billing.api.subscriptions.preview({ params, body: { ...body, addons: [...body.addons] } }),
  ).toMatchObject({
    modules_gained: ["ai", "automation", "netflow"],
    modules_lost: [],
    limits_before: { retention_days: 14 },
    limits_after: { retention_days: 365, users: 50 },
    cents_before: 19_900,
    cents_after: 79_900 + 19_900,
    currency: "USD",
    exceeded: [],
  });
  const changed = await billing.api.subscriptions.update({ params, body: { ...body, addons: [...body.addons] } });
  expect(changed).toMatchObject({ plan_id: "midsize", addons: ["retention_365"], serial: 2 });
  const stale = billing.api.subscriptions.update(
    { params, body: { plan_id: "startup" } },
    { headers: { "if-match": '"1"' } },
  );
  await expect(stale).rejects.toMatchObject({ code: "CONFLICT" });

  const viewer = await portalUser(plane, admin, "viewer");
  expect((await viewer.api.subscriptions.list()).items).toMatchObject([{ tenant_id: id }]);
  await expect(viewer.api.subscriptions.update({ params, body: {} })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(admin.api.subscriptions.suspend({ params, body: { reason: "x" } })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
});

test("a customer never sees the subscription of another", async () => {
  const [own, other] = [await aCustomer(plane), await aCustomer(plane)];
  const admin = await portalAdmin(plane, own.id, own.contact_email ?? "");
  const params = { tenant_id: other.id };
  expect((await admin.api.subscriptions.list()).items.map(({ tenant_id }) => tenant_id)).toEqual([own.id]);
  const calls = [
    () => admin.api.subscriptions.get({ params }),
    () => admin.api.subscriptions.usage({ params }),
    () => admin.api.subscriptions.preview({ params, body: {} }),
    () => admin.api.subscriptions.update({ params, body: { plan_id: "startup" } }),
    () => admin.api.subscriptions.cancel({ params, body: {} }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await read(other.id)).toMatchObject({ plan_id: "midsize", status: "active" });
});

test("nothing changes while a payment is overdue, and a hosted plan differs from a self-hosted one", async () => {
  const { id } = await aCustomer(plane);
  const params = { tenant_id: id };
  await payment(id, (write) => paymentFailed(write, id, plane.now()));
  const annual = plane.staff.api.subscriptions.update({ params, body: { billing_period: "annual" } });
  await expect(annual).rejects.toMatchObject({ code: "SUBSCRIPTION_PAST_DUE" });
});

test("a subscription is canceled at the end of its period", async () => {
  const { id } = await aCustomer(plane);
  const canceled = await plane.staff.api.subscriptions.cancel({ params: { tenant_id: id }, body: {} });
  expect(canceled).toMatchObject({ status: "active", cancel_at: canceled.current_period_end });
  plane.travel(Date.parse(canceled.current_period_end) - plane.now().getTime());
  await tick();
  expect(await read(id)).toMatchObject({ status: "canceled", canceled_at: canceled.current_period_end });
});

test("the staff suspends and reactivates; a payment does not lift it, and support may not", async () => {
  const { id } = await aCustomer(plane);
  const params = { tenant_id: id };
  await plane.staff.api.users.create({
    body: { email: "sue@example.com", name: "Sue", role: "support", password: goodPassword },
  });
  const support = await plane.login("sue@example.com", goodPassword);
  const body = { reason: "Abuse" };
  await expect(support.api.subscriptions.suspend({ params, body })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await plane.staff.api.subscriptions.suspend({ params, body })).toMatchObject({
    status: "suspended",
    suspended_by: "staff",
    suspended_reason: "Abuse",
  });
  await payment(id, (write) => paymentSucceeded(write, id, plane.now()));
  expect(await read(id)).toMatchObject({ status: "suspended" });
  expect(await plane.staff.api.subscriptions.reactivate({ params, body: {} })).toMatchObject({
    status: "active",
    suspended_by: null,
  });
  const { items } = await plane.staff.api.audit.list({ query: { target_type: "subscription", target_id: id } });
  expect(items.map(({ action }) => action)).toEqual(["subscriptions.reactivate", "subscriptions.suspend"]);
});
