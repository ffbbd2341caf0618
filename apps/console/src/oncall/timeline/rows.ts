import type { OnCallShift, ScheduleTimeline } from "@opsplane/contract";
import { isGap, joined } from "./bars.ts";

export interface TimelineRow {
  key: string;
  label: string;
  kind: "layer" | "override" | "final";
  shifts: readonly OnCallShift[];
}

/** `Layer 2` where a layer has no name. */
export function layerLabel(names: readonly string[], index: number): string {
  return names[index]?.trim() || `Layer ${index + 1}`;
}

/** The layers, the overrides and the result. One layer alone is the result already, unless overrides change it. */
export function rowsOf(timeline: ScheduleTimeline, layerNames: readonly string[]): TimelineRow[] {
  const layers = timeline.layers.map((shifts, index): TimelineRow => {
    const label = layerLabel(layerNames, index);
    return { key: `layer-${index}`, label, kind: "layer", shifts: shifts.filter((shift) => !isGap(shift)) };
  });
  const overrides: TimelineRow[] =
    timeline.overrides.length > 0
      ? [{ key: "overrides", label: "Overrides", kind: "override", shifts: timeline.overrides }]
      : [];
  return [...layers, ...overrides, { key: "final", label: "On call", kind: "final", shifts: joined(timeline.final) }];
}

/** Why someone is on call: `Layer 1`, `Override`. */
export function sourceOf({ layer, override_id }: OnCallShift, layerNames: readonly string[]): string {
  if (override_id !== null) return "Override";
  return layer === null ? "" : layerLabel(layerNames, layer);
}
