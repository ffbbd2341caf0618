import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { useTimelinePages } from "../ui/timeline/queries.ts";

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
