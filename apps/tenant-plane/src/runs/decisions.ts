import type { RunStep } from "@opsplane/contract";
import { fail, type WriteContext } from "@opsplane/runtime";
import { decideOn, type Settle } from "../itsm/index.ts";
import { targetOf } from "./announce.ts";
import type { Settler } from "./settle.ts";
import { lockRun, type RunRow } from "./store/runs.ts";
import { readSteps, type StepChange } from "./store/steps.ts";
import { completeStep } from "./writes.ts";

export interface RunDecision {
  decision: "approved" | "rejected";
  comment?: string;
  step?: string;
}

/** Decides a step that waits for a person: an approval, or a manual step. */
export async function decideStep(
  settler: Settler,
  context: WriteContext,
  run: RunRow,
  wanted: RunDecision,
): Promise<void> {
  const { db, principal, audit } = context;
  const waiting = (await readSteps(db, run.id)).filter(
    ({ status, waits_for }) => status === "waiting" && (waits_for === "approval" || waits_for === "person"),
  );
  const step = chosen(run, waiting, wanted.step);
  const { decision, comment = "" } = wanted;
  if (step.approval_id !== null) {
    const body = { decision, ...(comment === "" ? {} : { comment }) };
    await decideOn(context, step.approval_id, body, () => settleApproval(settler));
    return;
  }
  const locked = await lockRun(db, run.id);
  const now = (await readSteps(db, run.id)).find(({ id }) => id === step.id);
  if (!locked || now?.status !== "waiting") return fail("CONFLICT", `The step '${step.title}' no longer waits.`);
  audit({ target: targetOf(run), after: { step: step.id, decision, comment } });
  await completeStep(settler, context, locked, step.id, changeOf(decision, comment, principal.label, "manual"));
}

function chosen<T extends Pick<RunStep, "id" | "title">>(
  run: RunRow,
  waiting: readonly T[],
  id: string | undefined,
): T {
  const [first, ...others] = waiting;
  if (id !== undefined)
    return (
      waiting.find((step) => step.id === id) ??
      fail("CONFLICT", `The step '${id}' of ${run.reference} does not wait for a decision.`)
    );
  if (!first) return fail("CONFLICT", `No step of ${run.reference} waits for a decision; it is ${run.status}.`);
  if (others.length > 0)
    return fail(
      "CONFLICT",
      `Several steps of ${run.reference} wait. Name one as 'step': ${waiting.map((step) => step.id).join(", ")}.`,
    );
  return first;
}

/** Applies the outcome of an approval to the step that waits for it. */
export function settleApproval(settler: Settler): Settle {
  return async (write, runId, outcome, actor, { id, comment }) => {
    const run = await lockRun(write.db, runId);
    const step = run && (await readSteps(write.db, runId)).find(({ approval_id }) => approval_id === id);
    if (!run || step?.status !== "waiting") return;
    await completeStep(settler, write, run, step.id, changeOf(outcome, comment, actor, "approval"));
  };
}

function changeOf(
  decision: "approved" | "rejected",
  comment: string,
  actor: string,
  kind: "approval" | "manual",
): StepChange {
  const output = { decision, comment, decided_by: actor };
  if (decision === "approved") return { status: "succeeded", output, decided_by: actor, error: null };
  const word = kind === "approval" ? "Rejected" : "Marked as failed";
  const error = `${word} by ${actor}${comment === "" ? "." : `: ${comment}`}`;
  return { status: "failed", output, decided_by: actor, error };
}
