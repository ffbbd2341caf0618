import type { ApiError, Dashboard, DashboardExport, Input, operations } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { toastDone, toastError } from "../ui/toast.tsx";

type NewDashboard = Input<typeof operations.dashboards.create>["body"];
type DashboardChange = Input<typeof operations.dashboards.update>["body"];

export function useDashboards(q: string, mine: boolean) {
  const api = useApi();
  return usePaged(["dashboards", "list", q, mine], (page, call) =>
    api.dashboards.list({ query: { ...(q ? { q } : {}), ...(mine ? { mine } : {}), ...page } }, call),
  );
}

/** Dashboards by name, for the command menu and the TV mode. */
export function useDashboardSearch(q: string, enabled: boolean, limit = 10) {
  const api = useApi();
  return useQuery({
    queryKey: ["dashboards", "list", "search", q, limit],
    queryFn: ({ signal }) => api.dashboards.list({ query: { ...(q ? { q } : {}), limit } }, { signal }),
    enabled,
  });
}

export function useDashboard(id: string) {
  const api = useApi();
  return useQuery<Dashboard, ApiError>({
    queryKey: ["dashboards", "one", id],
    queryFn: ({ signal }) => api.dashboards.get({ params: { id } }, { signal }),
  });
}

export function useTemplates(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["dashboards", "templates"],
    queryFn: ({ signal }) => api.dashboards.templates({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled,
  });
}

function useStale() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ["dashboards"] });
}

export function useCreateDashboard() {
  const api = useApi();
  return useMutation<Dashboard, ApiError, NewDashboard>({
    mutationFn: (body) => api.dashboards.create({ body }),
    onSettled: useStale(),
  });
}

export function useImportDashboard() {
  const api = useApi();
  return useMutation<Dashboard, ApiError, DashboardExport>({
    mutationFn: (body) => api.dashboards.import({ body }),
    onSuccess: () => toastDone("Dashboard imported"),
    onSettled: useStale(),
  });
}

export function useDuplicateDashboard() {
  const api = useApi();
  return useMutation<Dashboard, ApiError, string>({
    mutationFn: (id) => api.dashboards.duplicate({ params: { id }, body: {} }),
    onSuccess: () => toastDone("Dashboard duplicated"),
    onError: (error) => toastError(error, "Couldn't duplicate dashboard"),
    onSettled: useStale(),
  });
}

export function useRemoveDashboard() {
  const api = useApi();
  return useMutation<undefined, ApiError, string>({
    mutationFn: (id) => api.dashboards.remove({ params: { id } }),
    onSuccess: () => toastDone("Dashboard deleted"),
    onError: (error) => toastError(error, "Couldn't delete dashboard"),
    onSettled: useStale(),
  });
}

/** Saves on the version that was read, so that no one's work is overwritten unseen. */
export function useSaveDashboard(id: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation<Dashboard, ApiError, { change: DashboardChange; onVersion: number }>({
    mutationFn: ({ change, onVersion }) =>
      api.dashboards.update({ params: { id }, body: change }, { headers: { "if-match": `"${onVersion}"` } }),
    onSuccess: (saved) => {
      client.setQueryData(["dashboards", "one", id], saved);
      toastDone("Dashboard saved");
    },
    onSettled: useStale(),
  });
}

export function useLinks(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["dashboards", "links", id],
    queryFn: ({ signal }) => api.dashboards.links({ params: { id }, query: { limit: 100 } }, { signal }),
  });
}

export function useCreateLink(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (body: { name: string; expires_at: string }) => api.dashboards.createLink({ params: { id }, body }),
    onError: (error) => toastError(error, "Couldn't create link"),
    onSettled: useStale(),
  });
}

export function useRevokeLink(id: string) {
  const api = useApi();
  return useMutation({
    mutationFn: (link_id: string) => api.dashboards.revokeLink({ params: { id, link_id } }),
    onSuccess: () => toastDone("Link revoked"),
    onError: (error) => toastError(error, "Couldn't revoke link"),
    onSettled: useStale(),
  });
}
