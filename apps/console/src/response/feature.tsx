import { IconTargetArrow } from "@tabler/icons-react";
import { createRoute } from "@tanstack/react-router";
import { defineFeature } from "../feature/feature.ts";
import { root } from "../feature/root.ts";
import { plainSearch } from "../feature/search.ts";
import type { StaleRule } from "../live/invalidation.ts";
import { lazyPart } from "../ui/lazy-part.tsx";

const scorecard = createRoute({
  getParentRoute: () => root,
  path: "/scorecard",
  validateSearch: plainSearch("range", "by", "outcome"),
  component: lazyPart(() => import("./scorecard/scorecard-page.tsx"), "ScorecardPage"),
});

const ofIncident: StaleRule = ({ subject_id }) => [
  { queryKey: ["response", "analysis", subject_id] },
  { queryKey: ["response", "suggestions", subject_id] },
  { queryKey: ["response", "similar"] },
  { queryKey: ["response", "scorecard", "judgments"] },
];
const suggestions: StaleRule = () => [{ queryKey: ["response", "suggestions"] }];

/** Panels of the incident page, and the scorecard of its analyses. */
export const responseFeature = defineFeature({
  routes: [scorecard],
  nav: [
    {
      to: "/scorecard",
      label: "RCA scorecard",
      group: "Insight",
      icon: IconTargetArrow,
      needs: "incidents:read",
      module: "incidents",
    },
  ],
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
