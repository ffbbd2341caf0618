import { defineWorkflow, type WriteScope } from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import type { ActiveSteps } from "./active-steps.ts";
import { targetOf } from "./announce.ts";
import { dueSteps, lostSteps, overdueRuns } from "./due.ts";
import { retryAt, runSteps, type StepJob } from "./engine.ts";
import type { Settler } from "./settle.ts";
import type { StepRunners } from "./step-runner.ts";
import { getRun, lockRun, type RunRow } from "./store/runs.ts";
import { readSteps, type StepChange } from "./store/steps.ts";
import { cancelRun, completeStep } from "./writes.ts";

interface ChildEnd {
  tenantId: string;
  runId: string;
  stepId: string;
  childId: string;
}

interface ChildCancel {
  tenantId: string;
  runId: string;
  by: string;
}

const runStep = defineWorkflow<StepJob>("run-step", { name: "automation", concurrency: 100, share: 40 });
const endChild = defineWorkflow<ChildEnd>("end-child-run");
const cancelChild = defineWorkflow<ChildCancel>("cancel-child-run");

/** Connects the rules of runs with the durable engine. */
export function openSettler(
  { enqueue, config }: Pick<Core, "enqueue" | "config">,
  finished: Settler["finished"],
): Settler {
  return {
    maxOpen: config.openRuns,
    enqueue,
    finished,
    stepJob: ({ tenant_id: tenantId, id: runId }, stepId, number) =>
      runStep.job(`run-${runId}-${number}`, { tenantId, runId, stepId }),
    parentJob: ({ tenant_id: tenantId, id, parent_run_id, parent_step_id, version }) =>
      endChild.job(`end-${id}-${version}`, {
        ...{ tenantId, runId: parent_run_id ?? "", stepId: parent_step_id ?? "", childId: id },
      }),
    cancelJob: ({ tenant_id: tenantId, reference }, childId) =>
      cancelChild.job(`cancel-${childId}`, { tenantId, runId: childId, by: reference }),
  };
}

export interface RunsOptions {
  core: Core;
  runners: StepRunners;
  active: ActiveSteps;
  settler: Settler;
}

export function runJobs(options: RunsOptions): Required<Pick<Feature, "workflows" | "schedules">> {
  const { core, runners, active, settler } = options;
  return {
    workflows: [
      runStep.implement((job, run) => run.step("run", () => runSteps({ core, runners, active, settler }, job, run.id))),
      endChild.implement((end, run) => run.step("end", () => passOn(options, end))),
      cancelChild.implement(({ tenantId, runId, by }, run) =>
        run.step("cancel", () =>
          core.asAutomation(tenantId, "executions.cancel", async (write) => {
            await cancelRun(settler, write, runId, by, "");
            return undefined;
          }),
        ),
      ),
    ],
    schedules: [dueSteps(options), overdueRuns(options), lostSteps(options)],
  };
}

/** Passes the end of an execution on to the step that waits for it. */
async function passOn({ core, settler }: RunsOptions, { tenantId, runId, stepId, childId }: ChildEnd): Promise<void> {
  await core.asAutomation(tenantId, "runs.advance", async (write) => {
    const child = await getRun(write.db, childId);
    const run = await lockRun(write.db, runId);
    const step = run && (await readSteps(write.db, runId)).find(({ id }) => id === stepId);
    if (!child || !run || step?.status !== "waiting" || step.child_id !== childId) return false;
    const { reference, status, verified, error } = child;
    const results = (await readSteps(write.db, childId)).map(({ id, output }) => [id, output] as const);
    const output = { execution_id: childId, reference, status, verified, error, steps: Object.fromEntries(results) };
    const change: StepChange =
      status === "succeeded"
        ? { status, output, error: null }
        : { status: "failed", output, error: error ?? `${reference} ${status}.` };
    await completeOrRetry(settler, write, run, step, change);
    write.audit({ target: targetOf(run), after: { step: stepId, status: change.status } });
    return undefined;
  });
}

async function completeOrRetry(
  settler: Settler,
  write: WriteScope,
  run: RunRow,
  { id, attempt }: { id: string; attempt: number },
  change: StepChange,
): Promise<void> {
  const node = run.plan.nodes.find((each) => each.id === id);
  if (change.status !== "failed" || !node || attempt > node.retries)
    return completeStep(settler, write, run, id, change);
  await completeStep(settler, write, run, id, { ...change, status: "queued", due_at: retryAt(node, write.now) });
}
