import type { ExecutionTarget, TriggerType } from "@opsplane/contract";
import { fail, newId, type WriteScope } from "@opsplane/runtime";
import { cancelApproval } from "../itsm/index.ts";
import { announceRun, noteStart, targetOf } from "./announce.ts";
import type { Plan } from "./plan.ts";
import { toRetry } from "./rules.ts";
import { endRun, type Settler, settle } from "./settle.ts";
import {
  areOpen,
  holderOf,
  insertRun,
  lockRun,
  type RunKind,
  type RunRow,
  reopen,
  requestCancel,
} from "./store/runs.ts";
import { readSteps, resetSteps, type StepChange, saveStep, setStatus } from "./store/steps.ts";

export interface RunInput {
  kind: RunKind;
  subject: { id: string; name: string; version: number };
  plan: Plan;
  dryRun: boolean;
  parameters: Record<string, unknown>;
  secretParameters: Buffer | null;
  targets: ExecutionTarget[];
  incidentId: string | null;
  requestId: string | null;
  parent: { runId: string; stepId: string } | null;
  trigger: TriggerType | null;
  /** Runs with the same key never run at once. Empty: no lock. */
  lockKey: string;
  deadlineAt: Date | null;
  /** The person who started it, for approvals. */
  startedBy: { label: string; userId: string | null };
}

/** Starts a run in the caller's write. Its first steps begin when the write commits. */
export async function startRun(settler: Settler, write: WriteScope, input: RunInput): Promise<RunRow> {
  const { db } = write;
  if (!input.parent && (await areOpen(db, settler.maxOpen)))
    fail(
      "CONFLICT",
      `${settler.maxOpen} executions and workflow runs are open already. Wait until some have ended, or cancel them.`,
    );
  // A dry run executes nothing, so it locks nothing.
  const lockKey = input.dryRun ? "" : input.lockKey;
  const holder = lockKey === "" ? undefined : await holderOf(db, lockKey);
  if (holder) return fail("CONFLICT", lockedBy(holder.reference, lockKey));
  const run =
    (await insertRun(db, {
      id: newId(),
      kind: input.kind,
      subject_id: input.subject.id,
      subject_name: input.subject.name,
      subject_version: input.subject.version,
      plan: input.plan,
      dry_run: input.dryRun,
      parameters: input.parameters,
      secret_parameters: input.secretParameters,
      targets: input.targets,
      incident_id: input.incidentId,
      request_id: input.requestId,
      parent_run_id: input.parent?.runId ?? null,
      parent_step_id: input.parent?.stepId ?? null,
      trigger: input.trigger,
      lock_key: lockKey,
      started_by: input.startedBy.label,
      started_by_id: input.startedBy.userId,
      deadline_at: input.deadlineAt,
    })) ?? fail("CONFLICT", lockedBy("Another execution", lockKey));
  announceRun(write, run, "running");
  await noteStart(write, run);
  await settle(settler, write, { run, steps: await readSteps(db, run.id) }, undefined);
  return run;
}

function lockedBy(reference: string, lockKey: string): string {
  return `${reference} runs already with the lock key '${lockKey}'. Wait until it has ended, or cancel it.`;
}

/** Ends the wait of a step, and moves its run on. The run must be locked. */
export async function completeStep(
  settler: Settler,
  write: WriteScope,
  run: RunRow,
  stepId: string,
  change: StepChange,
): Promise<void> {
  await saveStep(write.db, run.id, stepId, change);
  await settle(settler, write, { run, steps: await readSteps(write.db, run.id) }, undefined);
}

/** Cancels an open run. Waiting steps end now; running ones as soon as their instance notices. */
export async function cancelRun(
  settler: Settler,
  write: WriteScope,
  runId: string,
  by: string,
  reason: string,
): Promise<void> {
  const error = `Cancelled by ${by}${reason === "" ? "" : `: ${reason}`}.`;
  await stopRun(settler, write, runId, by, { status: "cancelled", error });
}

/** Ends an open run before its steps are over, and cancels what they wait for. */
export async function stopRun(
  settler: Settler,
  write: WriteScope,
  runId: string,
  by: string,
  end: { status: "cancelled" | "failed"; error: string },
): Promise<void> {
  const { db } = write;
  // Approvals are locked before runs everywhere, so that a decision and a cancellation never wait for each other.
  await cancelApproval(write, runId);
  const run = await lockRun(db, runId);
  if (!run || run.finished_at !== null) return;
  await requestCancel(db, run.id, by);
  const steps = await readSteps(db, run.id);
  const open = steps.filter(({ status }) => ["queued", "running", "waiting"].includes(status));
  await setStatus(
    db,
    run.id,
    open.map(({ id }) => id),
    "cancelled",
  );
  for (const { child_id, waits_for } of open)
    if (child_id !== null && waits_for === "execution") await settler.enqueue(db, settler.cancelJob(run, child_id));
  await endRun(settler, write, { run, steps }, { id: run.id, ...end, verified: null, output: {} });
}

/** Continues a failed run from its failed steps. The run must be locked. */
export async function retryRun(settler: Settler, write: WriteScope, run: RunRow, reason: string): Promise<void> {
  const { db, audit } = write;
  if (run.status !== "failed")
    fail("INVALID_TRANSITION", `${run.reference} is ${run.status}. Only a failed run can be retried.`);
  const steps = await readSteps(db, run.id);
  const { queue, reset } = toRetry(run.plan, steps);
  if (queue.length === 0) fail("CONFLICT", `${run.reference} has no failed step that could be retried.`);
  if (!(await reopen(db, run))) fail("CONFLICT", lockedBy("Another execution", run.lock_key));
  await resetSteps(db, run.id, reset, "pending");
  await resetSteps(db, run.id, queue, "queued");
  audit({ target: targetOf(run), before: { status: "failed" }, after: { status: "running", steps: queue, reason } });
  const reopened = { ...run, status: "running" as const, phase: "main" as const };
  await settle(settler, write, { run: reopened, steps: await readSteps(db, run.id) }, undefined);
  announceRun(write, run, "running");
}
