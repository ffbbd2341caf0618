import type { Incident, TimelineEntry } from "@opsplane/contract";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { itemIdsIn, useItemChanges } from "../cmdb/index.ts";
import { useCan } from "../session/context.tsx";
import type { ChartMarker } from "../ui/chart/plot-props.ts";
import { useTimeline } from "./queries.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** The incident, the changes of its items, and its timeline, for charts. */
export function useIncidentMarkers(incident: Incident): readonly ChartMarker[] {
  const can = useCan();
  const navigate = useNavigate();
  const ids = itemIdsIn(incident.ci_ids);
  const since = new Date(Date.parse(incident.created_at) - dayMs).toISOString();
  const changes = useItemChanges(ids, can("itsm:read") && ids.length > 0, since).data?.items;
  const timeline = useTimeline(incident.id).data?.pages;
  return useMemo(() => {
    const ofChanges = (changes ?? []).flatMap(({ id, reference, title, actual_start }): ChartMarker[] =>
      actual_start
        ? [
            {
              id,
              at: Date.parse(actual_start),
              label: `${reference} ${title}`,
              kind: "change",
              onOpen: () => void navigate({ to: "/changes/$reference", params: { reference } }),
            },
          ]
        : [],
    );
    const entries = timeline?.flatMap(({ items }) => items) ?? [];
    const began: ChartMarker = {
      id: incident.id,
      at: Date.parse(incident.created_at),
      label: incident.reference,
      kind: "incident",
    };
    return [began, ...ofChanges, ...entries.flatMap(entryMarker)].sort((one, other) => one.at - other.at);
  }, [incident.id, incident.created_at, incident.reference, changes, timeline, navigate]);
}

/** Moves and notes. Edits say nothing about the telemetry. */
function entryMarker({ id, kind, body, changes, created_at }: TimelineEntry): ChartMarker[] {
  const to = changes.status?.to;
  if (kind === "status" && typeof to === "string") return [{ id, at: Date.parse(created_at), label: to }];
  if (kind === "note") return [{ id, at: Date.parse(created_at), label: `Note: ${body.split("\n")[0]?.slice(0, 40)}` }];
  return [];
}
