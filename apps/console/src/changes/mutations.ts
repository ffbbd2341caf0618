import type { Change, Input, operations } from "@opsplane/contract";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastError } from "../ui/toast.tsx";

type ChangePatch = Input<typeof operations.changes.update>["body"];
export type NewChange = Input<typeof operations.changes.create>["body"];

interface Update {
  patch: ChangePatch;
  /** The version that the edit is based on. Without it the edit is saved on any version. */
  onVersion?: number;
}

/** Edits or moves a change. The caller handles a CONFLICT. */
export function useUpdateChange(change: Change) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ patch, onVersion }: Update) =>
      api.changes.update(
        { params: { id: change.id }, body: patch },
        onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
      ),
    onSuccess: (saved) => replace(client, saved),
    onError: (error) => {
      if (error.code !== "CONFLICT") toastError(error, "Couldn't save the change");
    },
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["changes"] }),
        client.invalidateQueries({ queryKey: ["approvals"] }),
      ]),
  });
}

export function useCreateChange() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, key }: { fields: NewChange; key: string }) =>
      api.changes.create({ body: fields }, { headers: { "idempotency-key": key } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ["changes"] }),
  });
}

export function useCommentOnChange(change: Change) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: string) => api.changes.comment({ params: { id: change.id }, body: { body } }),
    onError: (error) => toastError(error, "Couldn't save the comment"),
    onSuccess: () => client.invalidateQueries({ queryKey: ["changes", "timeline", change.id] }),
  });
}

function replace(client: QueryClient, saved: Change) {
  client.setQueriesData<Change>({ queryKey: ["changes", "one"] }, (old) => (old?.id === saved.id ? saved : old));
}
