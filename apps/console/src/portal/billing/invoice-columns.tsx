import type { Invoice } from "@opsplane/contract/control-plane";
import { TimeText } from "../../time/time.tsx";
import { TextLink } from "../../ui/links.tsx";
import { Tag } from "../../ui/tag.tsx";
import { type Column, TwoLines } from "../frame/data-table.tsx";
import { moneyText } from "../money.ts";
import { invoiceTones, invoiceWords } from "../words.ts";

export const invoiceColumns: readonly Column<Invoice>[] = [
  {
    head: "Invoice",
    cell: ({ id, number, issued_at }) => (
      <TwoLines
        main={
          <TextLink to="/invoices/$id" params={{ id }}>
            {number ?? "Draft"}
          </TextLink>
        }
        sub={issued_at ? <TimeText at={issued_at} as="date" /> : "not issued"}
      />
    ),
  },
  { head: "State", cell: (invoice) => <InvoiceState invoice={invoice} /> },
  {
    head: "Due",
    wide: true,
    cell: ({ due_at }) => (due_at ? <TimeText at={due_at} as="date" /> : <span className="dim">–</span>),
  },
  { head: "Total", oneLine: true, cell: ({ total_cents, currency }) => moneyText(total_cents, currency) },
];

/** With the customer, for the staff. */
export const staffInvoiceColumns: readonly Column<Invoice>[] = [
  ...invoiceColumns.slice(0, 1),
  {
    head: "Customer",
    cell: ({ tenant_id, tenant_name }) => (
      <TextLink to="/customers/$id" params={{ id: tenant_id }}>
        {tenant_name}
      </TextLink>
    ),
  },
  ...invoiceColumns.slice(1),
];

export function InvoiceState({ invoice: { status, is_overdue } }: { invoice: Invoice }) {
  return is_overdue ? <Tag tone="bad">Overdue</Tag> : <Tag tone={invoiceTones[status]}>{invoiceWords[status]}</Tag>;
}
