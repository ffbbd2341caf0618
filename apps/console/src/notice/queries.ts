import type { Input, operations } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastDone } from "../ui/toast.tsx";

export type NoticeFields = Input<typeof operations.notice.set>["body"];

const queryKey = ["notice"];

export function useNotice() {
  const api = useApi();
  return useQuery({ queryKey, queryFn: ({ signal }) => api.notice.get({}, { signal }) });
}

/** Saves on the version that was read. */
export function useSaveNotice() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: NoticeFields; onVersion?: number }) =>
      api.notice.set({ body: fields }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: (saved) => {
      client.setQueryData(queryKey, saved);
      toastDone("Notice saved");
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

export function useClearNotice() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.notice.clear(),
    onSuccess: () => toastDone("Notice cleared"),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
