import type { Invoice } from "@opsplane/contract/control-plane";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ControlPerson, goodPassword } from "../../test/control-plane.ts";
import { aCustomer, lettersTo, type MailingPlane, startMailingPlane } from "../../test/customers.ts";
import { portalPerson } from "../../test/portal-person.ts";

const day = 24 * 3_600_000;
let plane: MailingPlane;
let sales: ControlPerson;

beforeAll(async () => {
  plane = await startMailingPlane({
    ACCESS_TOKEN_SECONDS: "86400",
    INVOICE_ISSUER: "Opsplane Ltd\\n1 Main Street",
  });
  await login();
});
afterAll(() => plane.close());

/** Tests travel for months, so people log in again. */
async function login() {
  plane.staff = await plane.login("admin@opsplane.local", goodPassword, "staff");
  sales = plane.staff;
}

async function travel(ms: number) {
  plane.travel(ms);
  await login();
  for (const name of ["billing.overdue", "billing.invoices", "subscriptions.stages"])
    await plane.schedules.runNow(name);
}

const invoice = () => plane.schedules.runNow("billing.invoices");
const invoicesOf = async (tenant_id: string, query: object = {}): Promise<Invoice[]> =>
  (await sales.api.invoices.list({ query: { tenant_id, ...query } })).items;
const newest = async (tenantId: string): Promise<Invoice> => {
  const [found] = await invoicesOf(tenantId);
  if (!found) throw new Error("There is no invoice.");
  return found;
};
const statusOf = async (tenant_id: string) =>
  (await plane.staff.api.subscriptions.get({ params: { tenant_id } })).status;
const change = (tenant_id: string, body: { plan_id?: "startup" | "midsize"; billing_period?: "annual" }) =>
  plane.staff.api.subscriptions.update({ params: { tenant_id }, body });

test("a new customer is invoiced for the plan and its add-ons, once, and gets an email", async () => {
  const { id, contact_email } = await aCustomer(plane, { plan_id: "midsize", addons: ["ai_pro"] });
  await Promise.all([invoice(), invoice()]);
  const [first, ...others] = await invoicesOf(id);
  expect(others).toEqual([]);
  const year = plane.now().getUTCFullYear();
  expect(first).toMatchObject({ status: "open", provider: "manual", currency: "USD", total_cents: 94_800 });
  expect(first?.number).toMatch(new RegExp(`^INV-${year}-\\d{6}$`));
  expect(first?.lines.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ["plan", 79_900],
    ["addon", 14_900],
  ]);
  expect(Date.parse(first?.due_at ?? "") - Date.parse(first?.issued_at ?? "")).toBe(14 * day);
  await expect.poll(() => lettersTo(plane.sink, contact_email ?? "").join()).toContain(`${first?.number}`);
  const [letter] = lettersTo(plane.sink, contact_email ?? "").filter((text) => text.includes("Invoice"));
  expect(letter).toContain("USD 948.00");
});

