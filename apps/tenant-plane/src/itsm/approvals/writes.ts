import {
  type ApprovalDefinition,
  type ApprovalStep,
  type ApproverType,
  approvalEvents,
  type Blocked,
  isId,
  type StepResult,
  type SubjectType,
} from "@opsplane/contract";
import { type Db, fail, newId, type WriteScope } from "@opsplane/runtime";
import type { Entry } from "../timeline.ts";
import { begin, type Chain, currentStep, decide, titleOf } from "./rules.ts";
import { blockOf, resolveSteps } from "./store/approvers.ts";
import { getDefinition } from "./store/definitions.ts";
import { findRunning, insertInstance, saveChain } from "./store/instances.ts";

export interface Subject {
  type: SubjectType;
  id: string;
  /** The step of a run that waits for the approval. */
  part?: string;
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

/** A stored definition, or the steps of one approval. */
type Chained = Pick<ApprovalDefinition, "name" | "version" | "steps" | "allow_self_approval"> & { id: string | null };

/** Starts an approval in the subject's transaction. It may end at once, because optional steps without an approver are skipped. */
export async function startApproval(write: WriteScope, definition: Chained, subject: Subject): Promise<ApprovalState> {
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
      subjectPart: subject.part ?? "",
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

/** Cancels the running approvals of a withdrawn subject, or of one step of a run. */
export async function cancelApproval({ db, announce }: WriteScope, subjectId: string, part?: string): Promise<void> {
  for (const running of await findRunning(db, subjectId, part)) {
    await saveChain(db, running.id, { ...running, status: "cancelled", current_step: null }, "next");
    announce(approvalEvents.updated, running.id, { status: "cancelled", subject_id: subjectId });
  }
}

/** The approver of one step of a run, checked. */
export async function approverStep(
  db: Db,
  approver: { type: ApproverType; value: string | null; title: string },
): Promise<ApprovalStep> {
  const { type, value, title } = approver;
  const [step] = await resolveSteps(db, [{ order: 1, name: title, type, value, required: true }]);
  return step ?? fail("ERROR", "The approver could not be read.");
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
