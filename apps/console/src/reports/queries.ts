import type { ApiError } from "@opsplane/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { formatOfMedia } from "./words.ts";

export const reportKeys = {
  all: ["reports"],
  one: (id: string) => ["reports", "one", id],
  runs: (id: string) => ["reports", "runs", id],
  lists: (id: string) => ["reports", "lists", id],
  /** Apart from the others: an output never changes, so events need not load it again. */
  output: (id: string, runId: string) => ["report-output", id, runId],
};

export function useReport(id: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: reportKeys.one(id),
    queryFn: ({ signal }) => api.reports.get({ params: { id } }, { signal }),
    enabled,
  });
}

export function isMissing(error: ApiError | null): boolean {
  return error?.status === 404 || error?.status === 422;
}

export function useReportSearch(q: string, enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["reports", "search", q],
    queryFn: ({ signal }) => api.reports.list({ query: { ...(q ? { q } : {}), limit: 6 } }, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  });
}

export function useRuns(id: string) {
  const api = useApi();
  return usePaged(reportKeys.runs(id), (query, call) => api.reports.runs({ params: { id }, query }, call));
}

export function useSubscriptions(id: string) {
  const api = useApi();
  return usePaged(reportKeys.lists(id), (query, call) => api.reportSubscriptions.list({ params: { id }, query }, call));
}

/** The output of a run, with the format that its media type names. */
export function useOutput(id: string, runId: string) {
  const api = useApi();
  return useQuery({
    queryKey: reportKeys.output(id, runId),
    queryFn: ({ signal }) => api.reports.output({ params: { id, run_id: runId } }, { signal }),
    select: (file) => ({ file, format: formatOfMedia(file.type) }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
