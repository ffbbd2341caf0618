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
  /** The creator and the requester, if they are users. */
  requesterIds: readonly string[];
}

export interface ApprovalState extends Chain {
  id: string;
  /** The reason why no one can decide its current step. */
  blocked: Blocked | null;
}

/** Starts an approval in the subject's transaction. It may end at once, because optional steps without an approver are skipped. */
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

/** Cancels the running approval of a withdrawn subject. */
export async function cancelApproval({ db, announce }: WriteScope, subjectId: string): Promise<void> {
  const running = await findRunning(db, subjectId);
  if (!running) return;
  await saveChain(db, running.id, { ...running, status: "cancelled", current_step: null }, "next");
  announce(approvalEvents.updated, running.id, { status: "cancelled", subject_id: subjectId });
}

/** Announces the current step or the end. Saves again only when optional steps were skipped. */
export async function passTurn(
  write: WriteScope,
  standing: Chain & { id: string },
  { type, id: subject_id, reference, title }: Pick<Subject, "type" | "id" | "reference" | "title">,
): Promise<ApprovalState> {
  const { db, announce, now } = write;
  let chain = standing;
  let blocked = await blockOf(db, chain.id);
  while (blocked !== null && currentStep(chain)?.required === false) {
    chain = { id: chain.id, ...decide(chain, { result: "skipped", by: "system", comment: noApprover, at: now }) };
    await saveChain(db, chain.id, chain, "same");
    blocked = await blockOf(db, chain.id);
  }
  const data = { subject_type: type, subject_id, reference, title, status: chain.status, step: chain.current_step };
  announce(chain.status === "pending" ? approvalEvents.turn : approvalEvents.settled, chain.id, data);
  if (blocked !== null) announce(approvalEvents.blocked, chain.id, { ...data, reason: blocked });
  return { ...chain, blocked };
}

const blockedWords: Record<Blocked, string> = {
  only_requester: "The requester is the only approver of",
  no_approver: "There is no eligible approver for",
};

/** The timeline entry for a step without an eligible approver. */
export function blockedEntries(standing: ApprovalState | undefined): Entry[] {
  const step = standing && currentStep(standing);
  if (!step || standing.blocked === null) return [];
  const body = `${blockedWords[standing.blocked]} ${titleOf(step).replace("Step", "step")}. An admin must change the approvers.`;
  return [{ kind: "approval", actor: "system", body, changes: { approval: { from: null, to: "blocked" } } }];
}

const noApprover = "This optional step had no eligible approver.";

/** The results that were added since `before`. */
export function newResults(before: Pick<Chain, "step_results">, after: Pick<Chain, "step_results">): StepResult[] {
  return after.step_results.slice(before.step_results.length);
}

/** The definition that an item or change names. Undefined for an invalid id; then no approval starts. */
export async function namedDefinition(db: Db, id: string | null): Promise<ApprovalDefinition | undefined> {
  return id !== null && isId(id) ? getDefinition(db, id) : undefined;
}
