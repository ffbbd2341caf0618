import type { Core, FeatureOf } from "../core.ts";
import { type Executing, waitRunner } from "../runbooks/index.ts";
import type { RunStreams, StepRunner } from "../runs/index.ts";
import { workflowHandlers } from "./handlers.ts";
import { conditionRunner, runbookRunner } from "./runners.ts";
import { triggerJobs } from "./triggers.ts";

/** The types of steps that only workflows have. */
export function workflowRunners(core: Core, executing: Executing): Record<string, StepRunner> {
  return { runbook: runbookRunner(core, executing), condition: conditionRunner(), delay: waitRunner(core) };
}

/** Automation workflows and their runs. */
export function openWorkflows(core: Core, { settler }: Executing, streams: RunStreams): FeatureOf<"workflows"> {
  return { handlers: { workflows: workflowHandlers(core, settler, streams) }, ...triggerJobs(core, settler) };
}
