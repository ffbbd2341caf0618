import type { Core, FeatureOf } from "../core.ts";
import type { OpenReads } from "../telemetry/index.ts";
import { evaluationSchedules } from "./evaluation/jobs.ts";
import { alertHandlers } from "./handlers.ts";
import { integrationHandlers } from "./integrations/handlers.ts";
import { quietSchedule } from "./integrations/jobs.ts";
import { policyHandlers } from "./policies/handlers.ts";
import { silenceHandlers } from "./silences/handlers.ts";
import { muteSchedule } from "./silences/jobs.ts";

/** Alert policies, their evaluation, and the incidents that follow from it. */
export function openAlerts(
  core: Core,
  openReads: OpenReads,
): FeatureOf<"alerts" | "alertPolicies" | "silences" | "alertIntegrations"> {
  return {
    handlers: {
      alerts: alertHandlers(core),
      alertPolicies: policyHandlers(core, openReads),
      silences: silenceHandlers(core),
      alertIntegrations: integrationHandlers(core),
    },
    schedules: [...evaluationSchedules(core, openReads), muteSchedule(core), quietSchedule(core)],
  };
}
