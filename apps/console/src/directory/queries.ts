import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";

export function usePeople(q: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["directory", "users", q],
    queryFn: ({ signal }) => api.directory.users({ query: { ...(q ? { q } : {}), limit: 100 } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
}

export function useTeams(q: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["directory", "groups", q],
    queryFn: ({ signal }) => api.directory.groups({ query: { ...(q ? { q } : {}), limit: 100 } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 5 * 60_000,
  });
}
