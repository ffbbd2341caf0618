import { type Incident, maxAttachments } from "@opsplane/contract";
import { keepPreviousData, type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { listedRecord } from "../api/listed.ts";
import { useTimelinePages } from "../ui/timeline/queries.ts";

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

/** All of them: an incident has no more than fit on one page. */
export function useAttachments(incidentId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["incidents", "attachments", incidentId],
    queryFn: async ({ signal }) =>
      (await api.incidents.attachments({ params: { id: incidentId }, query: { limit: maxAttachments } }, { signal }))
        .items,
  });
}

/** Whether this tenant has any incident at all. */
export function useAnyIncident() {
  const api = useApi();
  return useQuery({
    queryKey: ["incidents", "any"],
    queryFn: async ({ signal }) => (await api.incidents.list({ query: { limit: 1 } }, { signal })).total > 0,
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

function listed(client: QueryClient, wanted: string): Incident | undefined {
  return listedRecord<Incident>(
    client,
    ["incidents", "page"],
    ({ reference }) => reference === wanted,
    ({ description, resolution_notes }) => [description, resolution_notes],
  );
}
