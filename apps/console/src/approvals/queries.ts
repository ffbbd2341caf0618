import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { useCan } from "../session/context.tsx";

export function approvalQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["approvals", "one", id],
    queryFn: ({ signal }) => api.instances.get({ params: { id } }, { signal }),
  });
}

export function useApproval(id: string) {
  return useQuery(approvalQuery(useApi(), id));
}

/** What waits for my own decision. */
export function useMyApprovals() {
  const api = useApi();
  return usePaged(["approvals", "mine"], (page, call) => api.instances.list({ query: { mine: true, ...page } }, call));
}

export function useAllApprovals() {
  const api = useApi();
  return usePaged(["approvals", "all"], (page, call) => api.instances.list({ query: page }, call));
}

/** Counts the approvals that wait for me. */
export function useWaitingCount(): number {
  const api = useApi();
  const mayDecide = useCan()("workflows:decide");
  const { data = 0 } = useQuery({
    queryKey: ["approvals", "count"],
    queryFn: async ({ signal }) => (await api.instances.list({ query: { mine: true, limit: 1 } }, { signal })).total,
    enabled: mayDecide,
  });
  return mayDecide ? data : 0;
}

export function useDefinitions(q = "", enabled = true) {
  const api = useApi();
  return usePaged(
    ["definitions", "list", q],
    (page, call) => api.definitions.list({ query: { ...(q ? { q } : {}), ...page } }, call),
    enabled,
  );
}

export function useDefinition(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["definitions", "one", id],
    queryFn: ({ signal }) => api.definitions.get({ params: { id } }, { signal }),
    enabled,
  });
}

export function useDefinitionVersions(id: string) {
  const api = useApi();
  return usePaged(["definitions", "versions", id], (query, call) =>
    api.definitions.versions({ params: { id }, query }, call),
  );
}

export function useGroupNames(q: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["groups", "directory", q],
    queryFn: ({ signal }) => api.directory.groups({ query: { ...(q ? { q } : {}), limit: 100 } }, { signal }),
    staleTime: 5 * 60_000,
  });
}
