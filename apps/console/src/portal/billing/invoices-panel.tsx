import { Text } from "@mantine/core";
import { TextLink } from "../../ui/links.tsx";
import { Panel } from "../../ui/panel.tsx";
import { QueryFace } from "../../ui/query-face.tsx";
import { useIsStaff } from "../can.ts";
import { DataTable } from "../frame/data-table.tsx";
import { invoiceColumns } from "./invoice-columns.tsx";
import { useNewestInvoices } from "./queries.ts";

/** The newest invoices of a customer. */
export function InvoicesPanel({ tenantId }: { tenantId: string }) {
  const isStaff = useIsStaff();
  const invoices = useNewestInvoices(tenantId);
  return (
    <Panel
      title="Invoices"
      action={
        <TextLink to="/invoices" search={isStaff ? { tenant: tenantId } : {}}>
          Show all
        </TextLink>
      }
    >
      <QueryFace
        query={invoices}
        isEmpty={({ total }) => total === 0}
        empty={
          <Text size="sm" c="dimmed">
            No invoice has been issued.
          </Text>
        }
      >
        {({ items }) => (
          <DataTable
            rows={items}
            keyOf={({ id }) => id}
            columns={invoiceColumns.filter(({ head }) => head !== "Due")}
          />
        )}
      </QueryFace>
    </Panel>
  );
}
