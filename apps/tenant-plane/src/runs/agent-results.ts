import { openMasker } from "@opsplane/automation";
import type { TargetResult } from "@opsplane/contract";
import type { Db, WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { openRunSecrets } from "./secrets.ts";
import type { Settler } from "./settle.ts";
import { appendOutput } from "./store/output.ts";
import { countJob, getRun, lockRun } from "./store/runs.ts";
import { addTarget, noteTail, readSteps, saveStep } from "./store/steps.ts";

const jobMs = 5 * 60_000;

/** The result of an agent's command. The step goes on with its next host, or ends. */
export async function completeTarget(
  settler: Settler,
  write: WriteScope,
  { runId, stepId }: { runId: string; stepId: string },
  result: TargetResult,
): Promise<void> {
  const { db, now } = write;
  const run = await lockRun(db, runId);
  const step = run && (await readSteps(db, runId)).find(({ id }) => id === stepId);
  if (!run || step?.status !== "waiting" || step.waits_for !== "agent") return;
  await addTarget(db, runId, stepId, result);
  await saveStep(db, runId, stepId, { status: "queued", due_at: new Date(now.getTime() + jobMs) });
  await settler.enqueue(db, settler.stepJob(run, stepId, run.jobs + 1));
  await countJob(db, runId, run.jobs + 1);
}

/** Output of one command that is kept at most. */
const maxBytes = 576 * 1024;

/** Stores what an agent sent, without secrets. */
export async function receiveOutput(
  core: Pick<Core, "secrets" | "asAutomation">,
  db: Db,
  job: { run_id: string; step_id: string; target: string },
  chunks: readonly { stream: "stdout" | "stderr"; text: string }[],
): Promise<void> {
  const run = await getRun(db, job.run_id);
  const node = run?.plan.nodes.find(({ id }) => id === job.step_id);
  if (!run || !node) return;
  const secrets = Object.values(await openRunSecrets(core, run.tenant_id, run, node));
  const stored = chunks.map(({ stream, text }) => {
    const masker = openMasker(secrets);
    const masked = (masker.push(text) + masker.end()).replaceAll("\0", "\ufffd");
    return { step: job.step_id, target: job.target, stream, text: masked };
  });
  await noteTail(db, run.id, job.step_id, stored);
  if (run.output_bytes < maxBytes) await appendOutput(db, run.id, stored);
}
