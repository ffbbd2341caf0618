import type { Page } from "@opsplane/contract";
import type { BilledTo, Invoice, InvoiceLine, InvoiceStatus } from "@opsplane/contract/control-plane";
import { all, type Db, newId, readPage, type Sql, sql } from "@opsplane/runtime";
import type { ProviderInvoice } from "./port.ts";
import { invoiceNumber, sumOf } from "./rules.ts";

const columns = sql`
  invoice.id, invoice.tenant_id, tenant.name as tenant_name, invoice.number, invoice.provider, invoice.status,
  invoice.status = 'open' and (invoice.overdue_at is not null or coalesce(invoice.due_at <= app_now(), false)) as is_overdue,
  invoice.currency, invoice.total_cents, invoice.lines, invoice.billed_to, invoice.issued_at, invoice.due_at, invoice.paid_at,
  invoice.reference, invoice.hosted_url, invoice.version, invoice.created_at, invoice.updated_at`;
const table = sql`invoices invoice join tenants tenant on tenant.id = invoice.tenant_id`;

export interface InvoiceFilter {
  status?: InvoiceStatus;
  overdue?: boolean;
  tenant_id?: string;
}

function matching({ status, overdue, tenant_id }: InvoiceFilter): Sql {
  return all([
    status !== undefined && sql`invoice.status = ${status}`,
    overdue === true &&
      sql`invoice.status = 'open' and (invoice.overdue_at is not null or invoice.due_at <= app_now())`,
    tenant_id !== undefined && sql`invoice.tenant_id = ${tenant_id}`,
  ]);
}

export function listInvoices(
  db: Db,
  { limit = 50, offset = 0, ...filter }: InvoiceFilter & { limit?: number; offset?: number },
): Promise<Page<Invoice>> {
  const where = matching(filter);
  return readPage<Invoice>(db, {
    rows: sql`
      select ${columns} from ${table} where ${where}
      order by invoice.created_at desc, invoice.id desc limit ${limit} offset ${offset}`,
    from: sql`invoices invoice where ${where}`,
    limit,
    offset,
  });
}

/** A batch of invoices in the order of their making, after this one. */
export function invoicesAfter(
  db: Db,
  filter: InvoiceFilter,
  after: Pick<Invoice, "created_at" | "id"> | undefined,
  maxRows: number,
): Promise<Invoice[]> {
  const where = all([
    matching(filter),
    after !== undefined &&
      sql`
      (invoice.created_at, invoice.id) > (select created_at, id from invoices where id = ${after.id})`,
  ]);
  return db.rows(sql`
    select ${columns} from ${table} where ${where} order by invoice.created_at, invoice.id limit ${maxRows}`);
}

export function getInvoice(db: Db, id: string): Promise<Invoice | undefined> {
  return db.first(sql`select ${columns} from ${table} where invoice.id = ${id}`);
}

export function lockInvoice(db: Db, id: string): Promise<Invoice | undefined> {
  return db.first(sql`select ${columns} from ${table} where invoice.id = ${id} for no key update of invoice`);
}

/** The lines that wait for the next invoice. */
export async function takeDraft(db: Db, tenantId: string): Promise<InvoiceLine[]> {
  const taken = await db.first<{ lines: InvoiceLine[] }>(
    sql`delete from invoices where tenant_id = ${tenantId} and status = 'draft' returning lines`,
  );
  return taken?.lines ?? [];
}

export interface NewInvoice {
  tenantId: string;
  currency: string;
  lines: readonly InvoiceLine[];
  billedTo: BilledTo;
}

export async function insertDraft(db: Db, { tenantId, currency, lines, billedTo }: NewInvoice): Promise<void> {
  await db.run(sql`
    insert into invoices (id, tenant_id, provider, status, currency, total_cents, lines, billed_to)
    values (${newId()}, ${tenantId}, 'manual', 'draft', ${currency}, ${sumOf(lines)}, ${JSON.stringify(lines)}::jsonb,
            ${JSON.stringify(billedTo)}::jsonb)`);
}

