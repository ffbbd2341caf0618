import type { Incident, Input, operations, RcaOutcome, RcaScorecard } from "@opsplane/contract";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { usePaged } from "../api/paged.ts";
import { toastError } from "../ui/toast.tsx";
import type { Span } from "./scorecard/words.ts";

const analysisKey = (incidentId: string) => ["response", "analysis", incidentId];

export function useAnalysis(incidentId: string) {
  const api = useApi();
  return useQuery({
    queryKey: analysisKey(incidentId),
    queryFn: ({ signal }) => api.response.latestRca({ params: { id: incidentId } }, { signal }),
  });
}

export function useAnalyze(incident: Incident) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.response.rca({ body: { incident_id: incident.id } }),
    onError: (error) => toastError(error, `Couldn't analyze ${incident.reference}`),
    onSettled: () => client.invalidateQueries({ queryKey: analysisKey(incident.id) }),
  });
}

export function useSuggestions(incidentId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["response", "suggestions", incidentId],
    queryFn: ({ signal }) => api.response.suggestions({ params: { id: incidentId } }, { signal }),
  });
}

export type Said = Input<typeof operations.response.feedback>["body"];

/** Says something about a cause of an analysis. */
export function useFeedback(incident: Incident, rcaId: string) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (said: Said) => api.response.feedback({ params: { id: rcaId }, body: said }),
    onSettled: () => client.invalidateQueries({ queryKey: analysisKey(incident.id) }),
  });
}

export function useWithdraw(incident: Incident) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api.response.withdrawFeedback({ params: { id } }),
    onError: (error) => toastError(error, "Couldn't undo the feedback"),
    onSettled: () => client.invalidateQueries({ queryKey: analysisKey(incident.id) }),
  });
}

const within = (span: Span) => (span === "all" ? {} : { from: `now-${span}` });

export function useScorecard(span: Span, by: RcaScorecard["by"]) {
  const api = useApi();
  return useQuery({
    queryKey: ["response", "scorecard", "card", span, by],
    queryFn: ({ signal }) => api.response.scorecard({ query: { ...within(span), by } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useJudgments(span: Span, outcome: readonly RcaOutcome[]) {
  const api = useApi();
  const chosen = outcome.length > 0 ? { outcome: [...outcome] } : {};
  return usePaged(["response", "scorecard", "judgments", span, outcome], (page, call) =>
    api.response.judgments({ query: { ...within(span), ...chosen, ...page } }, call),
  );
}

export function useSimilar(incidentId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["response", "similar", incidentId],
    queryFn: ({ signal }) => api.response.similar({ params: { id: incidentId } }, { signal }),
  });
}
