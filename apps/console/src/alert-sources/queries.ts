import type { AlertIntegration, Input, IntegrationOutcome, operations } from "@opsplane/contract";
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { toastDone, toastError } from "../ui/toast.tsx";

type NewSource = Input<typeof operations.alertIntegrations.create>["body"];
export type SourceChange = Input<typeof operations.alertIntegrations.update>["body"];
export type Sample = Input<typeof operations.alertIntegrations.test>["body"];
/** A source that was just created, or whose key was just replaced. */
export type KeyedSource = AlertIntegration & { key: string };

/** Received events are not announced, so lists that show them are read again and again. */
const refreshMs = 5_000;
const eventsRefreshMs = 2_000;

export function useSources(q: string) {
  const api = useApi();
  return usePaged(
    ["alert-sources", "list", q],
    (page, call) => api.alertIntegrations.list({ query: { ...(q ? { q } : {}), ...page } }, call),
    true,
    refreshMs,
  );
}

export function useSource(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["alert-sources", "one", id],
    queryFn: ({ signal }) => api.alertIntegrations.get({ params: { id } }, { signal }),
    refetchInterval: refreshMs,
  });
}

export function useSourceEvents(id: string, outcome: IntegrationOutcome | undefined) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["alert-sources", "events", id, outcome],
    queryFn: ({ signal, pageParam }) =>
      api.alertIntegrations.events(
        {
          params: { id },
          query: { ...(outcome ? { outcome: [outcome] } : {}), ...(pageParam ? { next: pageParam } : {}) },
        },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
    refetchInterval: eventsRefreshMs,
  });
}

function useStale() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["alert-sources"] });
}

export function useCreateSource() {
  const api = useApi();
  return useMutation({
    mutationFn: (body: NewSource): Promise<KeyedSource> => api.alertIntegrations.create({ body }),
    onSettled: useStale(),
  });
}

/** Saves on the version that was read. */
export function useSaveSource(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: ({ fields, onVersion }: { fields: SourceChange; onVersion?: number }) =>
      api.alertIntegrations.update({ params: { id }, body: fields }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: () => toastDone("Alert source saved"),
    onSettled: useStale(),
  });
}

export function useEnableSource(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (enabled: boolean) => api.alertIntegrations.update({ params: { id }, body: { enabled } }),
    onSuccess: ({ enabled }) => toastDone(enabled ? "Alert source enabled" : "Alert source disabled"),
    onError: (error) => toastError(error, "Couldn't change alert source"),
    onSettled: useStale(),
  });
}

export function useRotateKey(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (): Promise<KeyedSource> => api.alertIntegrations.rotateKey({ params: { id } }),
    onError: (error) => toastError(error, "Couldn't rotate key"),
    onSettled: useStale(),
  });
}

export function useRemoveSource() {
  const api = useApi();
  return useMutation({
    mutationFn: (id: string) => api.alertIntegrations.remove({ params: { id } }),
    onSuccess: () => toastDone("Alert source deleted"),
    onError: (error) => toastError(error, "Couldn't delete alert source"),
    onSettled: useStale(),
  });
}

export function useTrySample(id: string) {
  const api = useApi();
  return useMutation({ mutationFn: (body: Sample) => api.alertIntegrations.test({ params: { id }, body }) });
}

/** For the choice of whom incidents page. */
export function useEscalationPolicies(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["escalation-policies", "choice"],
    queryFn: async ({ signal }) => (await api.escalationPolicies.list({ query: { limit: 1000 } }, { signal })).items,
    enabled,
  });
}
