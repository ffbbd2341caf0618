import { defineFeature } from "../feature/feature.ts";
import type { StaleRule } from "../live/invalidation.ts";

const alerts: StaleRule = () => [{ queryKey: ["alerts"] }];

/** Alerts, their policies and silences. */
export const alertsFeature = defineFeature({
  routes: [],
  staleAfter: {
    "alert.fired": alerts,
    "alert.updated": alerts,
    "alert_policy.updated": () => [{ queryKey: ["alert-policies"] }],
    "silence.updated": () => [{ queryKey: ["silences"] }],
  },
});
