import type { QueryPage } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { toastDone } from "../../ui/toast.tsx";

const queryKey = ["saved-queries"];
const maxShown = 200;

export function useSavedQueries(page: QueryPage, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => api.savedQueries.list({ query: { page, limit: maxShown } }, { signal }),
    enabled,
  });
}

export function useSaveQuery(page: QueryPage) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: { name: string; search: Record<string, string>; shared: boolean }) =>
      api.savedQueries.create({ body: { page, ...query } }),
    onSuccess: ({ name }) => toastDone(`Saved "${name}"`),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useDeleteQuery() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.savedQueries.remove({ params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
