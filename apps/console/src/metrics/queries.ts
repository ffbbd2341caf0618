import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { absoluteRange, type Interval } from "../time/range.ts";
import type { LabelFilter } from "./query-text.ts";
import { matchOf } from "./request.ts";

const dayMs = 86_400_000;

/** The whole days of an interval. The API browses by day, so that a refresh asks nothing new. */
export function daysOf({ from, to }: Interval) {
  return absoluteRange({ from: Math.floor(from / dayMs) * dayMs, to: Math.ceil(to / dayMs) * dayMs });
}

const pageSize = 50;

/** Metrics whose name has this part, `pages` pages of them. */
export function useMetricNames(q: string, interval: Interval, enabled: boolean, pages = 1) {
  const api = useApi();
  const query = { ...(q ? { q } : {}), ...daysOf(interval), limit: pageSize * pages };
  return useQuery({
    queryKey: ["metrics", "names", query],
    queryFn: ({ signal }) => api.metrics.names({ query }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** The labels of a metric's series. */
export function useLabels(metric: string, filters: readonly LabelFilter[], interval: Interval, enabled: boolean) {
  const api = useApi();
  const query = { metric_name: metric, ...matchOf(filters), ...daysOf(interval) };
  return useQuery({
    queryKey: ["metrics", "labels", query],
    queryFn: ({ signal }) => api.metrics.labels({ query }, { signal }),
    enabled: enabled && metric !== "",
  });
}

/** The values of a label, most frequent first. */
export function useLabelValues(metric: string, label: string, q: string, interval: Interval, enabled: boolean) {
  const api = useApi();
  const query = { ...(metric ? { metric_name: metric } : {}), label, ...(q ? { q } : {}), ...daysOf(interval) };
  return useQuery({
    queryKey: ["metrics", "values", query],
    queryFn: ({ signal }) => api.metrics.values({ query }, { signal }),
    placeholderData: keepPreviousData,
    enabled: enabled && label !== "",
  });
}
