import type { Invoice } from "@opsplane/contract/control-plane";
import type { Db } from "@opsplane/runtime";
import { type InvoiceFilter, invoicesAfter } from "./invoices.ts";

const columns = [
  "number",
  "tenant_id",
  "tenant_name",
  "provider",
  "status",
  "currency",
  "total_cents",
  "issued_at",
  "due_at",
  "paid_at",
  "reference",
] as const satisfies readonly (keyof Invoice)[];

const batch = 500;

/** Invoices as CSV, read in batches while they are sent. */
export async function* invoicesAsCsv(db: Db, filter: InvoiceFilter): AsyncGenerator<Buffer> {
  yield Buffer.from(`${columns.join(",")}\r\n`);
  let last: Invoice | undefined;
  do {
    const rows = await invoicesAfter(db, filter, last, batch);
    if (rows.length > 0) yield Buffer.from(rows.map(row).join(""));
    last = rows.length === batch ? rows[batch - 1] : undefined;
  } while (last);
}

function row(invoice: Invoice): string {
  return `${columns.map((name) => cell(invoice[name])).join(",")}\r\n`;
}

/** A spreadsheet would run a text that starts like a formula. */
export function cell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
