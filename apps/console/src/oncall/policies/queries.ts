import type { EscalationPolicy, Input, operations } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { toastDone, toastError } from "../../ui/toast.tsx";

export type PolicyFields = Input<typeof operations.escalationPolicies.create>["body"];

const queryKey = ["escalation-policies"];

export function usePolicies(q: string, enabled = true) {
  const api = useApi();
  return usePaged(
    [...queryKey, "list", q],
    (page, call) => api.escalationPolicies.list({ query: { ...(q ? { q } : {}), ...page } }, call),
    enabled,
  );
}

export function usePolicy(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "one", id],
    queryFn: ({ signal }) => api.escalationPolicies.get({ params: { id } }, { signal }),
    enabled,
  });
}

interface SavePolicy {
  /** All fields of a new policy, the changed ones of another. */
  fields: Partial<PolicyFields>;
  onVersion?: number;
}

export function useSavePolicy(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: SavePolicy): Promise<EscalationPolicy> =>
      id === undefined
        ? api.escalationPolicies.create({ body: { name: "", steps: [], ...fields } })
        : api.escalationPolicies.update(
            { params: { id }, body: fields },
            onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
          ),
    onSuccess: (saved) => {
      client.setQueryData([...queryKey, "one", saved.id], saved);
      toastDone(`${saved.name} saved`);
    },
    // Not awaited: the draft ends as soon as it is saved.
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

export function useRemovePolicy() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.escalationPolicies.remove({ params: { id } }),
    onSuccess: () => toastDone("Escalation policy deleted"),
    onError: (error) => toastError(error, "Couldn't delete the escalation policy"),
    onSettled: () => client.invalidateQueries({ queryKey: [...queryKey, "list"] }),
  });
}
