import { Failure, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import type { ActiveSteps } from "./active-steps.ts";
import { targetOf } from "./announce.ts";
import { openOutput } from "./output.ts";
import type { PlanNode } from "./plan.ts";
import { incidentScope, lookupIn, scopeOf } from "./scope.ts";
import { openRunSecrets } from "./secrets.ts";
import { type Settler, settle } from "./settle.ts";
import type { StepContext, StepResult, StepRunners } from "./step-runner.ts";
import { getRun, lockRun, type RunRow } from "./store/runs.ts";
import {
  addTarget,
  claimStep,
  interruptedSteps,
  isRunningBy,
  postpone,
  readSteps,
  type StepChange,
  type StepRow,
  saveStep,
} from "./store/steps.ts";

export type EngineCore = Pick<Core, "database" | "asAutomation" | "secrets" | "clock" | "log">;

export interface StepJob {
  tenantId: string;
  runId: string;
  stepId: string;
}

export interface EngineOptions {
  core: EngineCore;
  runners: StepRunners;
  settler: Settler;
  active: ActiveSteps;
}

const busyMs = 2_000;
export const interruptedError =
  "The server stopped while this ran, so its result is unknown. Check the system before you retry it.";

/**
 * Runs a queued step, and the steps after it, until one waits. Each result is stored together with what follows from it, so that a step
 * that is over never runs again. After a crash the same job runs again elsewhere, and finds the step that was interrupted.
 */
export async function runSteps(
  options: EngineOptions,
  { tenantId, runId, stepId }: StepJob,
  jobId: string,
): Promise<void> {
  const { core } = options;
  const db = core.database.tenant(tenantId);
  const [interrupted] = await interruptedSteps(db, runId, jobId);
  let step = interrupted
    ? await afterCrash(options, tenantId, runId, interrupted, jobId)
    : await claimStep(db, runId, stepId, jobId);
  while (step) step = await runStep(options, tenantId, runId, step, jobId);
}

/** What became of a step that was running when its instance stopped is unknown. Only a safe one runs again. */
async function afterCrash(
  options: EngineOptions,
  tenantId: string,
  runId: string,
  step: StepRow,
  jobId: string,
): Promise<StepRow | undefined> {
  const run = await getRun(options.core.database.tenant(tenantId), runId);
  const node = run?.plan.nodes.find(({ id }) => id === step.id);
  if (!run || !node) return undefined;
  if (run.dry_run || node.safeToRepeat) return step;
  return record(
    options,
    tenantId,
    { run, node, step, jobId },
    { status: "failed", error: interruptedError },
    "no retry",
  );
}

interface Claim {
  run: RunRow;
  node: PlanNode;
  step: StepRow;
  jobId: string;
}

async function runStep(
  options: EngineOptions,
  tenantId: string,
  runId: string,
  step: StepRow,
  jobId: string,
): Promise<StepRow | undefined> {
  const { core, active } = options;
  const db = core.database.tenant(tenantId);
  const run = await getRun(db, runId);
  const node = run?.plan.nodes.find(({ id }) => id === step.id);
  if (!run || !node) return undefined;
  const claim: Claim = { run, node, step, jobId };
  const result = await active.during(tenantId, runId, (signal) => attempt(options, tenantId, claim, signal));
  if (result.status === "interrupted") return undefined;
  if (result.status === "busy") {
    await postpone(db, runId, step.id, busyMs);
    return undefined;
  }
  return record(options, tenantId, claim, result);
}

/** One attempt. Whatever goes wrong is a failed step, never a failed job. */
async function attempt(
  { core, runners }: EngineOptions,
  tenantId: string,
  { run, node, step }: Claim,
  signal: AbortSignal,
): Promise<StepResult> {
  const db = core.database.tenant(tenantId);
  const runner = runners.get(node.type);
  if (!runner) return { status: "failed", error: `Steps of type '${node.type}' cannot run here.` };
  try {
    const scope = scopeOf(run, await incidentScope(db, run.incident_id), await readSteps(db, run.id));
    const secrets = await openRunSecrets(core, tenantId, run, node);
    const values = Object.values(secrets);
    const onError = (error: unknown) => core.log.warn({ error: String(error) }, "output of a step could not be stored");
    const output = openOutput({ db, runId: run.id, stepId: node.id, secrets: values, onError });
    const context: StepContext = {
      ...{ tenantId, run, node, step, scope, signal, output },
      lookup: lookupIn(scope, run, secrets),
      saveTarget: (result) => addTarget(db, run.id, node.id, result),
    };
    try {
      return await (run.dry_run ? runner.check(context) : runner.run(context));
    } finally {
      await output.end();
    }
  } catch (error) {
    return { status: "failed", error: explain(core, error) };
  }
}

/** Errors that were written for people are shown; others are in the log. */
function explain({ log }: Pick<Core, "log">, error: unknown): string {
  if (error instanceof Failure || isReadable(error)) return error.message;
  log.error({ err: error }, "a step failed unexpectedly");
  return "An internal error occurred. The server's log has the details.";
}

const readable = ["ExpressionFailure", "TemplateFailure", "OutboundFailure", "SshFailure"];

function isReadable(error: unknown): error is Error {
  return error instanceof Error && (readable.includes(error.name) || readable.includes(error.constructor.name));
}

/** Stores a result and what follows from it, in one transaction. Returns the step that this job goes on with. */
async function record(
  options: EngineOptions,
  tenantId: string,
  { run: { id: runId }, node, step, jobId }: Claim,
  result: StepResult,
  retry: "may retry" | "no retry" = "may retry",
): Promise<StepRow | undefined> {
  const { core, settler, active } = options;
  let next: StepRow | undefined;
  await core.asAutomation(tenantId, "runs.advance", async (write) => {
    const run = await lockRun(write.db, runId);
    // The run was cancelled, or another instance has taken the step over.
    if (!run || !(await isRunningBy(write.db, runId, step.id, jobId, step.attempt))) return false;
    write.audit({ target: targetOf(run), after: { step: step.id, status: result.status } });
    const { change, wrote } = await changeOf(
      write,
      retry === "no retry" ? { ...node, retries: 0 } : node,
      step,
      run,
      result,
    );
    await saveStep(write.db, runId, step.id, change);
    const settled = await settle(settler, write, run, active.isStopping() ? undefined : jobId);
    next = settled.next;
    return wrote || settled.changed ? undefined : false;
  });
  return next;
}

/** How a result changes its step, and whether it wrote something that people see. */
async function changeOf(
  write: WriteScope,
  node: PlanNode,
  step: StepRow,
  run: RunRow,
  result: StepResult,
): Promise<{ change: StepChange; wrote: boolean }> {
  if (result.status === "waiting") {
    const begun = (await result.begin?.(write)) ?? {};
    const wrote = result.begin !== undefined;
    if (isResult(begun)) return { change: (await changeOf(write, node, step, run, begun)).change, wrote };
    const { instructions } = result;
    const wait = {
      waits_for: result.for,
      due_at: result.until,
      ...(instructions === undefined ? {} : { instructions }),
    };
    return { change: { status: "waiting", error: null, ...wait, ...begun }, wrote };
  }
  if (result.status === "busy") throw new Error("A busy step is put back before its result is stored.");
  const { status: _, ...findings } = result;
  if (result.status === "succeeded") {
    const { commit, ...found } = result;
    await commit?.(write);
    return { change: { ...found, error: null }, wrote: commit !== undefined };
  }
  const isLast = step.attempt > node.retries || run.dry_run;
  if (isLast) return { change: { ...findings, status: "failed" }, wrote: false };
  const change = { ...findings, targets: [], status: "queued" as const, due_at: retryAt(node, write.now) };
  return { change, wrote: false };
}

/** When a failed step is tried again. Without a time it is tried at once. */
export function retryAt({ retryDelaySeconds }: PlanNode, now: Date): Date | null {
  return retryDelaySeconds === 0 ? null : new Date(now.getTime() + retryDelaySeconds * 1000);
}

function isResult(begun: Partial<StepChange> | StepResult): begun is StepResult {
  return begun.status === "succeeded" || begun.status === "failed";
}
