import { ApiError, type LogRecord, type TraceSummary } from "@opsplane/contract";
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { absoluteRange, type Interval } from "../time/range.ts";
import { comparedQuery, type Selection, type SpanQuery } from "./search/filters.ts";

const maxColumns = 90;

export function useHeatmap(query: SpanQuery, interval: Interval) {
  const api = useApi();
  const asked = { ...query, ...absoluteRange(interval), columns: maxColumns };
  return useQuery({
    queryKey: ["traces", "heatmap", asked],
    queryFn: ({ signal }) => api.traces.heatmap({ query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useFacets(query: SpanQuery, interval: Interval) {
  const api = useApi();
  const asked = { ...query, ...absoluteRange(interval) };
  return useQuery({
    queryKey: ["traces", "facets", asked],
    queryFn: ({ signal }) => api.traces.facets({ query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The traces with a matching span, page by page. */
export function useTraces(query: SpanQuery, interval: Interval, enabled: boolean) {
  const api = useApi();
  const asked = { ...query, ...absoluteRange(interval), limit: 50 };
  return useInfiniteQuery({
    queryKey: ["traces", "list", asked],
    queryFn: ({ signal, pageParam }) =>
      api.traces.list({ query: { ...asked, ...(pageParam ? { next: pageParam } : {}) } }, { signal }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    select: ({ pages }): TraceSummary[] => pages.flatMap(({ items }) => items),
    placeholderData: keepPreviousData,
    enabled,
  });
}

/** Whether this tenant has received any trace. */
export function useAnyTrace(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["traces", "any"],
    queryFn: async ({ signal }) =>
      (await api.traces.list({ query: { from: "now-30d", limit: 1 } }, { signal })).items.length > 0,
    enabled,
  });
}

/** Failures inside a request are in spans of any kind, so that the scope of the page does not apply. */
export function useErrorGroups(query: SpanQuery, interval: Interval) {
  const api = useApi();
  const asked = { ...query, scope: "all" as const, ...absoluteRange(interval), limit: 100 };
  return useQuery({
    queryKey: ["traces", "errors", asked],
    queryFn: ({ signal }) => api.traces.errors({ query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useDifferences(query: SpanQuery, interval: Interval, selection: Selection) {
  const api = useApi();
  const asked = { ...query, ...absoluteRange(interval), ...comparedQuery(selection), limit: 30 };
  return useQuery({
    queryKey: ["traces", "differences", asked],
    queryFn: ({ signal }) => api.traces.differences({ query: asked }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useTrace(traceId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["traces", "one", traceId],
    queryFn: ({ signal }) => api.traces.get({ params: { trace_id: traceId } }, { signal }),
    staleTime: 60_000,
    retry: (times, error) => !(error instanceof ApiError && error.code === "NOT_FOUND") && times < 2,
  });
}

const maxLogs = 50;
const logsMargin = 10 * 60_000;

/** The newest logs of a span. */
export function useSpanLogs(traceId: string, spanId: string, interval: Interval) {
  const api = useApi();
  const around = absoluteRange({ from: interval.from - logsMargin, to: interval.to + logsMargin });
  return useQuery({
    queryKey: ["traces", "logs", traceId, spanId],
    queryFn: async ({ signal }): Promise<LogRecord[]> => {
      const query = { trace_id: traceId, q: `span_id:${spanId}`, limit: maxLogs, ...around };
      return (await api.logs.list({ query }, { signal })).items;
    },
  });
}