test("numbers count up without gaps, also for customers at once and after a failure", async () => {
  const database = new pg.Client({ connectionString: plane.databaseUrl });
  await database.connect();
  await database.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse after insert on invoices for each row when (new.tenant_id = 'refused') execute function refuse()`);
  const made = await Promise.all([aCustomer(plane, { id: "refused" }), aCustomer(plane), aCustomer(plane)]);
  await invoice();
  expect(await invoicesOf("refused")).toEqual([]);
  await database.query("drop trigger refuse on invoices");
  await database.end();
  // The customer whose invoice failed is tried again after a pause.
  await travel(60_000);
  const numbers = await Promise.all(made.map(async ({ id }) => Number((await newest(id)).number?.slice(-6))));
  const sorted = [...numbers].sort((a, b) => a - b);
  expect(sorted).toEqual([0, 1, 2].map((step) => (sorted[0] ?? 0) + step));
});

test("unpaid at its due time: past due at that instant, suspended after the grace period, active when it is paid", async () => {
  const { id } = await aCustomer(plane);
  await invoice();
  const { id: invoiceId, due_at } = await newest(id);
  await travel(14 * day - 60_000);
  expect(await statusOf(id)).toBe("active");
  await travel(60_000);
  const params = { tenant_id: id };
  expect(await plane.staff.api.subscriptions.get({ params })).toMatchObject({
    status: "past_due",
    past_due_since: due_at,
  });
  expect(await newest(id)).toMatchObject({ is_overdue: true });
  expect(await invoicesOf(id, { overdue: true })).toHaveLength(1);
  await travel(7 * day);
  expect(await statusOf(id)).toBe("suspended");

  const paid = await sales.api.invoices.pay({ params: { id: invoiceId }, body: { reference: "Transfer 4711" } });
  expect(paid).toMatchObject({ status: "paid", reference: "Transfer 4711", is_overdue: false });
  expect(await statusOf(id)).toBe("active");
  await expect(
    sales.api.invoices.pay({ params: { id: invoiceId }, body: { reference: "again" } }),
  ).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
});

test("each period has one invoice, and a suspended customer gets none until it is active again", async () => {
  const { id } = await aCustomer(plane);
  await invoice();
  const first = await newest(id);
  await sales.api.invoices.pay({ params: { id: first.id }, body: { reference: "1" } });
  await travel(31 * day);
  await invoice();
  const second = await newest(id);
  expect(second.lines[0]?.period_start).toBe(first.lines[0]?.period_end);
  expect(await invoicesOf(id)).toHaveLength(2);
  const subscription = await plane.staff.api.subscriptions.get({ params: { tenant_id: id } });
  expect(subscription.current_period_end).toBe(second.lines[0]?.period_end);

  await travel(14 * day);
  await travel(7 * day);
  await travel(60 * day);
  expect(await statusOf(id)).toBe("suspended");
  expect(await invoicesOf(id)).toHaveLength(2);
  await sales.api.invoices.void({ params: { id: second.id }, body: { reason: "Agreed" } });
  expect(await statusOf(id)).toBe("active");
  await invoice();
  const third = await newest(id);
  expect(await invoicesOf(id)).toHaveLength(3);
  expect(Math.abs(Date.parse(third.lines[0]?.period_start ?? "") - plane.now().getTime())).toBeLessThan(600_000);
});

test("an upgrade is charged at once for the rest of the period, and a downgrade is credited on the next invoice", async () => {
  const { id } = await aCustomer(plane, { plan_id: "startup" });
  await invoice();
  const first = await newest(id);
  const [start, end] = [first.lines[0]?.period_start, first.lines[0]?.period_end].map((time) => Date.parse(time ?? ""));
  await travel(10 * day);
  await change(id, { plan_id: "midsize" });
  await expect.poll(async () => (await invoicesOf(id)).length).toBe(2);
  const upgrade = await newest(id);
  const from = Date.parse(upgrade.lines[0]?.period_start ?? "");
  const share = ((end ?? 0) - from) / ((end ?? 0) - (start ?? 0));
  expect(share).toBeGreaterThan(0.6);
  expect(upgrade.lines.map(({ kind, amount_cents }) => [kind, amount_cents])).toEqual([
    ["proration", -Math.round(19_900 * share)],
    ["proration", Math.round(79_900 * share)],
  ]);
  expect(upgrade.total_cents).toBe(Math.round(79_900 * share) - Math.round(19_900 * share));

  await change(id, { plan_id: "startup" });
  await expect.poll(async () => (await newest(id)).status).toBe("draft");
  const draft = await newest(id);
  expect(draft).toMatchObject({ number: null });
  expect(draft.total_cents).toBeLessThan(0);
  for (const open of await invoicesOf(id, { status: "open" }))
    await sales.api.invoices.pay({ params: { id: open.id }, body: { reference: "x" } });
  await travel(22 * day);
  const next = (await invoicesOf(id, { status: "paid" })).find(({ total_cents }) => total_cents === 0);
  expect(next?.lines.at(-1)).toMatchObject({ kind: "credit", description: "Credit carried over to the next invoice" });
  expect(await invoicesOf(id, { status: "draft" })).toMatchObject([
    {
      total_cents: -(next?.lines.at(-1)?.amount_cents ?? 0),
      lines: [{ description: "Credit of the previous invoice" }],
    },
  ]);
});

test("a change to annual billing begins a new period and credits the rest of the old one", async () => {
  const { id } = await aCustomer(plane, { plan_id: "midsize" });
  await invoice();
  await change(id, { billing_period: "annual" });
  await expect.poll(async () => (await invoicesOf(id)).length).toBe(2);
  const annual = await newest(id);
  expect(annual.lines).toMatchObject([
    { kind: "proration", description: "Unused time on Plan Midsize" },
    { kind: "plan", amount_cents: 799_000 },
  ]);
  const [, line] = annual.lines;
  expect(Date.parse(line?.period_end ?? "") - Date.parse(line?.period_start ?? "")).toBeGreaterThan(364 * day);
});

test("customers see their own invoices and no others; roles limit what they may do", async () => {
  const [one, other] = [await aCustomer(plane), await aCustomer(plane)];
  await invoice();
  const viewer = await portalPerson(plane, one.id, "viewer");
  const { items } = await viewer.api.invoices.list({ query: {} });
  expect(items.map(({ tenant_id }) => tenant_id)).toEqual([one.id]);
  const foreign = { id: (await newest(other.id)).id };
  await expect(viewer.api.invoices.get({ params: foreign })).rejects.toMatchObject({ status: 404 });
  expect((await viewer.api.invoices.list({ query: { tenant_id: other.id } })).items).toEqual([]);
  const body = { company: "Ann Inc" };
  await expect(viewer.api.billing.setPaymentMethod({ body })).rejects.toMatchObject({ code: "FORBIDDEN" });
  const admin = await portalPerson(plane, one.id, "admin");
  const own = { id: items[0]?.id ?? "" };
  const pay = admin.api.invoices.pay({ params: own, body: { reference: "mine" } });
  await expect(pay).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(admin.api.billing.setPaymentMethod({ body: { ...body, tenant_id: other.id } })).rejects.toMatchObject({
    status: 404,
  });
  const staff = { email: "supporter@example.com", name: "Sue", role: "support", password: goodPassword };
  await plane.staff.api.users.create({ body: staff });
  const support = await plane.login(staff.email, goodPassword, "staff");
  expect(await support.api.invoices.get({ params: own })).toMatchObject({ tenant_id: one.id });
  const marked = support.api.invoices.pay({ params: own, body: { reference: "none" } });
  await expect(marked).rejects.toMatchObject({ code: "FORBIDDEN" });
  const exported = await fetch(`${plane.url}/api/invoices/export`, { headers: admin.headers });
  expect(exported.status).toBe(403);
});

test("details of the payment method are on the next invoices; updating them reactivates when nothing is overdue", async () => {
  const { id } = await aCustomer(plane, { plan_id: "startup" });
  const billing = await portalPerson(plane, id, "billing");
  const body = { company: "<b>Ann & Co</b>", address: "1 Road\nTown", vat_id: "XY1", po_number: "PO 7" };
  const { url, payment_method } = await billing.api.billing.setPaymentMethod({ body });
  expect([url, payment_method.provider, payment_method.company]).toEqual([null, "manual", body.company]);
  expect(await billing.api.billing.paymentMethod()).toMatchObject({
    ...body,
    billing_email: null,
    card_available: false,
  });
  await invoice();
  await change(id, { plan_id: "midsize" });
  await expect.poll(async () => (await newest(id)).billed_to).toMatchObject(body);
  const { id: invoiceId, number } = await newest(id);

  const page = await fetch(`${plane.url}/api/invoices/${invoiceId}/document`, { headers: billing.headers });
  expect(page.headers.get("content-disposition")).toContain(`${number}.html`);
  const text = await page.text();
  expect(text).toContain("&lt;b&gt;Ann &amp; Co&lt;/b&gt;");
  expect(text).toContain("Opsplane Ltd\n1 Main Street");
  expect(text).not.toMatch(/<script|<b>|src=|http/i);

  await travel(14 * day);
  expect(await statusOf(id)).toBe("past_due");
  const again = await portalPerson(plane, id, "billing");
  await again.api.billing.setPaymentMethod({ body: { po_number: "PO 8" } });
  expect(await statusOf(id)).toBe("past_due");
});

test("the staff exports all invoices as CSV", async () => {
  const { id } = await aCustomer(plane, { name: '=cmd("x"), Inc' });
  await invoice();
  const answer = await fetch(`${plane.url}/api/invoices/export?tenant_id=${id}`, { headers: sales.headers });
  expect(answer.headers.get("content-type")).toContain("text/csv");
  const [head, row] = (await answer.text()).split("\r\n");
  expect(head).toContain("number,tenant_id,tenant_name");
  expect(row).toContain(`,${id},"'=cmd(""x""), Inc",manual,open,USD,79900,`);
});

test("the numbers of each year are 1, 2, 3 and so on", async () => {
  await travel(366 * day);
  await aCustomer(plane);
  await invoice();
  const { items } = await sales.api.invoices.list({ query: { limit: 1000 } });
  const years = new Map<string, number[]>();
  for (const { number } of items) {
    const [, year = "", count = ""] = /^INV-(\d{4})-(\d{6})$/.exec(number ?? "") ?? [];
    if (year !== "") years.set(year, [...(years.get(year) ?? []), Number(count)]);
  }
  expect(years.size).toBeGreaterThan(1);
  for (const counts of years.values())
    expect(counts.sort((one, other) => one - other)).toEqual(counts.map((_, index) => index + 1));
});
