import { ApiError, type Input } from "@opsplane/contract";
import type { controlOperations } from "@opsplane/contract/control-plane";
import { useQuery } from "@tanstack/react-query";
import { usePaged } from "../../api/paged.ts";
import { usePortalApi } from "../api.tsx";

export type DeploymentFilters = Pick<
  Input<typeof controlOperations.deployments.list>["query"],
  "q" | "mode" | "health"
>;

export function useDeployments(filters: DeploymentFilters) {
  const api = usePortalApi();
  return usePaged(["deployments", filters], (page, call) =>
    api.deployments.list({ query: { ...filters, ...page } }, call),
  );
}

/** The upgrade hook of a deployment; null when an operator upgrades it. */
export function useUpgradeHook(id: string) {
  const api = usePortalApi();
  return useQuery({
    queryKey: ["upgrade-hook", id],
    queryFn: ({ signal }) =>
      api.rollouts.hook({ params: { id } }, { signal }).catch((cause: unknown) => {
        if (cause instanceof ApiError && cause.code === "NOT_FOUND") return null;
        throw cause;
      }),
  });
}
