import type { Core, Feature } from "../core.ts";
import type { Settle } from "../itsm/index.ts";
import { openActiveSteps } from "./active-steps.ts";
import { settleApproval } from "./decisions.ts";
import { openSettler, runJobs } from "./jobs.ts";
import { runRetention } from "./retention.ts";
import type { Settler } from "./settle.ts";
import type { StepRunner } from "./step-runner.ts";
import type { RunStreams } from "./streams.ts";

export { runActions } from "./actions.ts";
export { completeTarget, receiveOutput } from "./agent-results.ts";
export { announceRun, targetOf } from "./announce.ts";
export type { Plan, PlanEdge, PlanNode } from "./plan.ts";
export { sealSecrets } from "./secrets.ts";
export type { Settler } from "./settle.ts";
export type { StepContext, StepResult, StepRunner } from "./step-runner.ts";
export { listRuns, type RunFilter, shownSteps } from "./store/listing.ts";
export { readOutput } from "./store/output.ts";
export { incidentOfRun, named, type RunRow } from "./store/runs.ts";
export { readSteps, type StepRow, stepColumns } from "./store/steps.ts";
export { openRunStreams, type RunStreams } from "./streams.ts";
export { cancelRun, completeStep, type RunInput, startRun } from "./writes.ts";

/** Moves runs on. It is opened before the features that start runs and that run their steps. */
export function openRunSettler(core: Core, finished: Settler["finished"]): Settler {
  return openSettler(core, finished);
}

export interface RunsFeature extends Feature {
  /** Applies the outcome of an approval that a step waits for. */
  settleApproval: Settle;
}

/** Steps that run at once on one instance. */
const places = 60;

/** The engine of executions and workflow runs. `runners` are the types of steps that other features implement. */
export function openRuns(
  core: Core,
  settler: Settler,
  streams: RunStreams,
  runners: Readonly<Record<string, StepRunner>>,
): RunsFeature {
  const active = openActiveSteps({ database: core.database, log: core.log, places });
  const jobs = runJobs({ core, settler, active, runners: new Map(Object.entries(runners)) });
  return {
    ...jobs,
    schedules: [...jobs.schedules, runRetention(core)],
    settleApproval: settleApproval(settler),
    onRevoked: streams.recheck,
    beforeClose: () => {
      active.stop();
      streams.close();
    },
    interrupt: active.interrupt,
  };
}
