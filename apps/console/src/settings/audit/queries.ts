import type { Input, operations } from "@opsplane/contract";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";

export type AuditFilters = Pick<
  Input<typeof operations.audit.list>["query"],
  "actor" | "action" | "include" | "target_type" | "target_id" | "from"
>;

export function useAudit(filters: AuditFilters) {
  const api = useApi();
  return usePaged(["audit", filters], (page, call) => api.audit.list({ query: { ...filters, ...page } }, call));
}

/** Loads an entry with its full values, because lists cut them. An entry never changes. */
export function useAuditEntry(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["audit", "one", id],
    queryFn: ({ signal }) => api.audit.get({ params: { id } }, { signal }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
