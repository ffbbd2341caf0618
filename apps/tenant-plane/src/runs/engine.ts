import { Failure, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import type { ActiveSteps } from "./active-steps.ts";
import { targetOf } from "./announce.ts";
import { openOutput } from "./output.ts";
import type { PlanNode } from "./plan.ts";
import { incidentScope, lookupIn, scopeOf } from "./scope.ts";
import { openRunSecrets } from "./secrets.ts";
import { lockRunState, type RunState, type Settler, settle } from "./settle.ts";
import type { StepContext, StepResult, StepRunners } from "./step-runner.ts";
import { getRun, type RunRow } from "./store/runs.ts";
import { addTarget, claimStep, postpone, readSteps, type StepChange, type StepRow, saveStep } from "./store/steps.ts";

type EngineCore = Pick<Core, "database" | "asAutomation" | "secrets" | "clock" | "log">;

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
  const db = options.core.database.tenant(tenantId);
  const [run, steps] = [await getRun(db, runId), await readSteps(db, runId)];
  if (!run) return;
  const interrupted = steps.find(({ status, job_id }) => status === "running" && job_id === jobId);
  // Another job has it, or it is over.
  const isDue = steps.some(({ id, status }) => id === stepId && status === "queued");
  const step = interrupted ?? (isDue ? await claimStep(db, runId, stepId, jobId) : undefined);
  let claim: Claim | undefined = step && { run, steps, step, jobId };
  if (claim && interrupted) claim = await afterCrash(options, claim);
  while (claim) claim = await runStep(options, claim);
}

/** A step that this job runs, with the states of the others. */
interface Claim extends RunState {
  step: StepRow;
  jobId: string;
}

/** What became of a step that was running when its instance stopped is unknown. Only a safe one runs again. */
async function afterCrash(options: EngineOptions, claim: Claim): Promise<Claim | undefined> {
  if (claim.run.dry_run || nodeOf(claim)?.safeToRepeat) return claim;
  return record(options, claim, { status: "failed", error: interruptedError }, "no retry");
}

async function runStep(options: EngineOptions, claim: Claim): Promise<Claim | undefined> {
  const { core, active } = options;
  const { run, step } = claim;
  const result = await active.during(run.tenant_id, run.id, (signal) => attempt(options, claim, signal));
  if (result.status === "interrupted") return undefined;
  if (result.status === "busy") {
    await postpone(core.database.tenant(run.tenant_id), run.id, step.id, busyMs);
    return undefined;
  }
  return record(options, claim, result);
}

function nodeOf({ run, step }: Claim): PlanNode | undefined {
  return run.plan.nodes.find(({ id }) => id === step.id);
}

/** One attempt. An error fails the step, never the job. */
async function attempt({ core, runners }: EngineOptions, claim: Claim, signal: AbortSignal): Promise<StepResult> {
  const { run, steps, step } = claim;
  const { tenant_id: tenantId } = run;
  const db = core.database.tenant(tenantId);
  const node = nodeOf(claim);
  const runner = node && runners.get(node.type);
  if (!runner) return { status: "failed", error: `Steps of type '${step.type}' cannot run here.` };
  try {
    const scope = scopeOf(run, await incidentScope(db, run.incident_id), steps);
    const secrets = await openRunSecrets(core, tenantId, run, node);
    const values = Object.values(secrets);
    const onError = (error: unknown) => core.log.warn({ error: String(error) }, "output of a step could not be stored");
    const output = openOutput({ db, runId: run.id, stepId: node.id, secrets: values, onError });
    const context: StepContext = {
      ...{ tenantId, run, node, step, scope, signal, output },
      lookup: lookupIn(
        scope,
        run,
        secrets,
        steps.find(({ status }) => status === "failed"),
      ),
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
  claim: Claim,
  result: StepResult,
  retry: "may retry" | "no retry" = "may retry",
): Promise<Claim | undefined> {
  const { core, settler, active } = options;
  const { step, jobId } = claim;
  const node = nodeOf(claim);
  let next: Claim | undefined;
  await core.asAutomation(claim.run.tenant_id, "runs.advance", async (write) => {
    const standing = await lockRunState(write.db, claim.run.id);
    // The run was cancelled, or another instance has taken the step over.
    if (!standing || !node || !isRunningBy(standing, claim)) return false;
    const { run, steps } = standing;
    write.audit({ target: targetOf(run), after: { step: step.id, status: result.status } });
    const limited = retry === "no retry" ? { ...node, retries: 0 } : node;
    const { change, wrote } = await changeOf(write, limited, step, run, result);
    await saveStep(write.db, run.id, step.id, change);
    const changed = steps.map((each) => (each.id === step.id ? { ...each, ...shownChange(change) } : each));
    const settled = await settle(settler, write, { run, steps: changed }, active.isStopping() ? undefined : jobId);
    next = settled.next && { run: settled.run, steps: settled.steps, step: settled.next, jobId };
    return wrote || settled.changed ? undefined : false;
  });
  return next;
}

function isRunningBy({ steps }: RunState, { step, jobId }: Claim): boolean {
  return steps.some(
    ({ id, status, job_id, attempt: number }) =>
      id === step.id && status === "running" && job_id === jobId && number === step.attempt,
  );
}

/** What the rest of a run sees of a change. */
function shownChange({ status, error = null, output, due_at = null }: StepChange): Partial<StepRow> {
  return { status, error, due_at: due_at?.toISOString() ?? null, ...(output ? { output } : {}) };
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
  // A command does not run again on hosts where it succeeded.
  const targets = (findings.targets ?? []).filter(({ status }) => status === "succeeded");
  const change = { ...findings, targets, status: "queued" as const, due_at: retryAt(node, write.now) };
  return { change, wrote: false };
}

/** When a failed step is tried again. Without a time it is tried at once. */
export function retryAt({ retryDelaySeconds }: PlanNode, now: Date): Date | null {
  return retryDelaySeconds === 0 ? null : new Date(now.getTime() + retryDelaySeconds * 1000);
}

function isResult(begun: Partial<StepChange> | StepResult): begun is StepResult {
  return begun.status === "succeeded" || begun.status === "failed";
}
