import type { Ai } from "../ai/index.ts";
import type { Core, FeatureOf } from "../core.ts";
import type { OpenReads } from "../telemetry/index.ts";
import { subscriptionHandlers } from "./delivery/handlers.ts";
import { deliveryJobs } from "./delivery/jobs.ts";
import { reportHandlers } from "./handlers.ts";
import { reportJobs } from "./jobs.ts";

/** Definitions of reports, their runs and outputs, schedules, and delivery by mail. */
export function openReports(core: Core, reads: OpenReads, ai: Ai): FeatureOf<"reports" | "reportSubscriptions"> {
  const runner = { core, reads, ai };
  const jobs = reportJobs(runner);
  const delivery = deliveryJobs(core);
  return {
    handlers: { reports: reportHandlers(runner), reportSubscriptions: subscriptionHandlers(core) },
    workflows: [...(jobs.workflows ?? []), ...(delivery.workflows ?? [])],
    reactions: [...(jobs.reactions ?? []), ...(delivery.reactions ?? [])],
    schedules: jobs.schedules ?? [],
    cronJobs: jobs.cronJobs ?? [],
  };
}
