import { type Change, type ChangeStatus, type ChangeType, changeMovesOf, isPlanOpen } from "@opsplane/contract";
import { fail, invalid } from "@opsplane/runtime";

export type ChangePatch = Partial<
  Pick<
    Change,
    | "title"
    | "description"
    | "type"
    | "risk_level"
    | "requested_start"
    | "requested_end"
    | "implementation_plan"
    | "rollback_plan"
    | "test_plan"
    | "requested_by"
    | "assigned_to"
    | "ci_ids"
    | "incident_ids"
    | "workflow_definition_id"
    | "closure_notes"
    | "review_notes"
    | "review_status"
    | "status"
  >
>;

/** The fields that approvers agree to. */
export const planFields = [
  "title",
  "description",
  "type",
  "risk_level",
  "requested_start",
  "requested_end",
  "implementation_plan",
  "rollback_plan",
  "test_plan",
  "requested_by",
  "ci_ids",
  "workflow_definition_id",
] as const satisfies readonly (keyof ChangePatch)[];

/** A new change. Standard changes are pre-approved, others are drafts. */
export function firstStatus(type: ChangeType, wanted: "draft" | "pending_approval" | undefined): ChangeStatus {
  if (type === "standard") return wanted === "draft" ? "draft" : "approved";
  return "draft";
}

/** The change after a patch. The handler applies approvals and links. */
export function patched(change: Change, patch: ChangePatch, now: Date): Change {
  const { status, review_status, ...fields } = patch;
  if (status !== undefined && !changeMovesOf(change).includes(status)) illegal(change, status);
  const moved = status === undefined ? change : { ...change, status, ...stamps(change, status, now) };
  const next = { ...moved, ...fields };
  assertFrozen(change, next);
  assertWindow(next);
  if (status === "scheduled" && (next.requested_start === null || next.requested_end === null))
    invalid("requested_start", "and requested_end are required before the change can be scheduled");
  return review_status === undefined ? next : reviewed(change, next, review_status);
}

function stamps(change: Change, to: ChangeStatus, now: Date): Partial<Change> {
  const at = now.toISOString();
  switch (to) {
    case "draft":
      return { workflow_instance_id: null, approval_status: null };
    case "implementing":
      return { actual_start: at, ...(isUnapproved(change) ? { review_status: "pending" as const } : {}) };
    case "completed":
    case "failed":
      return { actual_end: at };
    default:
      return {};
  }
}

/** An emergency change that starts without an approval is reviewed afterwards. */
function isUnapproved({ status }: Change): boolean {
  return status === "draft" || status === "pending_approval";
}

function illegal(change: Change, to: ChangeStatus): never {
  const legal = changeMovesOf(change);
  const next =
    legal.length === 0 ? `'${change.status}' is final` : `next is ${legal.map((each) => `'${each}'`).join(" or ")}`;
  const chain =
    change.approval_status === "pending" && (to === "approved" || to === "rejected")
      ? " The approval chain decides this."
      : "";
  return fail(
    "INVALID_TRANSITION",
    `A ${change.type} change cannot go from '${change.status}' to '${to}'; ${next}.${chain}`,
  );
}

/** A submitted plan stays as the approvers saw it. Returning to draft makes it editable. */
function assertFrozen(before: Change, after: Change): void {
  if (isPlanOpen(before) || isPlanOpen(after)) return;
  const touched = touchedPlan(before, after);
  if (touched.length > 0)
    fail(
      "CONFLICT",
      `Cannot edit ${touched.join(", ")} while the change is '${before.status}'; return it to 'draft' first.`,
    );
}

/** The plan fields that differ. */
export function touchedPlan(before: Change, after: Change): string[] {
  return planFields.filter((field) => JSON.stringify(sorted(before[field])) !== JSON.stringify(sorted(after[field])));
}

/** True when this move requests approval, or starts an emergency change without one. */
export function submits(before: Change, after: Change): boolean {
  if (before.status === after.status) return false;
  return after.status === "pending_approval" || (after.status === "implementing" && isUnapproved(before));
}

function sorted(value: unknown): unknown {
  return Array.isArray(value) ? [...value].sort() : sameInstant(value);
}

/** 07:00Z and 08:00+01:00 are equal. */
function sameInstant(value: unknown): unknown {
  const time = typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? value : time;
}

export function assertWindow({
  requested_start,
  requested_end,
}: Pick<Change, "requested_start" | "requested_end">): void {
  if (requested_start === null || requested_end === null) return;
  if (Date.parse(requested_end) <= Date.parse(requested_start))
    invalid("requested_end", "must be after requested_start");
}

function reviewed(before: Change, next: Change, review_status: Change["review_status"]): Change {
  if (before.review_status !== "pending")
    fail(
      "INVALID_TRANSITION",
      "Only an emergency change that started before approval and has no review yet can be reviewed.",
    );
  if (before.approval_status === "pending")
    fail("INVALID_TRANSITION", "The approval chain reviews this change and has not ended yet.");
  if (next.status === "implementing")
    fail("INVALID_TRANSITION", "The change can be reviewed once it is completed or failed.");
  return { ...next, review_status };
}

/** The change after its approval ended: it moves if it waited for it, otherwise the outcome is its review. */
export function settled(change: Change, outcome: "approved" | "rejected"): Change | undefined {
  if (change.status === "pending_approval") return { ...change, status: outcome };
  if (change.review_status === "pending")
    return { ...change, review_status: outcome === "approved" ? "accepted" : "rejected" };
  return undefined;
}
