import { openIncidentStatuses } from "@opsplane/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useApi } from "../api/api.tsx";

const shown = 8;
const open = [...openIncidentStatuses];

/** Open incidents of the two highest severities, the most severe first. */
export function useUrgentIncidents(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["home", "incidents", "urgent"],
    queryFn: ({ signal }) =>
      api.incidents.list(
        { query: { severity: ["P1", "P2"], status: open, sort: "severity", limit: shown } },
        { signal },
      ),
    enabled,
  });
}

/** The number of open incidents, of any severity. */
export function useOpenIncidents(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["home", "incidents", "open"],
    queryFn: ({ signal }) => api.incidents.list({ query: { status: open, limit: 1 } }, { signal }),
    enabled,
  });
}

export function useMyIncidents(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["home", "incidents", "mine"],
    queryFn: ({ signal }) =>
      api.incidents.list({ query: { assigned_to: "me", status: open, sort: "severity", limit: shown } }, { signal }),
    enabled,
  });
}

export function useRunningChanges(enabled: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: ["home", "changes", "running"],
    queryFn: ({ signal }) =>
      api.changes.list({ query: { status: ["implementing"], sort: "requested_start", limit: shown } }, { signal }),
    enabled,
  });
}

/** What arrives of each signal. */
export function useIngestHealth(enabled: boolean, everyMs: number) {
  const api = useApi();
  return useQuery({
    queryKey: ["home", "ingest"],
    queryFn: ({ signal }) => api.telemetry.health({}, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
    enabled,
  });
}
