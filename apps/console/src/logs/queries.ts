import { keepPreviousData, useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import type { Interval } from "../time/range.ts";
import { saveAs } from "../ui/attachments/save-as.ts";
import { type LogFilter, windowOf } from "./log-search.ts";

const logPageSize = 500;
const maxBars = 90;

/** Matching records, newest first, page by page. */
export function useLogPages(filter: LogFilter, interval: Interval, enabled: boolean) {
  const api = useApi();
  const window = windowOf(interval);
  return useInfiniteQuery({
    queryKey: ["logs", "list", filter, window],
    queryFn: ({ pageParam, signal }) =>
      api.logs.list(
        { query: { ...filter, ...window, limit: logPageSize, ...(pageParam ? { next: pageParam } : {}) } },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    // Stored records never change, and comparing 100,000 of them at every page would block the browser.
    structuralSharing: false,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  });
}

export function useHistogram(filter: LogFilter, interval: Interval) {
  const api = useApi();
  const window = windowOf(interval);
  return useQuery({
    queryKey: ["logs", "histogram", filter, window],
    queryFn: ({ signal }) => api.logs.histogram({ query: { ...filter, ...window, bars: maxBars } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export function useFacets(filter: LogFilter, interval: Interval) {
  const api = useApi();
  const window = windowOf(interval);
  return useQuery({
    queryKey: ["logs", "facets", filter, window],
    queryFn: ({ signal }) => api.logs.facets({ query: { ...filter, ...window, limit: 50 } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

const maxPatterns = 200;
const trendBars = 30;

export function usePatterns(filter: LogFilter, interval: Interval, sort: "count" | "novelty") {
  const api = useApi();
  const window = windowOf(interval);
  return useQuery({
    queryKey: ["logs", "patterns", filter, window, sort],
    queryFn: ({ signal }) =>
      api.logs.patterns({ query: { ...filter, ...window, sort, bars: trendBars, limit: maxPatterns } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

/** A record with the lines around it. */
export function useLogContext(id: string, lines: number) {
  const api = useApi();
  return useQuery({
    queryKey: ["logs", "context", id, lines],
    queryFn: ({ signal }) => api.logs.context({ query: { id, before: lines, after: lines } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
}

export function useExport(filter: LogFilter, interval: Interval) {
  const api = useApi();
  return useMutation({
    mutationFn: async (format: "csv" | "ndjson") => {
      const file = await api.logs.export({ query: { ...filter, ...windowOf(interval), format } });
      saveAs(file, `logs-${new Date(interval.to).toISOString().slice(0, 19).replaceAll(":", "-")}.${format}`);
    },
  });
}
