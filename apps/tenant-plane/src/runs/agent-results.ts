import { type MaskerState, openMasker } from "@opsplane/automation";
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

type Secrets = Pick<Core, "secrets" | "asAutomation">;

/** The part of an agent's job that its output needs. */
interface AgentOutput {
  run_id: string;
  step_id: string;
  target: string;
  /** What the last part held back, sealed. */
  held: Buffer | null;
}

const streams = ["stdout", "stderr"] as const;
type Stream = (typeof streams)[number];
type Held = Partial<Record<Stream, MaskerState>>;

/**
 * Stores what an agent sent, without secrets. A part ends where the pipe ended it, so the beginning of a secret is held back until the
 * next part. Returns what is held back now, sealed.
 */
export async function receiveOutput(
  core: Secrets,
  db: Db,
  job: AgentOutput,
  chunks: readonly { stream: Stream; text: string }[],
  { isLast = false } = {},
): Promise<Buffer | null> {
  const run = await getRun(db, job.run_id);
  const node = run?.plan.nodes.find(({ id }) => id === job.step_id);
  if (!run || !node) return null;
  const secrets = Object.values(await openRunSecrets(core, run.tenant_id, run, node));
  // Written below.
  const before: Held = job.held === null ? {} : JSON.parse(core.secrets.open(job.held));
  const maskers = Object.fromEntries(streams.map((stream) => [stream, openMasker(secrets, before[stream])]));
  const masked = chunks.map(({ stream, text }) => ({ stream, text: maskers[stream]?.push(text) ?? "" }));
  if (isLast) masked.push(...streams.map((stream) => ({ stream, text: maskers[stream]?.end() ?? "" })));
  const stored = masked
    .filter(({ text }) => text !== "")
    .map(({ stream, text }) => ({
      step: job.step_id,
      target: job.target,
      stream,
      text: text.replaceAll("\0", "\ufffd"),
    }));
  await noteTail(db, run.id, job.step_id, stored);
  if (run.output_bytes < maxBytes) await appendOutput(db, run.id, stored);
  const held: Held = Object.fromEntries(streams.map((stream) => [stream, maskers[stream]?.state()]));
  return streams.some((stream) => held[stream]?.held) ? core.secrets.seal(JSON.stringify(held)) : null;
}
