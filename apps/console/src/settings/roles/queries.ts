import type { Input, operations } from "@opsplane/contract";
import { builtInRoles } from "@opsplane/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { useCan } from "../../session/context.tsx";
import { toastDone, toastError } from "../../ui/toast.tsx";

type RoleFields = Input<typeof operations.roles.create>["body"];

export function useRoles(enabled = true) {
  const api = useApi();
  return usePaged(["roles"], (page, call) => api.roles.list({ query: page }, call), enabled);
}

/** The names of all roles. People who cannot read roles get the built-in ones. */
export function useRoleNames(): string[] {
  const roles = useRoles(useCan()("admin:roles"));
  return roles.data?.items.map(({ name }) => name) ?? Object.keys(builtInRoles);
}

export function useSaveRole(existing: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, ...fields }: RoleFields) =>
      existing === undefined
        ? api.roles.create({ body: { name, ...fields } })
        : api.roles.update({ params: { name: existing }, body: fields }),
    onSuccess: ({ name }) => toastDone(`Role ${name} saved`),
    onSettled: () => client.invalidateQueries({ queryKey: ["roles"] }),
  });
}

export function useRemoveRole() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => api.roles.remove({ params: { name } }),
    onSuccess: (_, name) => toastDone(`Role ${name} deleted`),
    onError: (error) => toastError(error, "Couldn't delete the role"),
    onSettled: () => client.invalidateQueries({ queryKey: ["roles"] }),
  });
}
