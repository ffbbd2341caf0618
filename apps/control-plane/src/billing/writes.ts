import { type InvoiceLine, invoiceEvents, type TenantSubscription } from "@opsplane/contract/control-plane";
import type { WriteScope } from "@opsplane/runtime";
import { paymentFailed, paymentSucceeded, readSubscription, setPeriod } from "../subscriptions/index.ts";
import { type Account, detailsOf, lockAccount, pricesOf, saveBilled } from "./accounts.ts";
import * as invoices from "./invoices.ts";
import * as rules from "./rules.ts";

/** How long after its issue an invoice falls due. */
export interface Terms {
  dueDays: number;
}

const dayMs = 24 * 3_600_000;

/** Invoices the period that begins now. False when none begins. */
export async function billPeriod(write: WriteScope, tenantId: string, terms: Terms): Promise<undefined | false> {
  const account = await lockAccount(write.db, tenantId);
  const subscription = await readSubscription(write, tenantId);
  if (!subscription || !isInvoiced(subscription)) return false;
  const next = nextPeriod(account, subscription, write.now);
  if (!next || isCanceledBy(subscription, next.start)) return false;
  await billWholePeriod(write, account, subscription, next, { terms, credits: [] });
  return undefined;
}

function isInvoiced({ payment_provider, status }: TenantSubscription): boolean {
  return payment_provider === "manual" && (status === "active" || status === "past_due");
}

function isCanceledBy({ cancel_at }: TenantSubscription, time: Date): boolean {
  return cancel_at !== null && new Date(cancel_at) <= time;
}

interface NextPeriod {
  start: Date;
  end: Date;
  anchorDay: number;
}

function nextPeriod(account: Account, subscription: TenantSubscription, now: Date): NextPeriod | undefined {
  const { billing_period, current_period_start, current_period_end } = subscription;
  const newPeriod = () => ({ ...rules.periodFrom(now, billing_period, now.getUTCDate()), anchorDay: now.getUTCDate() });
  if (account.invoiced_until === null) {
    const [start, end] = [new Date(current_period_start), new Date(current_period_end)];
    return end > now ? { start, end, anchorDay: start.getUTCDate() } : newPeriod();
  }
  const start = new Date(account.invoiced_until);
  if (start > now) return undefined;
  const anchorDay = account.anchor_day ?? start.getUTCDate();
  const period = rules.periodFrom(start, billing_period, anchorDay);
  // After a long suspension a new period begins, and nothing is charged for the time without service.
  return period.end > now ? { ...period, anchorDay } : newPeriod();
}

async function billWholePeriod(
  write: WriteScope,
  account: Account,
  subscription: TenantSubscription,
  { start, end, anchorDay }: NextPeriod,
  { terms, credits }: { terms: Terms; credits: readonly InvoiceLine[] },
): Promise<void> {
  const { items, currency } = await pricesOf(write.db, subscription);
  const { billing_period } = subscription;
  const billed: rules.Billed = { billing_period, start: start.toISOString(), end: end.toISOString(), items };
  await setPeriod(write, account.tenant_id, { start, end });
  await saveBilled(write.db, account.tenant_id, { billed, anchorDay });
  await issue(write, account, { currency, lines: [...credits, ...rules.periodLines(billed)], terms });
}

/** A customer who paid by card is invoiced after the period that is paid. */
export async function beginInvoices(write: WriteScope, subscription: TenantSubscription): Promise<void> {
  const { tenant_id, billing_period, current_period_start: start, current_period_end: end } = subscription;
  const { items } = await pricesOf(write.db, subscription);
  const anchorDay = new Date(start).getUTCDate();
  await saveBilled(write.db, tenant_id, { billed: { billing_period, start, end, items }, anchorDay });
}

/** Charges and credits a change of plan, add-ons or billing period since the last invoice. */
export async function billChange(
  write: WriteScope,
  tenantId: string,
  at: Date,
  terms: Terms,
): Promise<undefined | false> {
  const account = await lockAccount(write.db, tenantId);
  const subscription = await readSubscription(write, tenantId);
  const { billed } = account;
  if (!billed || !subscription || !isInvoiced(subscription) || at >= new Date(billed.end)) return false;
  if (subscription.billing_period !== billed.billing_period) {
    const period = rules.periodFrom(at, subscription.billing_period, at.getUTCDate());
    const credits = rules.prorationLines(billed, [], at);
    await billWholePeriod(write, account, subscription, { ...period, anchorDay: at.getUTCDate() }, { terms, credits });
    return undefined;
  }
  const { items: priced, currency } = await pricesOf(write.db, subscription);
  // What stays keeps the price at which it was invoiced.
  const items = priced.map((each) => billed.items.find(({ item }) => item === each.item) ?? each);
  if (rules.sameItems(billed.items, items)) return false;
  const lines = rules.prorationLines(billed, items, at);
  const anchorDay = account.anchor_day ?? at.getUTCDate();
  await saveBilled(write.db, tenantId, { billed: { ...billed, items }, anchorDay });
  if (rules.sumOf(lines) > 0) await issue(write, account, { currency, lines, terms });
  else if (lines.length > 0) await keepForNext(write, account, currency, lines);
  return undefined;
}

async function keepForNext(
  { db, audit }: WriteScope,
  account: Account,
  currency: string,
  lines: readonly InvoiceLine[],
): Promise<void> {
  const { tenant_id: tenantId } = account;
  const kept = [...(await invoices.takeDraft(db, tenantId)), ...lines];
  await invoices.insertDraft(db, { tenantId, currency, lines: kept, billedTo: detailsOf(account) });
  audit({ target: { type: "subscription", id: tenantId, name: tenantId }, after: { credited: lines } });
}

/** Issues an invoice with these lines and what waited in the draft. */
async function issue(
  { db, now, audit, announce }: WriteScope,
  account: Account,
  { currency, lines, terms }: { currency: string; lines: readonly InvoiceLine[]; terms: Terms },
): Promise<void> {
  const { tenant_id: tenantId } = account;
  const billedTo = detailsOf(account);
  const { lines: final, credit } = rules.carriedOver([...(await invoices.takeDraft(db, tenantId)), ...lines]);
  const times = { issuedAt: now, dueAt: new Date(now.getTime() + terms.dueDays * dayMs) };
  const { id, number } = await invoices.insertIssued(db, { tenantId, currency, lines: final, billedTo }, times);
  if (credit) await invoices.insertDraft(db, { tenantId, currency, lines: [credit], billedTo });
  audit({ target: { type: "invoice", id, name: number }, after: { total_cents: rules.sumOf(final), lines: final } });
  announce(invoiceEvents.issued, id, { tenant_id: tenantId, number });
}

/** Tells the subscription that an invoice fell due unpaid, as of its due time. */
export async function fallDue(write: WriteScope, invoiceId: string): Promise<undefined | false> {
  const invoice = await invoices.noteOverdue(write.db, invoiceId);
  if (!invoice) return false;
  write.audit({ target: { type: "invoice", id: invoiceId, name: invoice.tenant_id }, after: { overdue: true } });
  await paymentFailed(write, invoice.tenant_id, new Date(invoice.due_at));
  write.announce(invoiceEvents.changed, invoiceId, { tenant_id: invoice.tenant_id, status: "open" });
  return undefined;
}

/** The subscription is active again when nothing is overdue. */
export async function settle(write: WriteScope, tenantId: string, at: Date): Promise<void> {
  if (!(await invoices.hasOverdue(write.db, tenantId))) await paymentSucceeded(write, tenantId, at);
}
