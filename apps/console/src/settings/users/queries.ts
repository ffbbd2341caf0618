import type { Input, operations } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type UserFilters = Pick<Input<typeof operations.users.list>["query"], "q" | "role" | "status">;
type NewUser = Input<typeof operations.users.create>["body"];
type UserPatch = Input<typeof operations.users.update>["body"];

export function useUsers(filters: UserFilters) {
  const api = useApi();
  return usePaged(["users", filters], (page, call) => api.users.list({ query: { ...filters, ...page } }, call));
}

export function useInvite() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NewUser) => api.users.create({ body }),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}

export function useUpdateUser() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, patch }: { id: string; patch: UserPatch }) => api.users.update({ params: { id }, body: patch }),
    onSuccess: ({ name }) => toastDone(`${name} is changed.`),
    onError: (error) => toastError(error, "Couldn't update the user"),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}

export function useResetUser() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.users.reset({ params: { id } }),
    onError: (error) => toastError(error, "Couldn't reset the password"),
    onSettled: () => client.invalidateQueries({ queryKey: ["users"] }),
  });
}
