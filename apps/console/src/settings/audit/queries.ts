import type { Input, operations } from "@opsplane/contract";
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
