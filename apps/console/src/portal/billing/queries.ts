import type { Input } from "@opsplane/contract";
import type { controlOperations } from "@opsplane/contract/control-plane";
import { useQuery } from "@tanstack/react-query";
import { usePaged } from "../../api/paged.ts";
import { usePortalApi } from "../api.tsx";

export type InvoiceFilters = Pick<
  Input<typeof controlOperations.invoices.list>["query"],
  "status" | "overdue" | "tenant_id"
>;

export function useInvoices(filters: InvoiceFilters) {
  const api = usePortalApi();
  return usePaged(["invoices", filters], (page, call) => api.invoices.list({ query: { ...filters, ...page } }, call));
}

/** The newest invoices of a customer, for an overview. */
export function useNewestInvoices(tenant_id: string) {
  const api = usePortalApi();
  return useQuery({
    queryKey: ["invoices", "newest", tenant_id],
    queryFn: ({ signal }) => api.invoices.list({ query: { tenant_id, limit: 5 } }, { signal }),
  });
}

export function useInvoice(id: string) {
  const api = usePortalApi();
  return useQuery({
    queryKey: ["invoices", "one", id],
    queryFn: ({ signal }) => api.invoices.get({ params: { id } }, { signal }),
  });
}

/** How a customer pays. The staff names the customer; a customer means itself. */
export function usePaymentMethod(tenantId: string | undefined) {
  const api = usePortalApi();
  return useQuery({
    queryKey: ["payment-method", tenantId],
    queryFn: ({ signal }) =>
      api.billing.paymentMethod({ query: tenantId === undefined ? {} : { tenant_id: tenantId } }, { signal }),
  });
}