export async function insertIssued(
  db: Db,
  { tenantId, currency, lines, billedTo }: NewInvoice,
  { issuedAt, dueAt }: { issuedAt: Date; dueAt: Date },
): Promise<{ id: string; number: string }> {
  const [id, total] = [newId(), sumOf(lines)];
  const number = invoiceNumber(issuedAt.getUTCFullYear(), await nextCount(db, issuedAt.getUTCFullYear()));
  const isPaid = total === 0;
  await db.run(sql`
    insert into invoices (id, tenant_id, number, provider, status, currency, total_cents, lines, billed_to, issued_at, due_at, paid_at,
                          reference)
    values (${id}, ${tenantId}, ${number}, 'manual', ${isPaid ? "paid" : "open"}, ${currency}, ${total},
            ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(billedTo)}::jsonb, ${issuedAt}, ${dueAt},
            ${isPaid ? issuedAt : null}, ${isPaid ? "Nothing to pay" : null})`);
  return { id, number };
}

/** The row stays locked until the commit, and a rollback gives the number back: there are no gaps. */
async function nextCount(db: Db, year: number): Promise<number> {
  const counted = await db.first<{ last: number }>(sql`
    insert into invoice_numbers (year, last) values (${year}, 1)
    on conflict (year) do update set last = invoice_numbers.last + 1 returning last`);
  return counted?.last ?? 1;
}

export async function close(
  db: Db,
  id: string,
  { status, reference }: { status: "paid" | "void"; reference: string },
): Promise<void> {
  await db.run(sql`
    update invoices
    set status = ${status}, reference = ${reference}, paid_at = case when ${status} = 'paid' then app_now() end,
        version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

/** The time at which the invoice fell due, if that was not noted before. */
export function noteOverdue(db: Db, id: string): Promise<{ tenant_id: string; due_at: string } | undefined> {
  return db.first(sql`
    update invoices set overdue_at = due_at, version = version + 1, updated_at = app_now()
    where id = ${id} and status = 'open' and overdue_at is null and due_at <= app_now() returning tenant_id, due_at`);
}

export async function hasOverdue(db: Db, tenantId: string, provider?: Invoice["provider"]): Promise<boolean> {
  const found = await db.first(sql`
    select from invoices
    where tenant_id = ${tenantId} and status = 'open' and (overdue_at is not null or due_at <= app_now())
      and (${provider ?? null}::text is null or provider = ${provider ?? null}) limit 1`);
  return found !== undefined;
}

export const fallenDue = (may: (id: Sql) => Sql) => sql`
  select id, tenant_id as "tenantId", due_at from invoices
  where status = 'open' and overdue_at is null and provider = 'manual' and due_at <= app_now() and ${may(sql`id`)}`;

/** Stores an invoice of Stripe. One that is paid stays paid, in any order of the events. */
export function upsertStripe(
  db: Db,
  tenantId: string,
  invoice: ProviderInvoice,
  { isPaid, at, billedTo }: { isPaid: boolean; at: Date; billedTo: BilledTo },
): Promise<{ id: string; status: InvoiceStatus } | undefined> {
  const lines: InvoiceLine[] = invoice.lines.map(({ description, amountCents, period }) => ({
    ...{ kind: "plan", description, amount_cents: amountCents },
    ...{ period_start: period?.start.toISOString() ?? null, period_end: period?.end.toISOString() ?? null },
  }));
  return db.first(sql`
    insert into invoices (id, tenant_id, number, provider, stripe_invoice_id, status, currency, total_cents, lines, billed_to, issued_at,
                          due_at, overdue_at, paid_at, hosted_url)
    values (${newId()}, ${tenantId}, ${invoice.number}, 'stripe', ${invoice.id}, ${isPaid ? "paid" : "open"}, ${invoice.currency},
            ${invoice.totalCents}, ${JSON.stringify(lines)}::jsonb, ${JSON.stringify(billedTo)}::jsonb, ${invoice.issuedAt},
            ${invoice.dueAt}, ${isPaid ? null : at}, ${isPaid ? at : null}, ${invoice.hostedUrl})
    on conflict (stripe_invoice_id) do update
      set status = case when invoices.status = 'paid' then 'paid' else excluded.status end,
          overdue_at = case when invoices.status = 'paid' then invoices.overdue_at
                            else coalesce(invoices.overdue_at, excluded.overdue_at) end,
          paid_at = coalesce(invoices.paid_at, excluded.paid_at), hosted_url = excluded.hosted_url,
          version = invoices.version + 1, updated_at = app_now()
    where invoices.tenant_id = excluded.tenant_id
    returning id, status`);
}

export async function openStripeInvoices(db: Db, tenantId: string): Promise<string[]> {
  const found = await db.rows<{ id: string }>(sql`
    select stripe_invoice_id as id from invoices
    where tenant_id = ${tenantId} and provider = 'stripe' and status = 'open' order by created_at limit 20`);
  return found.map(({ id }) => id);
}
