import type { Invoice } from "@opsplane/contract/control-plane";
import { money } from "./rules.ts";

/** An invoice as one page without scripts or outside resources, to print or to keep. */
export function invoicePage(invoice: Invoice, issuer: string): string {
  const title = invoice.number ?? "Draft";
  const rows = invoice.lines.map(
    ({ description, period_start, period_end, amount_cents }) => html`
      <tr><td>${description}${periodOf(period_start, period_end)}</td><td class="amount">${money(amount_cents, invoice.currency)}</td></tr>`,
  );
  const facts: [string, string | null][] = [
    ["Invoice", title],
    ["Status", invoice.is_overdue ? "overdue" : invoice.status],
    ["Issued", day(invoice.issued_at)],
    ["Due", day(invoice.due_at)],
    ["Paid", day(invoice.paid_at)],
    ["Your reference", invoice.billed_to.po_number],
    ["Your VAT ID", invoice.billed_to.vat_id],
  ];
  return `<!doctype html>${
    html`<html lang="en"><head><meta charset="utf-8"><title>${`Invoice ${title}`}</title><style>${raw(style)}</style></head>
<body>
<header><address>${issuer}</address><h1>${`Invoice ${title}`}</h1></header>
<section><address>${[invoice.billed_to.company ?? invoice.tenant_name, invoice.billed_to.address ?? ""].join("\n")}</address>
<dl>${facts.filter(([, value]) => value !== null).map(([name, value]) => html`<dt>${name}</dt><dd>${value ?? ""}</dd>`)}</dl></section>
<table><thead><tr><th>Description</th><th class="amount">Amount</th></tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th>Total</th><td class="amount">${money(invoice.total_cents, invoice.currency)}</td></tr></tfoot></table>
</body></html>`.text
  }\n`;
}

const style = `
  body { font: 14px/1.5 system-ui, sans-serif; color: #1a1a1a; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
  header, section { display: flex; justify-content: space-between; gap: 2rem; margin-bottom: 2rem; }
  h1 { font-size: 1.4rem; margin: 0; }
  address { font-style: normal; white-space: pre-line; }
  dl { display: grid; grid-template-columns: auto auto; gap: 0 1rem; margin: 0; }
  dd { margin: 0; text-align: right; }
  table { width: 100%; border-collapse: collapse; }
  th, td { text-align: left; padding: .4rem 0; border-bottom: 1px solid #ccc; }
  .amount { text-align: right; white-space: nowrap; }
  @media print { body { margin: 0; } }`;

function periodOf(start: string | null, end: string | null): string {
  return start && end ? ` (${day(start)} to ${day(end)})` : "";
}

function day<T extends string | null>(time: T): T extends null ? null : string;
function day(time: string | null): string | null {
  return time?.slice(0, 10) ?? null;
}

interface Markup {
  readonly text: string;
}

/** Markup from a template. Texts in it are escaped, other markup is not. */
function html(strings: TemplateStringsArray, ...values: (string | Markup | readonly Markup[])[]): Markup {
  const text = strings.reduce((written, part, index) => written + shown(values[index - 1] ?? "") + part);
  return { text };
}

function raw(text: string): Markup {
  return { text };
}

function shown(value: string | Markup | readonly Markup[]): string {
  if (typeof value === "string") return escaped(value);
  return "text" in value ? value.text : value.map(({ text }) => text).join("");
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
