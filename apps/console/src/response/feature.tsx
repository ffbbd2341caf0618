import { defineFeature } from "../feature/feature.ts";
import type { StaleRule } from "../live/invalidation.ts";

const ofIncident: StaleRule = ({ subject_id }) => [
  { queryKey: ["response", "analysis", subject_id] },
  { queryKey: ["response", "suggestions", subject_id] },
  { queryKey: ["response", "similar"] },
];
const suggestions: StaleRule = () => [{ queryKey: ["response", "suggestions"] }];

/** Panels of the incident page. */
export const responseFeature = defineFeature({
  routes: [],
  staleAfter: {
    "rca.finished": ({ data }) => [{ queryKey: ["response", "analysis", data.incident_id] }],
    "rca.judged": ({ data }) => [
      { queryKey: ["response", "analysis", data.incident_id] },
      { queryKey: ["response", "scorecard"] },
    ],
    // An analysis that failed only leaves an entry in the timeline.
    "incident.noted": ({ subject_id }) => [{ queryKey: ["response", "analysis", subject_id] }],
    "incident.updated": ofIncident,
    "runbook.updated": suggestions,
    "execution.updated": suggestions,
  },
});
