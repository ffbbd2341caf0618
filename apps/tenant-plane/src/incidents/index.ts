import type { FeatureOf } from "../core.ts";
import { incidentHandlers } from "./handlers.ts";

export { addIncidentEntry, addTimelineEntry, type IncidentInput, moveIncident, openIncident } from "./writes.ts";

export function openIncidents(): FeatureOf<"incidents"> {
  return { handlers: { incidents: incidentHandlers } };
}
