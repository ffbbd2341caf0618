import type { Core, FeatureOf } from "../core.ts";
import type { RunStreams, StepRunner } from "../runs/index.ts";
import type { OpenReads } from "../telemetry/index.ts";
import type { Executing } from "./execute.ts";
import { flagHealth, flagSchedule } from "./flags.ts";
import { executionHandlers } from "./handlers/executions.ts";
import { runbookHandlers } from "./handlers/runbooks.ts";
import { fulfillmentJobs } from "./jobs.ts";
import { commandRunner } from "./runners/command.ts";
import { httpRunner } from "./runners/http.ts";
import { notificationJobs, notificationRunner } from "./runners/notification.ts";
import { approvalRunner, manualRunner, waitRunner } from "./runners/people.ts";
import { queryRunner, verificationRunner } from "./runners/signal.ts";

export { type Executing, startExecution } from "./execute.ts";
export { endFulfillment } from "./jobs.ts";
export { waitRunner } from "./runners/people.ts";
export { assertRoom, createDraft } from "./writes.ts";

/** The types of steps that runbooks have. Workflows share some of them. */
export function runbookRunners(core: Core, reads: OpenReads): Record<string, StepRunner> {
  const { clock } = core;
  return {
    command: commandRunner(core),
    http: httpRunner(core),
    notification: notificationRunner(core),
    approval: approvalRunner(core),
    manual: manualRunner(core),
    query: queryRunner({ clock, reads }),
    verification: verificationRunner({ clock, reads }),
    wait: waitRunner(core),
  };
}

/** Runbooks and their executions. */
export function openRunbooks(
  core: Core,
  executing: Executing,
  streams: RunStreams,
): FeatureOf<"runbooks" | "executions"> {
  const fulfillment = fulfillmentJobs(core, executing);
  return {
    handlers: { runbooks: runbookHandlers(core.secrets), executions: executionHandlers(executing, streams) },
    reactions: fulfillment.reactions,
    workflows: [...fulfillment.workflows, ...notificationJobs(core)],
    schedules: [flagSchedule(core)],
    health: () => flagHealth(core),
  };
}
