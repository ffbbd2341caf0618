import type { Input, operations } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { toastDone, toastError } from "../../ui/toast.tsx";
import { reportKeys } from "../queries.ts";

export type ListFields = Input<typeof operations.reportSubscriptions.create>["body"];

/** Creates a distribution list, or saves one on the version that was read. */
export function useSaveList(reportId: string, listId: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: ListFields; onVersion?: number }) =>
      listId === undefined
        ? api.reportSubscriptions.create({ params: { id: reportId }, body: fields })
        : api.reportSubscriptions.update(
            { params: { id: reportId, subscription_id: listId }, body: fields },
            { headers: { "if-match": `"${onVersion}"` } },
          ),
    onSuccess: ({ name }) => toastDone(`${name} saved`),
    onSettled: () => client.invalidateQueries({ queryKey: reportKeys.lists(reportId) }),
  });
}

export function useRemoveList(reportId: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.reportSubscriptions.remove({ params: { id: reportId, subscription_id: id } }),
    onSuccess: () => toastDone("Distribution list deleted"),
    onError: (error) => toastError(error, "Couldn't delete the distribution list"),
    onSettled: () => client.invalidateQueries({ queryKey: reportKeys.lists(reportId) }),
  });
}
