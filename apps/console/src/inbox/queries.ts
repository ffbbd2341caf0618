import { useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { useCan } from "../session/context.tsx";

/** The approvals that wait for my decision. */
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

export function useWorkflowRun(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["workflow-runs", "one", id],
    queryFn: ({ signal }) => api.workflows.getRun({ params: { id } }, { signal }),
    enabled,
  });
}
