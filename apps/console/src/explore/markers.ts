import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useApi } from "../api/api.tsx";
import { useProfile } from "../session/context.tsx";
import { absoluteRange, type Interval } from "../time/range.ts";
import type { ChartMarker } from "../ui/chart/plot-props.ts";

const maxMarkers = 20;

/** The incidents that began and the changes that started in the interval; with `ciIds` only those of these items. */
export function useMarkers(interval: Interval, ciIds?: readonly string[]): readonly ChartMarker[] {
  const api = useApi();
  const navigate = useNavigate();
  const { user, modules } = useProfile();
  const query = {
    ...absoluteRange(interval),
    limit: maxMarkers,
    ...(ciIds && ciIds.length > 0 ? { ci_id: [...ciIds] } : {}),
  };
  const hasNone = ciIds !== undefined && ciIds.length === 0;
  const incidents = useQuery({
    queryKey: ["incidents", "markers", query],
    queryFn: ({ signal }) => api.incidents.list({ query }, { signal }),
    enabled: !hasNone && user.permissions.includes("incidents:read"),
  });
  const changes = useQuery({
    queryKey: ["changes", "markers", query],
    queryFn: ({ signal }) => api.changes.list({ query }, { signal }),
    enabled: !hasNone && user.permissions.includes("itsm:read") && modules.includes("itsm"),
  });
  return useMemo(() => {
    const ofIncidents = (incidents.data?.items ?? []).map(
      ({ id, reference, title, created_at }): ChartMarker => ({
        id,
        at: Date.parse(created_at),
        label: `${reference} ${title}`,
        kind: "incident",
        onOpen: () => void navigate({ to: "/incidents/$reference", params: { reference } }),
      }),
    );
    const ofChanges = (changes.data?.items ?? []).flatMap(
      ({ id, reference, title, actual_start, requested_start }): ChartMarker[] => {
        const start = actual_start ?? requested_start;
        if (!start) return [];
        const onOpen = () => void navigate({ to: "/changes/$reference", params: { reference } });
        return [{ id, at: Date.parse(start), label: `${reference} ${title}`, kind: "change", onOpen }];
      },
    );
    return [...ofIncidents, ...ofChanges].sort((one, other) => one.at - other.at);
  }, [incidents.data, changes.data, navigate]);
}
