import type { Input, operations } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

type GroupFields = Input<typeof operations.groups.create>["body"];

export function useGroups(q: string) {
  const api = useApi();
  return usePaged(["groups", q], (page, call) => api.groups.list({ query: { ...(q ? { q } : {}), ...page } }, call));
}

export function useSaveGroup(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: GroupFields) =>
      id === undefined ? api.groups.create({ body }) : api.groups.update({ params: { id }, body }),
    onSuccess: ({ name }) => toastDone(`Group ${name} saved`),
    onSettled: () => client.invalidateQueries({ queryKey: ["groups"] }),
  });
}

export function useRemoveGroup() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.groups.remove({ params: { id } }),
    onSuccess: () => toastDone("Group deleted"),
    onError: (error) => toastError(error, "Couldn't delete the group"),
    onSettled: () => client.invalidateQueries({ queryKey: ["groups"] }),
  });
}
