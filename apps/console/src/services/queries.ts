import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { absoluteRange, type Interval } from "../time/range.ts";

const shared = { placeholderData: keepPreviousData, staleTime: 30_000 };

/** The figures of every service. */
export function useFigures(interval: Interval, enabled = true) {
  const api = useApi();
  const window = absoluteRange(interval);
  return useQuery({
    queryKey: ["services", "list", window],
    queryFn: ({ signal }) => api.services.list({ query: window }, { signal }),
    enabled,
    ...shared,
  });
}

/** Rate, errors and latency over time; without names, of the busiest services. */
export function useServiceSeries(interval: Interval, points: number, services?: readonly string[], enabled = true) {
  const api = useApi();
  const query = { ...absoluteRange(interval), points, ...(services ? { service: [...services] } : {}) };
  return useQuery({
    queryKey: ["services", "series", query],
    queryFn: ({ signal }) => api.services.series({ query }, { signal }),
    enabled: enabled && services?.length !== 0,
    ...shared,
  });
}

export function useOperations(service: string, interval: Interval) {
  const api = useApi();
  const window = absoluteRange(interval);
  return useQuery({
    queryKey: ["services", "operations", service, window],
    queryFn: ({ signal }) => api.services.operations({ params: { service }, query: window }, { signal }),
    ...shared,
  });
}

/** The map of all services, or of one with its neighbors. */
export function useServiceMap(interval: Interval, service?: string, enabled = true) {
  const api = useApi();
  const query = { ...absoluteRange(interval), ...(service ? { service } : {}) };
  return useQuery({
    queryKey: ["services", "map", query],
    queryFn: ({ signal }) => api.services.map({ query }, { signal }),
    enabled,
    ...shared,
  });
}
