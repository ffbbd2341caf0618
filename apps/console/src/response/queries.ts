import type { Incident, RcaFeedback } from "@opsplane/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";
import { toastError } from "../ui/toast.tsx";

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

export function useFeedback(incident: Incident) {
  const api = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ rcaId, place, verdict }: { rcaId: string; place: number; verdict: RcaFeedback["verdict"] }) =>
      api.response.feedback({ params: { id: rcaId }, body: { place, verdict } }),
    onError: (error) => toastError(error, "Couldn't save the feedback"),
    onSettled: () => client.invalidateQueries({ queryKey: analysisKey(incident.id) }),
  });
}

export function useSimilar(incidentId: string) {
  const api = useApi();
  return useQuery({
    queryKey: ["response", "similar", incidentId],
    queryFn: ({ signal }) => api.response.similar({ params: { id: incidentId } }, { signal }),
  });
}
