import type { Runbook } from "@opsplane/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";

export function useRunbook(id: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["runbooks", "one", id],
    queryFn: ({ signal }) => api.runbooks.get({ params: { id } }, { signal }),
    enabled,
  });
}

/** A tenant can have more, but a menu of them would help no one. */
const maxChoices = 1000;

/** The runbooks that can be executed. */
export function usePublishedRunbooks(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["runbooks", "published"],
    queryFn: async ({ signal }) =>
      (await api.runbooks.list({ query: { status: ["published"], limit: maxChoices } }, { signal })).items,
    enabled,
  });
}

/** The names and tags of all runbooks, for filters. */
export function useRunbookNames() {
  const api = useApi();
  return useQuery({
    queryKey: ["runbooks", "names"],
    queryFn: async ({ signal }) =>
      (await api.runbooks.list({ query: { limit: maxChoices } }, { signal })).items.map(({ id, name, tags }) => ({
        id,
        name,
        tags,
      })),
    staleTime: 60_000,
  });
}

export function useRunbookSearch(q: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["runbooks", "search", q],
    queryFn: ({ signal }) => api.runbooks.list({ query: { q, limit: 5 } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    enabled,
  });
}

export function useLibrary(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["runbooks", "library"],
    queryFn: ({ signal }) => api.runbooks.library({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

export function useVersions(id: string) {
  const api = useApi();
  return usePaged(["runbooks", "versions", id], (query, call) =>
    api.runbooks.versions({ params: { id }, query }, call),
  );
}

/** The parameters of the published version; undefined when the runbook is as it was published. */
export function usePublishedParameters(runbook: Runbook | undefined) {
  const api = useApi();
  const { id = "", published_version = null, has_changes = false } = runbook ?? {};
  return useQuery({
    queryKey: ["runbooks", "published-parameters", id, published_version],
    queryFn: async ({ signal }) => {
      const { items } = await api.runbooks.versions({ params: { id }, query: { limit: 1 } }, { signal });
      return items[0]?.content.parameters ?? [];
    },
    enabled: has_changes && published_version !== null,
  }).data;
}

/** How the steps ended in the last 90 days. A new runbook has no id and no results. */
export function useStepStats(id: string | undefined) {
  const api = useApi();
  return useQuery({
    queryKey: ["runbooks", "steps", id],
    queryFn: ({ signal }) => api.runbooks.steps({ params: { id: id ?? "" } }, { signal }),
    enabled: id !== undefined,
  });
}

export function useHosts(enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["hosts", "choices"],
    queryFn: async ({ signal }) => (await api.hosts.list({ query: { limit: maxChoices } }, { signal })).items,
    staleTime: 60_000,
    enabled,
  });
}

export function useExecution(idOrReference: string, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["executions", "one", idOrReference],
    queryFn: ({ signal }) => api.executions.get({ params: { id: idOrReference } }, { signal }),
    enabled,
  });
}

/** The newest executions of a runbook or for an incident. */
export function useRecentExecutions(of: { runbook_id: string } | { incident_id: string }, enabled = true) {
  const api = useApi();
  return useQuery({
    queryKey: ["executions", "recent", of],
    queryFn: ({ signal }) => api.executions.list({ query: { ...of, limit: 10 } }, { signal }),
    enabled,
  });
}
