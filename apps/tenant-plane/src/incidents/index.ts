import type { FeatureOf } from "../core.ts";
import { incidentHandlers } from "./handlers.ts";

export {
  figureColumns,
  happenedIn,
  type IncidentFigure,
  incidentFigure,
  incidentTimes,
  inStatusAndSeverity,
  meanSecondsUntil,
  percentileOfSecondsUntil,
  secondsUntil,
} from "./figures.ts";
export { getIncident } from "./store.ts";
export {
  acknowledgeIncidents,
  addIncidentEntry,
  addTimelineEntry,
  type IncidentInput,
  incidentNotFound,
  moveIncident,
  openIncident,
  raiseIncident,
  repageIncident,
  resolveIncident,
} from "./writes.ts";

export function openIncidents(): FeatureOf<"incidents"> {
  return { handlers: { incidents: incidentHandlers } };
}
