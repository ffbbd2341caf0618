import type { Incident } from "@opsplane/contract";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Api, useApi } from "../api/api.tsx";
import { listedRecord } from "../api/listed.ts";
import { type ListWindow, pageSize, useListWindow } from "../ui/list-window.ts";
import { useTimelinePages } from "../ui/timeline/queries.ts";
import { type Filters, listQueryOf } from "./filters.ts";

export function useIncident(reference: string) {
  const api = useApi();
  const client = useQueryClient();
  return useQuery({
    queryKey: ["incidents", "one", reference],
    queryFn: ({ signal }) => api.incidents.get({ params: { id: reference } }, { signal }),
    placeholderData: () => listed(client, reference),
  });
}

export function useTimeline(incidentId: string) {
  const api = useApi();
  return useTimelinePages(["incidents", "timeline", incidentId], (query, call) =>
    api.incidents.timeline({ params: { id: incidentId }, query }, call),
  );
}

export function useIncidentList(filters: Filters): ListWindow<Incident> {
  const api = useApi();
  return useListWindow(JSON.stringify(["incidents", filters]), (index) => pageQuery(api, filters, index));
}

/** Whether this tenant has any incident at all: an empty list means something else on the first day. */
export function useAnyIncident(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["incidents", "any"],
    queryFn: async ({ signal }) => (await api.incidents.list({ query: { limit: 1 } }, { signal })).total > 0,
    enabled,
  });
}

export function useIncidentSearch(q: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["incidents", "search", q],
    queryFn: ({ signal }) =>
      api.incidents.list({ query: { ...(q ? { q } : {}), limit: 6, sort: "-updated_at" } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled,
  });
}

function pageQuery(api: Api, filters: Filters, index: number) {
  return {
    queryKey: ["incidents", "page", filters, index],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      api.incidents.list({ query: { ...listQueryOf(filters), limit: pageSize, offset: index * pageSize } }, { signal }),
  };
}

function listed(client: QueryClient, wanted: string): Incident | undefined {
  return listedRecord<Incident>(
    client,
    ["incidents", "page"],
    ({ reference }) => reference === wanted,
    ({ description, resolution_notes }) => [description, resolution_notes],
  );
}
