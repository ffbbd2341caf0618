import type { Core, FeatureOf } from "../core.ts";
import type { OpenReads } from "../telemetry/index.ts";
import { evaluationSchedules } from "./evaluation/jobs.ts";
import { alertHandlers } from "./handlers.ts";
import { integrationHandlers } from "./integrations/handlers.ts";
import { quietSchedule } from "./integrations/jobs.ts";
import { policyHandlers } from "./policies/handlers.ts";
import type { ReadBurnRates } from "./signals/burn-rates.ts";
import type { OpenSignals } from "./signals/read.ts";
import { silenceHandlers } from "./silences/handlers.ts";
import { muteSchedules } from "./silences/jobs.ts";

export { itemsNamedBy } from "./named-items.ts";
export { contentOf } from "./policies/content.ts";
export { lockPoliciesOfSlo } from "./policies/store.ts";
export { changePolicy, createPolicy, deletePolicy } from "./policies/writes.ts";
export type { BurnRequest, ReadBurnRates } from "./signals/burn-rates.ts";
export { idsOf, namesInTelemetry } from "./subjects.ts";

/** Alert policies, their evaluation, and the incidents that follow from it. */
export function openAlerts(
  core: Core,
  openReads: OpenReads,
  burnRatesOf: (tenantId: string) => ReadBurnRates,
): FeatureOf<"alerts" | "alertPolicies" | "silences" | "alertIntegrations"> {
  const openSignals: OpenSignals = (tenantId, signal, priority) => ({
    ...openReads(tenantId, signal, priority),
    burnRates: burnRatesOf(tenantId),
  });
  return {
    handlers: {
      alerts: alertHandlers(core),
      alertPolicies: policyHandlers(core, openSignals),
      silences: silenceHandlers(core),
      alertIntegrations: integrationHandlers(core),
    },
    schedules: [...evaluationSchedules(core, openSignals), ...muteSchedules(core), quietSchedule(core)],
  };
}
