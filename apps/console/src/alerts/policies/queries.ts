import type { AlertPolicy, AlertPolicyInput } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../../api/api.tsx";
import { usePaged } from "../../api/paged.ts";
import { useCan } from "../../session/context.tsx";
import { toastDone, toastError } from "../../ui/toast.tsx";

const queryKey = ["alert-policies"];

export function usePolicy(id: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "one", id],
    queryFn: ({ signal }) => api.alertPolicies.get({ params: { id } }, { signal }),
    // The state changes with each evaluation, which announces nothing.
    refetchInterval: 15_000,
    enabled,
  });
}

export function usePolicySearch(q: string, enabled: boolean, limit = 6) {
  const api = useApi();
  return useQuery({
    queryKey: [...queryKey, "search", q, limit],
    queryFn: ({ signal }) => api.alertPolicies.list({ query: { ...(q ? { q } : {}), limit } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function usePolicyVersions(id: string) {
  const api = useApi();
  return usePaged([...queryKey, "versions", id], (query, call) =>
    api.alertPolicies.versions({ params: { id }, query }, call),
  );
}

export function useEvaluations(id: string) {
  const api = useApi();
  return usePaged(
    [...queryKey, "evaluations", id],
    (query, call) => api.alertPolicies.evaluations({ params: { id }, query }, call),
    true,
    15_000,
  );
}

/** The escalation policies that a policy can name. */
export function useEscalationPolicies() {
  const api = useApi();
  const mayRead = useCan()("oncall:read");
  return useQuery({
    queryKey: ["escalation-policies", "choices"],
    queryFn: ({ signal }) => api.escalationPolicies.list({ query: { limit: 1000 } }, { signal }),
    enabled: mayRead,
  });
}

function useStale() {
  const client = useQueryClient();
  // Not awaited: the draft ends as soon as it is saved.
  return () => {
    void client.invalidateQueries({ queryKey });
    void client.invalidateQueries({ queryKey: ["alerts"] });
  };
}

interface SavePolicy {
  /** All fields of a new policy, the changed ones of another. */
  fields: Partial<AlertPolicyInput>;
  onVersion?: number;
}

/** Creates a policy, or saves one on the version that was read. */
export function useSavePolicy(id: string | undefined) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ fields, onVersion }: SavePolicy): Promise<AlertPolicy> =>
      id === undefined
        ? api.alertPolicies.create({ body: wholePolicy(fields) })
        : api.alertPolicies.update(
            { params: { id }, body: fields },
            onVersion === undefined ? {} : { headers: { "if-match": `"${onVersion}"` } },
          ),
    onSuccess: (saved) => {
      client.setQueryData([...queryKey, "one", saved.id], saved);
      toastDone(`${saved.name} saved as version ${saved.version}`);
    },
    onSettled: useStale(),
  });
}

function wholePolicy(fields: Partial<AlertPolicyInput>): AlertPolicyInput {
  return { name: "", signal: "metrics", condition: { type: "threshold" }, ...fields };
}

export function useEnablePolicy() {
  const api = useApi();
  return useMutation({
    mutationFn: ({ id, enabled }: { id: string; enabled: boolean }) =>
      api.alertPolicies.update({ params: { id }, body: { enabled } }),
    onSuccess: ({ name, enabled }) => toastDone(`${name} ${enabled ? "enabled" : "disabled"}`),
    onError: (error) => toastError(error, "Couldn't save the policy"),
    onSettled: useStale(),
  });
}

export function useRemovePolicy() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.alertPolicies.remove({ params: { id } }),
    onSuccess: () => toastDone("Policy deleted"),
    onError: (error) => toastError(error, "Couldn't delete the policy"),
    onSettled: useStale(),
  });
}
