import {
  type ApprovalDefinition,
  approvalEvents,
  type Blocked,
  isId,
  type StepResult,
  type SubjectType,
} from "@opsplane/contract";
import { type Db, newId, type WriteScope } from "@opsplane/runtime";
import type { Entry } from "../timeline.ts";
import { begin, type Chain, currentStep, decide, titleOf } from "./rules.ts";
import { blockOf } from "./store/approvers.ts";
import { getDefinition } from "./store/definitions.ts";
import { findRunning, insertInstance, saveChain } from "./store/instances.ts";

export interface Subject {
  type: SubjectType;
  id: string;
  reference: string;
  title: string;
  requestedBy: string;
  /** Who asked and for whom, as far as they are users. */
  requesterIds: readonly string[];
}

export interface ApprovalState extends Chain {
  id: string;
  /** Why nobody can decide its current step. */
  blocked: Blocked | null;
}

/** Starts an approval in the transaction of what needs it. It may have ended at once: optional steps that nobody can decide are skipped. */
export async function startApproval(
  write: WriteScope,
  definition: ApprovalDefinition,
  subject: Subject,
): Promise<ApprovalState> {
  const id = newId();
  const chain = begin(definition.steps);
  await insertInstance(
    write.db,
    {
      id,
      definitionId: definition.id,
      definitionName: definition.name,
      definitionVersion: definition.version,
      subjectType: subject.type,
      subjectId: subject.id,
      reference: subject.reference,
      title: subject.title,
      requestedBy: subject.requestedBy,
      requesterIds: subject.requesterIds,
      allowSelf: definition.allow_self_approval,
    },
    chain,
  );
  return passTurn(write, { id, ...chain }, subject);
}

/** Ends what still runs for a subject that was withdrawn. */
export async function cancelApproval({ db, announce }: WriteScope, subjectId: string): Promise<void> {
  const running = await findRunning(db, subjectId);
  if (!running) return;
  await saveChain(db, running.id, { ...running, status: "cancelled", current_step: null }, "next");
  announce(approvalEvents.updated, running.id, { status: "cancelled", subject_id: subjectId });
}

/** Tells whose turn it is, or that it is over. Saves again only where optional steps had to be skipped. */
export async function passTurn(
  write: WriteScope,
  standing: Chain & { id: string },
  { type, id: subject_id, reference, title }: Pick<Subject, "type" | "id" | "reference" | "title">,
): Promise<ApprovalState> {
  const { db, announce, now } = write;
  let chain = standing;
  let blocked = await blockOf(db, chain.id);
  while (blocked !== null && currentStep(chain)?.required === false) {
    chain = { id: chain.id, ...decide(chain, { result: "skipped", by: "system", comment: nobody, at: now }) };
    await saveChain(db, chain.id, chain, "same");
    blocked = await blockOf(db, chain.id);
  }
  const data = { subject_type: type, subject_id, reference, title, status: chain.status, step: chain.current_step };
  announce(chain.status === "pending" ? approvalEvents.turn : approvalEvents.settled, chain.id, data);
  if (blocked !== null) announce(approvalEvents.blocked, chain.id, { ...data, reason: blocked });
  return { ...chain, blocked };
}

const blockedWords: Record<Blocked, string> = {
  only_requester: "Found nobody but the requester who can decide",
  no_approver: "Found nobody who can decide",
};

/** What a subject's timeline says of a step that nobody can decide. */
export function blockedEntries(standing: ApprovalState | undefined): Entry[] {
  const step = standing && currentStep(standing);
  if (!step || standing.blocked === null) return [];
  const body = `${blockedWords[standing.blocked]} ${titleOf(step).replace("Step", "step")}. An admin must change the approvers.`;
  return [{ kind: "approval", actor: "system", body, changes: { approval: { from: null, to: "blocked" } } }];
}

const nobody = "Nobody could decide this optional step.";

/** How the steps that were decided since read on the subject's timeline. */
export function newResults(before: Pick<Chain, "step_results">, after: Pick<Chain, "step_results">): StepResult[] {
  return after.step_results.slice(before.step_results.length);
}

/** The definition that an item or change names; undefined for a word that names none; then no approval starts. */
export async function namedDefinition(db: Db, id: string | null): Promise<ApprovalDefinition | undefined> {
  return id !== null && isId(id) ? getDefinition(db, id) : undefined;
}
