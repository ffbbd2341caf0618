import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Api, useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";

export function approvalQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ["approvals", "one", id],
    queryFn: ({ signal }) => api.instances.get({ params: { id } }, { signal }),
  });
}

export function useApproval(id: string) {
  return useQuery(approvalQuery(useApi(), id));
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
