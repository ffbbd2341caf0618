import type { DashboardMarker } from "@opsplane/contract";
import { useMemo } from "react";
import type { ChartMarker } from "../../ui/chart/plot-props.ts";

/** The markers of a board for its charts. */
export function useChartMarkers(
  markers: readonly DashboardMarker[] | undefined,
  onOpen?: (marker: DashboardMarker) => void,
): readonly ChartMarker[] {
  return useMemo(
    () =>
      (markers ?? []).map((marker) => ({
        id: marker.reference,
        at: Date.parse(marker.at),
        label: `${marker.reference} ${marker.title}`,
        kind: marker.kind,
        ...(onOpen ? { onOpen: () => onOpen(marker) } : {}),
      })),
    [markers, onOpen],
  );
}
