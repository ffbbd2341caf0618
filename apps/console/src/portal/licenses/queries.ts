import type { Input } from "@opsplane/contract";
import type { controlOperations } from "@opsplane/contract/control-plane";
import { useQuery } from "@tanstack/react-query";
import { usePaged } from "../../api/paged.ts";
import { usePortalApi } from "../api.tsx";

export type LicenseFilters = Pick<
  Input<typeof controlOperations.licenses.list>["query"],
  "tenant_id" | "state" | "expires_within_days"
>;

export function useLicenses(filters: LicenseFilters) {
  const api = usePortalApi();
  return usePaged(["licenses", filters], (page, call) => api.licenses.list({ query: { ...filters, ...page } }, call));
}

export function usePublicKeys() {
  const api = usePortalApi();
  return useQuery({ queryKey: ["public-keys"], queryFn: ({ signal }) => api.licenses.publicKeys({}, { signal }) });
}
