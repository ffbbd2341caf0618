import type { RunPhase } from "@opsplane/contract";
import type { Db, Job, Transaction, WriteScope } from "@opsplane/runtime";
import { announceRun, noteEnd, targetOf } from "./announce.ts";
import type { StepState } from "./plan.ts";
import { advance, nextPhase, statusOf } from "./rules.ts";
import { conditionsOf, evaluateIn, incidentScope, scopeOf } from "./scope.ts";
import { lockRun, type RunEnd, type RunRow, saveEnd, saveState } from "./store/runs.ts";
import { claimStep, readSteps, type StepRow, saveStep, setStatus } from "./store/steps.ts";

/** What the engine needs to move a run on. */
export interface Settler {
  /** How many runs of a tenant may be open at once. Those that other runs start do not count. */
  readonly maxOpen: number;
  enqueue(tx: Transaction, job: Job): Promise<void>;
  /** The job that runs a queued step. `number` counts the jobs of a run. */
  stepJob(run: RunRow, stepId: string, number: number): Job;
  /** The job that passes the end of an execution on to the run that started it. */
  parentJob(run: RunRow): Job;
  /** The job that cancels an execution which a run waits for. */
  cancelJob(run: RunRow, childId: string): Job;
  /** Called in the transaction that ends a run. */
  finished(write: WriteScope, run: RunRow, end: RunEnd): Promise<void>;
}

/** A locked run with its steps as they are now. */
export interface RunState {
  run: RunRow;
  steps: readonly StepRow[];
}

export interface Settled extends RunState {
  /** The step that the given job goes on with. */
  next: StepRow | undefined;
  /** Whether people see a change: the run has another status than before. */
  changed: boolean;
}

/** A queued step that no job has taken after this time is given another job. */
const queuedMs = 5 * 60_000;

/**
 * Moves a locked run on after its steps changed: queues and skips steps, goes to the next phase, or ends the run. `jobId` goes on with
 * one of the queued steps; the others get jobs of their own.
 */
export async function settle(
  settler: Settler,
  write: WriteScope,
  { run, steps: before }: RunState,
  jobId: string | undefined,
): Promise<Settled> {
  const { db, now } = write;
  const states = new Map<string, StepRow>(before.map((step) => [step.id, step]));
  const steps = () => [...states.values()];
  const isTrue = conditionsOf(run, await incidentScope(db, run.incident_id));
  const set = (ids: readonly string[], fields: Partial<StepRow>) => {
    for (const [id, step] of states) if (ids.includes(id)) states.set(id, { ...step, ...fields });
  };
  let phase: RunPhase = run.phase;
  let queued = before.filter(({ status, due_at }) => status === "queued" && due_at === null).map(({ id }) => id);
  for (;;) {
    const next = advance(run.plan, phase, steps(), isTrue);
    set(next.skip, { status: "skipped" });
    await setStatus(db, run.id, next.skip, "skipped");
    for (const { id, error } of next.fail) {
      set([id], { status: "failed", error });
      await saveStep(db, run.id, id, { status: "failed", error });
    }
    set(next.queue, { status: "queued" });
    queued = [...queued, ...next.queue];
    if (next.outcome === undefined) break;
    const following = nextPhase(run.plan, phase, next.outcome);
    if (following === undefined) {
      const failedBy = advance(run.plan, "main", steps(), isTrue).failedBy;
      await finish(settler, write, { run, steps: steps() }, phase === "verification" ? undefined : failedBy);
      return { run, steps: steps(), next: undefined, changed: true };
    }
    phase = following;
  }
  const [first] = queued;
  const taken = jobId !== undefined && first !== undefined ? await claimStep(db, run.id, first, jobId) : undefined;
  let { jobs } = run;
  for (const id of queued.slice(taken ? 1 : 0)) {
    jobs += 1;
    await saveStep(db, run.id, id, { status: "queued", due_at: new Date(now.getTime() + queuedMs) });
    await settler.enqueue(db, settler.stepJob(run, id, jobs));
  }
  if (taken) set([taken.id], taken);
  const status = statusOf(steps());
  await saveState(db, { id: run.id, status, phase, jobs });
  if (status !== run.status) announceRun(write, run, status);
  return { run: { ...run, status, phase, jobs }, steps: steps(), next: taken, changed: status !== run.status };
}

/** Locks a run and reads its steps. */
export async function lockRunState(db: Db, runId: string): Promise<RunState | undefined> {
  const run = await lockRun(db, runId);
  return run && { run, steps: await readSteps(db, runId) };
}

/** Ends a run whose steps are over. In a dry run every failed check counts. */
async function finish(
  settler: Settler,
  write: WriteScope,
  { run, steps }: RunState,
  failedBy: string | undefined,
): Promise<void> {
  const failed = steps.find(run.dry_run ? ({ status }) => status === "failed" : ({ id }) => id === failedBy);
  const output = failed === undefined ? await outputsOf(write, run, steps) : { values: {}, error: null };
  const error = failed === undefined ? output.error : `${failed.title}: ${failed.error ?? "failed"}`;
  await endRun(
    settler,
    write,
    { run, steps },
    {
      id: run.id,
      status: error === null ? "succeeded" : "failed",
      error,
      verified: verifiedBy(run, steps),
      output: output.values,
    },
  );
}

function verifiedBy({ plan, dry_run }: RunRow, states: readonly StepState[]): boolean | null {
  const node = plan.nodes.find(({ phase }) => phase === "verification");
  const state = states.find(({ id }) => id === node?.id);
  if (dry_run || !state || (state.status !== "succeeded" && state.status !== "failed")) return null;
  return state.status === "succeeded";
}

async function outputsOf({ db }: WriteScope, run: RunRow, states: readonly StepState[]) {
  const { outputs = [] } = run.plan;
  const values: Record<string, unknown> = {};
  if (outputs.length === 0) return { values, error: null };
  const scope = scopeOf(run, await incidentScope(db, run.incident_id), states);
  for (const { name, expression } of outputs) {
    try {
      values[name] = evaluateIn(expression, scope);
    } catch (error) {
      return { values, error: `The output '${name}' could not be evaluated: ${messageOf(error)}` };
    }
  }
  return { values, error: null };
}

/** Ends a run in any way, with everything that follows from it. */
export async function endRun(
  settler: Settler,
  write: WriteScope,
  { run, steps }: RunState,
  end: RunEnd,
): Promise<void> {
  const { db, audit } = write;
  const left = steps.filter(({ status }) => status === "pending").map(({ id }) => id);
  await setStatus(db, run.id, left, "skipped");
  await saveEnd(db, end);
  audit({ target: targetOf(run), before: { status: run.status }, after: { status: end.status, error: end.error } });
  announceRun(write, run, end.status, end.verified);
  await noteEnd(write, run, end);
  if (run.parent_run_id !== null) await settler.enqueue(db, settler.parentJob(run));
  await settler.finished(write, run, end);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
