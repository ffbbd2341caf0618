import { type ApprovalDefinition, isId, type StepResult, type SubjectType } from "@opsplane/contract";
import { type Db, type Deed, newId } from "@opsplane/runtime";
import { hasEligible } from "./approvers.ts";
import { getDefinition } from "./definitions-store.ts";
import { findRunning, insertInstance, saveChain } from "./instances-store.ts";
import { begin, type Chain, currentStep, decide } from "./rules.ts";

export interface Subject {
  type: SubjectType;
  id: string;
  reference: string;
  title: string;
  requestedBy: string;
  /** Who asked and for whom, as far as they are users. */
  requesterIds: readonly string[];
}

export interface Standing extends Chain {
  id: string;
}

/** Starts an approval in the transaction of what needs it. It may have ended at once: optional steps that nobody can decide are skipped. */
export async function startApproval(deed: Deed, definition: ApprovalDefinition, subject: Subject): Promise<Standing> {
  const id = newId();
  const chain = begin(definition.steps);
  await insertInstance(
    deed.db,
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
  return passTurn(deed, { id, ...chain }, subject);
}

/** Ends what still runs for a subject that was withdrawn. */
export async function cancelApproval({ db, announce }: Deed, subjectId: string): Promise<void> {
  const running = await findRunning(db, subjectId);
  if (!running) return;
  await saveChain(db, running.id, { ...running, status: "cancelled", current_step: null }, "next");
  announce({ type: "approval.updated", subjectId: running.id, data: { status: "cancelled", subject_id: subjectId } });
}

/** Tells whose turn it is, or that it is over. Saves again only where optional steps had to be skipped. */
export async function passTurn(
  deed: Deed,
  standing: Standing,
  { type, id: subject_id, reference, title }: Pick<Subject, "type" | "id" | "reference" | "title">,
): Promise<Standing> {
  const { db, announce, now } = deed;
  let chain: Standing = standing;
  for (let step = currentStep(chain); step && !step.required; step = currentStep(chain)) {
    if (await hasEligible(db, chain.id)) break;
    chain = { id: chain.id, ...decide(chain, { result: "skipped", by: "system", comment: nobody, at: now }) };
    await saveChain(db, chain.id, chain, "same");
  }
  const data = { subject_type: type, subject_id, reference, title, status: chain.status, step: chain.current_step };
  const event = chain.status === "pending" ? "approval.turn" : "approval.settled";
  announce({ type: event, subjectId: chain.id, data });
  return chain;
}

const nobody = "Nobody could decide this optional step.";

/** How the steps that were decided since read on the subject's timeline. */
export function newResults(before: Pick<Chain, "step_results">, after: Pick<Chain, "step_results">): StepResult[] {
  return after.step_results.slice(before.step_results.length);
}

/** The definition that an item or change names; undefined for a word that names none (spec 4: then no approval starts). */
export async function namedDefinition(db: Db, id: string | null): Promise<ApprovalDefinition | undefined> {
  return id !== null && isId(id) ? getDefinition(db, id) : undefined;
}
