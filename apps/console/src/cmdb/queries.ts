import { activeChangeStatuses, type ConfigItem, type Direction, isId, openIncidentStatuses } from "@opsplane/contract";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { listedRecord } from "../api/listed.ts";
import { usePaged } from "../api/paged.ts";

export function useItem(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useQuery({
    queryKey: ["cmdb", "one", id],
    queryFn: ({ signal }) => api.cmdb.get({ params: { id } }, { signal }),
    placeholderData: () => listed(client, id),
  });
}

/** The ids that can be items. Incidents may name anything. */
export function itemIdsIn(ids: readonly string[]): string[] {
  return ids.filter(isId);
}

/** The items with these ids; other ids are not in the CMDB. */
export function useItemsByIds(named: readonly string[], enabled = true) {
  const api = useApi();
  const ids = itemIdsIn(named);
  return useQuery({
    queryKey: ["cmdb", "some", ids],
    queryFn: async ({ signal }) => (await api.cmdb.items({ query: { ids, limit: 200 } }, { signal })).items,
    placeholderData: keepPreviousData,
    enabled: enabled && ids.length > 0,
  });
}

export function useItemSearch(q: string, enabled: boolean, limit = 20) {
  const api = useApi();
  return useQuery({
    queryKey: ["cmdb", "search", q, limit],
    queryFn: ({ signal }) => api.cmdb.items({ query: { ...(q ? { q } : {}), limit } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled,
  });
}

/** The item with exactly this name: the configuration item of a service. */
export function useItemNamed(name: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["cmdb", "named", name],
    queryFn: async ({ signal }) => {
      const { items } = await api.cmdb.items({ query: { q: name, limit: 50 } }, { signal });
      return items.find((item) => item.name.toLowerCase() === name.toLowerCase()) ?? null;
    },
    staleTime: 60_000,
    enabled: enabled && name !== "",
  });
}

export function useClasses(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["cmdb", "classes"],
    queryFn: async ({ signal }) => (await api.cmdb.classes({ query: { limit: 1000 } }, { signal })).items,
    staleTime: 5 * 60_000,
    enabled,
  });
}

export function useHistory(id: string) {
  const api = useApi();
  return usePaged(["cmdb", "history", id], (query, call) => api.cmdb.history({ params: { id }, query }, call));
}

export function useRelations(id: string) {
  const api = useApi();
  return usePaged(["cmdb", "relations", id], (page, call) =>
    api.cmdb.relations({ query: { ci_id: id, ...page } }, call),
  );
}

export interface ImpactInput {
  ids: readonly string[];
  direction: Direction;
  depth: number;
}

/** The graph and the list show at most this many affected items. The totals count all. */
const maxAffected = 500;

export function useImpact({ ids, direction, depth }: ImpactInput, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["cmdb", "impact", ids, direction, depth],
    queryFn: ({ signal }) =>
      api.cmdb.impact({ query: { ci_id: [...ids], direction, depth, limit: maxAffected } }, { signal }),
    enabled,
  });
}

/** The open incidents of this item. */
export function useItemIncidents(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["cmdb", "incidents", id],
    queryFn: ({ signal }) =>
      api.incidents.list(
        { query: { ci_id: [id], status: [...openIncidentStatuses], sort: "severity", limit: 20 } },
        { signal },
      ),
    enabled,
  });
}

/** Drafts and canceled changes were not implemented. */
const madeStatuses = [...activeChangeStatuses, "completed", "failed"] as const;

/** Changes of these items, latest first. With `since`, those implemented between then and now, by their windows. */
export function useItemChanges(ids: readonly string[], enabled: boolean, since?: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["changes", "of-items", ids, since],
    queryFn: ({ signal }) =>
      api.changes.list(
        {
          query: {
            ci_id: [...ids],
            sort: since ? "-requested_start" : "-updated_at",
            limit: 20,
            ...(since ? { from: since, to: "now", status: [...madeStatuses] } : {}),
          },
        },
        { signal },
      ),
    enabled,
  });
}

function listed(client: QueryClient, wanted: string): ConfigItem | undefined {
  return listedRecord<ConfigItem>(
    client,
    ["cmdb", "page"],
    ({ id }) => id === wanted,
    ({ description }) => [description],
  );
}
