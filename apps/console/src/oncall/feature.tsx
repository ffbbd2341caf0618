import { defineFeature } from "../feature/feature.ts";

export const oncallFeature = defineFeature({
  routes: [],
  staleAfter: {
    "page.updated": () => [{ queryKey: ["oncall"] }],
    "oncall_schedule.updated": () => [{ queryKey: ["oncall"] }],
    "escalation_policy.updated": () => [{ queryKey: ["escalation-policies"] }],
    "channel.updated": () => [{ queryKey: ["channels"] }],
  },
});
