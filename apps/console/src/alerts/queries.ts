import type { Alert, AlertStatus, Input, operations } from "@opsplane/contract";
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { useCan } from "../session/context.tsx";
import { toastDone, toastError } from "../ui/toast.tsx";

export type AlertQuery = Omit<NonNullable<Input<typeof operations.alerts.list>["query"]>, "next" | "limit">;

const pageSize = 50;

/** Alerts, newest first, page by page. */
export function useAlerts(query: AlertQuery, enabled = true) {
  const api = useApi();
  return useInfiniteQuery({
    queryKey: ["alerts", "list", query],
    queryFn: ({ signal, pageParam }) =>
      api.alerts.list({ query: { ...query, limit: pageSize, ...(pageParam ? { next: pageParam } : {}) } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): Alert[] => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useAlert(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["alerts", "one", id],
    queryFn: ({ signal }) => api.alerts.get({ params: { id } }, { signal }),
  });
}

/** How many alerts are open: pending, firing, muted, flapping. */
export function useAlertCounts() {
  const api = useApi();
  const mayRead = useCan()("alerts:read");
  return useQuery({
    queryKey: ["alerts", "counts"],
    queryFn: ({ signal }) => api.alerts.counts({}, { signal }),
    enabled: mayRead,
  });
}

/** Counts the firing alerts that are not muted. */
export function useFiringCount(): number {
  return useAlertCounts().data?.firing ?? 0;
}

/** Resolves an alert of an integration. */
export function useResolveAlert() {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.alerts.resolve({ params: { id } }),
    onSuccess: ({ name }) => toastDone(`${name} resolved`),
    onError: (error) => toastError(error, "Couldn't resolve the alert"),
    onSettled: () => client.invalidateQueries({ queryKey: ["alerts"] }),
  });
}

export const openStatuses: AlertStatus[] = ["pending", "firing"];
