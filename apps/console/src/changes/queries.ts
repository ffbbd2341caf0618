import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { useTimelinePages } from "../ui/timeline/queries.ts";

export function useChange(reference: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["changes", "one", reference],
    queryFn: ({ signal }) => api.changes.get({ params: { id: reference } }, { signal }),
    enabled,
  });
}

export function useChangeSearch(q: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["changes", "search", q],
    queryFn: ({ signal }) => api.changes.list({ query: { q, limit: 5, sort: "-updated_at" } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled,
  });
}

export function useCalendar(from: string, to: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["changes", "calendar", from, to],
    queryFn: ({ signal }) => api.changes.calendar({ query: { from, to } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useConflicts(changeId: string) {
  const api = useApi();
  return usePaged(["changes", "conflicts", changeId], (query, call) =>
    api.changes.conflicts({ params: { id: changeId }, query }, call),
  );
}

export function useChangeTimeline(changeId: string) {
  const api = useApi();
  return useTimelinePages(["changes", "timeline", changeId], (query, call) =>
    api.changes.timeline({ params: { id: changeId }, query }, call),
  );
}
