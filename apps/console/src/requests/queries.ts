import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { pageSize, useListWindow } from "../ui/list-window.ts";
import { useTimelinePages } from "../ui/timeline/queries.ts";
import { listQueryOf, type RequestFilters } from "./filters.ts";

export function useRequests(filters: RequestFilters) {
  const api = useApi();
  return useListWindow(`requests ${JSON.stringify(filters)}`, (index) => ({
    queryKey: ["requests", "page", filters, index],
    queryFn: ({ signal }) =>
      api.requests.list({ query: { ...listQueryOf(filters), limit: pageSize, offset: index * pageSize } }, { signal }),
  }));
}

export function useRequest(reference: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["requests", "one", reference],
    queryFn: ({ signal }) => api.requests.get({ params: { id: reference } }, { signal }),
    enabled,
  });
}

export function useRequestTimeline(requestId: string) {
  const api = useApi();
  return useTimelinePages(["requests", "timeline", requestId], (query, call) =>
    api.requests.timeline({ params: { id: requestId }, query }, call),
  );
}
