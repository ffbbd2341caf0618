import { Button } from "@mantine/core";
import { invoiceStatuses } from "@opsplane/contract/control-plane";
import { IconDownload, IconReceipt } from "@tabler/icons-react";
import { getRouteApi } from "@tanstack/react-router";
import { saveAs } from "../../ui/attachments/save-as.ts";
import { Face } from "../../ui/faces.tsx";
import { ClearButton } from "../../ui/list/toolbar.tsx";
import { PagedFace } from "../../ui/paged-face.tsx";
import { useChange } from "../api.tsx";
import { useCan, useIsStaff } from "../can.ts";
import { ChoiceFilter, knownIn } from "../frame/choice-filter.tsx";
import { DataTable } from "../frame/data-table.tsx";
import { PortalPage } from "../frame/portal-page.tsx";
import { invoiceWords } from "../words.ts";
import { invoiceColumns, staffInvoiceColumns } from "./invoice-columns.tsx";
import { type InvoiceFilters, useInvoices } from "./queries.ts";

const route = getRouteApi("/invoices");

export function InvoicesPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const can = useCan();
  const status = knownIn(invoiceStatuses, search.status);
  const filters: InvoiceFilters = {
    ...(status ? { status } : {}),
    ...(search.overdue ? { overdue: true } : {}),
    ...(search.tenant ? { tenant_id: search.tenant } : {}),
  };
  const change = (next: Partial<typeof search>) => void navigate({ search: { ...search, ...next }, replace: true });
  const clear = () => void navigate({ search: {} });
  return (
    <PortalPage
      title="Invoices"
      needs="invoices:read"
      actions={can("invoices:export") ? <ExportButton filters={filters} /> : null}
      toolbar={
        <>
          <ChoiceFilter
            label="State"
            known={invoiceStatuses}
            words={invoiceWords}
            chosen={status}
            onChange={(next) => change({ status: next })}
          />
          <Button
            variant={search.overdue ? "light" : "default"}
            fw={400}
            aria-pressed={Boolean(search.overdue)}
            onClick={() => change({ overdue: search.overdue ? undefined : "1" })}
          >
            Overdue
          </Button>
          {Object.keys(filters).length > 0 ? <ClearButton onClick={clear} /> : null}
        </>
      }
    >
      {() => <InvoiceList filters={filters} />}
    </PortalPage>
  );
}

function InvoiceList({ filters }: { filters: InvoiceFilters }) {
  const isStaff = useIsStaff();
  const invoices = useInvoices(filters);
  const filtered = Object.keys(filters).length > 0;
  return (
    <PagedFace
      list={invoices}
      empty={
        <Face icon={<IconReceipt size={20} />} title={filtered ? "No matching invoices" : "No invoices yet"}>
          {filtered ? "Clear the filters to see all." : "The first one is issued when a paid period begins."}
        </Face>
      }
    >
      {(items) => (
        <DataTable columns={isStaff ? staffInvoiceColumns : invoiceColumns} rows={items} keyOf={({ id }) => id} />
      )}
    </PagedFace>
  );
}

function ExportButton({ filters }: { filters: InvoiceFilters }) {
  const download = useChange(
    async (api, query: InvoiceFilters) => saveAs(await api.invoices.export({ query }), "invoices.csv"),
    { failed: "Couldn't export the invoices" },
  );
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={15} />}
      loading={download.isPending}
      onClick={() => download.mutate(filters)}
    >
      Export CSV
    </Button>
  );
}
