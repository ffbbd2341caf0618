import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Api, useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { useCan } from "../session/context.tsx";

export const workflowKeys = {
  all: ["workflows"],
  one: (id: string) => ["workflows", "one", id],
  runs: ["workflow-runs"],
  run: (reference: string) => ["workflow-runs", "one", reference],
};

export function useWorkflow(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: workflowKeys.one(id),
    queryFn: ({ signal }) => api.workflows.get({ params: { id } }, { signal }),
    enabled,
  });
}

export function useWorkflowVersions(id: string) {
  const api = useApi();
  return usePaged(["workflows", "versions", id], (query, call) =>
    api.workflows.versions({ params: { id }, query }, call),
  );
}

export function useWorkflowSearch(q: string, enabled: boolean, limit = 6) {
  const api = useApi();
  return useQuery({
    queryKey: ["workflows", "search", q, limit],
    queryFn: ({ signal }) => api.workflows.list({ query: { ...(q ? { q } : {}), limit } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function runQuery(api: Api, reference: string) {
  return queryOptions({
    queryKey: workflowKeys.run(reference),
    queryFn: ({ signal }) => api.workflows.getRun({ params: { id: reference } }, { signal }),
  });
}

export function useRun(reference: string, enabled: boolean) {
  return useQuery({ ...runQuery(useApi(), reference), enabled });
}

/** The runbooks that a step can execute. */
export function useRunbookChoices(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["runbooks", "choices"],
    queryFn: ({ signal }) => api.runbooks.list({ query: { status: ["published"], limit: 1000 } }, { signal }),
    enabled,
  });
}

/** The names of runbooks by their ids, for workflows that use some. */
export function useRunbookNames(isNeeded: boolean): ReadonlyMap<string, string> {
  const choices = useRunbookChoices(useCan()("runbooks:read") && isNeeded).data?.items;
  return useMemo(() => new Map(choices?.map(({ id, name }) => [id, name])), [choices]);
}

export function useRunbookParameters(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["runbooks", "one", id],
    queryFn: ({ signal }) => api.runbooks.get({ params: { id } }, { signal }),
    enabled,
  });
}

export function useHostChoices(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["hosts", "choices"],
    queryFn: ({ signal }) => api.hosts.list({ query: { limit: 1000 } }, { signal }),
    enabled,
  });
}
