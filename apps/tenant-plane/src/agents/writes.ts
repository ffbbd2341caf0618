import type { TargetResult } from "@opsplane/contract";
import type { WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { completeTarget, receiveOutput, type Settler } from "../runs/index.ts";
import { type AgentJobRow, cancelJobs, insertJob, type JobEnd, type NewJob, saveJobEnd } from "./store.ts";

/** A command that no agent takes within this time is given up. */
const waitSeconds = 15 * 60;

export async function queueJob({ db }: WriteScope, job: NewJob): Promise<void> {
  await insertJob(db, job, waitSeconds);
}

/** Stops the commands of a run that has ended. */
export async function cancelAgentJobs({ db }: WriteScope, runId: string): Promise<void> {
  await cancelJobs(db, runId);
}

/** Ends a job, and passes its result on to the step that waits for it. The job must be locked. */
export async function endJob(
  core: Pick<Core, "secrets" | "asAutomation">,
  settler: Settler,
  write: WriteScope,
  job: AgentJobRow,
  end: JobEnd,
): Promise<void> {
  if (job.held !== null) await receiveOutput(core, write.db, job, [], { isLast: true });
  await saveJobEnd(write.db, job.id, end);
  const began = Date.parse(job.claimed_at ?? job.created_at);
  const result: TargetResult = {
    name: job.target,
    status: end.status === "succeeded" || end.status === "cancelled" ? end.status : "failed",
    exit_code: end.exitCode,
    error: end.error,
    duration_ms: Math.max(0, write.now.getTime() - began),
  };
  await completeTarget(settler, write, { runId: job.run_id, stepId: job.step_id }, result);
}
