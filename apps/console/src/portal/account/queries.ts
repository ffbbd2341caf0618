import { useQuery } from "@tanstack/react-query";
import { usePortalApi } from "../api.tsx";

const pollMs = 3_000;

/** A customer. While its tenant is being prepared, the state is asked for again and again. */
export function useCustomer(id: string) {
  const api = usePortalApi();
  return useQuery({
    queryKey: ["customer", id],
    queryFn: ({ signal }) => api.tenants.get({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.provisioning === "pending" ? pollMs : false),
  });
}

export function useSubscription(tenant_id: string) {
  const api = usePortalApi();
  return useQuery({
    queryKey: ["subscription", tenant_id],
    queryFn: ({ signal }) => api.subscriptions.get({ params: { tenant_id } }, { signal }),
  });
}

/** The price of a period with the current plan. */
export function usePrice(tenant_id: string) {
  const api = usePortalApi();
  return useQuery({
    queryKey: ["preview", tenant_id, "unchanged"],
    queryFn: ({ signal }) => api.subscriptions.preview({ params: { tenant_id }, body: {} }, { signal }),
  });
}

export function useUsage(tenant_id: string) {
  const api = usePortalApi();
  return useQuery({
    queryKey: ["usage", tenant_id],
    queryFn: ({ signal }) => api.subscriptions.usage({ params: { tenant_id } }, { signal }),
  });
}
