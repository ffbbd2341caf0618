import {
  type ApprovalInstance,
  approvalEvents,
  type ItsmType,
  itsmTypes,
  type operations,
  type StepOutcome,
  type SubjectType,
} from "@opsplane/contract";
import { fail, type HandlersOf, type Principal, type WriteContext, type WriteScope } from "@opsplane/runtime";
import { assertPerson } from "../../four-eyes.ts";
import { addEntries, type Entry } from "../../timeline.ts";
import { type Chain, currentStep, decide, titleOf } from "../rules.ts";
import * as store from "../store/instances.ts";
import { blockedEntries, newResults, passTurn } from "../writes.ts";

/** Called when an approval ends. The subject's feature applies the outcome in the same transaction. */
export type Settle = (
  write: WriteScope,
  subjectId: string,
  outcome: "approved" | "rejected",
  actor: string,
  approval: { id: string; comment: string },
) => Promise<void>;

export function instanceHandlers(settle: Record<SubjectType, Settle>): HandlersOf<typeof operations.instances> {
  return {
    list: ({ db, query, principal }) => {
      const { limit = 50, offset = 0, ...filter } = query;
      return store.listInstances(db, { ...filter, limit, offset }, viewerOf(principal));
    },

    get: async ({ db, params, principal }) =>
      (await store.getInstance(db, params.id, viewerOf(principal))) ?? missing(params.id),

    decide: (context) => decideOn(context, context.params.id, context.body, (type) => settle[type]),
  };
}

export interface WantedDecision {
  decision: StepOutcome;
  comment?: string;
  /** The order of the step that is meant. */
  step?: number;
}

/** Decides the current step of an approval. When the approval ends, its subject gets the outcome in the same transaction. */
export async function decideOn(
  context: WriteContext,
  id: string,
  body: WantedDecision,
  settleOf: (type: SubjectType) => Settle,
): Promise<ApprovalInstance> {
  const { db, principal, now, audit, announce, assertUnchanged } = context;
  const instance = (await store.lockInstance(db, id, viewerOf(principal))) ?? missing(id);
  assertUnchanged(instance);
  assertTurn(instance, principal, body.step);
  const decision = { result: body.decision, by: principal.label, comment: body.comment ?? "", at: now };
  const decided = { id: instance.id, ...decide(instance, decision) };
  await store.saveChain(db, instance.id, decided, "next");
  const standing = await passTurn(context, decided, subjectOf(instance));
  const { subject_type: type, subject_id } = instance;
  if (isItsmType(type))
    await addEntries(db, type, subject_id, [...entriesOf(instance, standing), ...blockedEntries(standing)]);
  audit({
    target: { type: "approval", id: instance.id, name: instance.subject_reference },
    before: { status: instance.status, current_step: instance.current_step },
    after: {
      status: standing.status,
      current_step: standing.current_step,
      decision: body.decision,
      comment: decision.comment,
    },
  });
  const approval = { id: instance.id, comment: decision.comment };
  // A subject's own writes must not replace the audit record of the decision.
  const scope = { ...context, audit: () => undefined };
  if (standing.status === "approved" || standing.status === "rejected")
    await settleOf(type)(scope, subject_id, standing.status, principal.label, approval);
  const after = (await store.getInstance(db, instance.id, viewerOf(principal))) ?? missing(id);
  announce(approvalEvents.updated, instance.id, { status: after.status, subject_id });
  return after;
}

function isItsmType(type: SubjectType): type is ItsmType {
  return itsmTypes.some((known) => known === type);
}

/** Refuses a decision with the reason: the approval has ended, another step is current, or the person is not an approver. */
function assertTurn(instance: ApprovalInstance, principal: Principal, meant: number | undefined): void {
  assertPerson(principal);
  const step = currentStep(instance);
  const last = instance.step_results.at(-1);
  if (!step)
    fail(
      "CONFLICT",
      `This approval is already ${instance.status}${last ? `, last decided by ${last.decided_by}` : ""}.`,
    );
  if (meant !== undefined && meant !== step.order) {
    const made = instance.step_results.find(({ order }) => order === meant);
    fail(
      "CONFLICT",
      made
        ? `Step ${meant} was already ${made.result} by ${made.decided_by}.`
        : `Step ${step.order} is the current step.`,
    );
  }
  if (!instance.may_decide)
    fail(
      "FORBIDDEN",
      `Only ${waitsFor(instance)} can decide ${titleOf(step)}, and people cannot decide on their own requests.`,
    );
}

function waitsFor(instance: ApprovalInstance): string {
  const step = currentStep(instance);
  return step?.approver_type === "any" ? "anyone else" : `the ${step?.approver_type} '${step?.approver_name}'`;
}

const outcomeWords: Record<StepOutcome, string> = { approved: "Approved", rejected: "Rejected", skipped: "Skipped" };

function entriesOf(before: ApprovalInstance, after: Chain): Entry[] {
  return newResults(before, after).map(({ order, name, result, decided_by, comment }) => ({
    kind: "approval",
    actor: decided_by,
    body: `${outcomeWords[result]} ${titleOf({ order, name }).replace("Step", "step")}.`,
    note: comment,
    changes: { approval: { from: null, to: result } },
  }));
}

function subjectOf(instance: ApprovalInstance) {
  return {
    type: instance.subject_type,
    id: instance.subject_id,
    reference: instance.subject_reference,
    title: instance.subject_title,
  };
}

function viewerOf({ kind, id, permissions }: Principal): store.Viewer {
  return kind === "user" && permissions.has("workflows:decide") ? id : null;
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no approval ${id}.`);
}
