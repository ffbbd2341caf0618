import { type Static, Type } from "typebox";
import {
  type ChangeStatus,
  ChangeSummary,
  type ChangeType,
  changeStatuses,
  changeTypes,
  riskLevels,
} from "./change-summary.ts";
import { DirectoryUser } from "./directory.ts";
import { event } from "./event.ts";
import { IncidentSummary } from "./incidents.ts";
import { ItsmEntry, instanceStatuses, newComment } from "./itsm.ts";
import { operation } from "./operation.ts";
import {
  Id,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  refParams,
  Timestamp,
  text,
  WantedPerson,
} from "./schema.ts";

type Moves = Record<ChangeStatus, readonly ChangeStatus[]>;

const normalMoves: Moves = {
  draft: ["pending_approval", "cancelled"],
  pending_approval: ["approved", "rejected", "draft", "cancelled"],
  approved: ["scheduled", "draft", "cancelled"],
  scheduled: ["implementing", "draft", "cancelled"],
  implementing: ["completed", "failed"],
  completed: [],
  failed: [],
  rejected: ["draft"],
  cancelled: [],
};

/** Standard changes are approved beforehand; emergency ones may start before approval and are reviewed after. */
export const changeMoves: Record<ChangeType, Moves> = {
  normal: normalMoves,
  standard: { ...normalMoves, draft: ["approved", "cancelled"] },
  emergency: {
    ...normalMoves,
    draft: ["pending_approval", "implementing", "cancelled"],
    pending_approval: ["approved", "rejected", "implementing", "draft", "cancelled"],
    approved: ["scheduled", "implementing", "draft", "cancelled"],
  },
};

/** The moves a person may ask for. While an approval chain runs, approving and rejecting are its to do. */
export function changeMovesOf(change: {
  type: ChangeType;
  status: ChangeStatus;
  approval_status: string | null;
}): readonly ChangeStatus[] {
  const moves = changeMoves[change.type][change.status];
  const chainDecides = change.status === "pending_approval" && change.approval_status === "pending";
  return chainDecides ? moves.filter((to) => to !== "approved" && to !== "rejected") : moves;
}

/** What was approved stays as it was approved: plan, window, type and items change in a draft alone (standard: until scheduled). */
export function isPlanOpen({ type, status }: { type: ChangeType; status: ChangeStatus }): boolean {
  return status === "draft" || (type === "standard" && status === "approved");
}

/** These take up their window. */
export const activeChangeStatuses = ["pending_approval", "approved", "scheduled", "implementing"] as const;

export const reviewStatuses = ["pending", "accepted", "rejected"] as const;
const LinkedItem = Type.Object({ id: Id, name: Type.String(), class: Type.String() });

export const Change = Type.Object({
  ...recordFields,
  reference: Type.String({ description: "CHG- and eight digits, counted per tenant without gaps" }),
  title: Type.String(),
  description: Type.String({ description: "Markdown" }),
  type: oneOf(changeTypes),
  risk_level: oneOf(riskLevels),
  status: oneOf(changeStatuses),
  requested_start: nullable(Timestamp),
  requested_end: nullable(Timestamp),
  implementation_plan: Type.String({ description: "Markdown" }),
  rollback_plan: Type.String({ description: "Markdown" }),
  test_plan: Type.String({ description: "Markdown" }),
  requested_by: Type.String(),
  assigned_to: nullable(Id),
  assignee: nullable(DirectoryUser),
  ci_ids: Type.Array(Id),
  items: Type.Array(LinkedItem),
  incident_ids: Type.Array(Id),
  incidents: Type.Array(IncidentSummary),
  workflow_definition_id: nullable(Id),
  workflow_instance_id: nullable(Id),
  approval_status: nullable(oneOf(instanceStatuses)),
  review_status: nullable(
    oneOf(reviewStatuses, { description: "Of an emergency change that began before it was approved" }),
  ),
  review_notes: Type.String({ description: "Markdown" }),
  closure_notes: Type.String({ description: "Markdown" }),
  actual_start: nullable(Timestamp),
  actual_end: nullable(Timestamp),
  created_by: Type.String(),
});
export type Change = Static<typeof Change>;

/** A change in a list: without its plans and notes, with the beginning of its description. */
export const ChangeListItem = Type.Omit(Change, [
  "implementation_plan",
  "rollback_plan",
  "test_plan",
  "items",
  "incidents",
  "review_notes",
  "closure_notes",
]);
export type ChangeListItem = Static<typeof ChangeListItem>;

export const conflictKinds = ["same", "dependent"] as const;
const ConflictVia = Type.Object({
  item: LinkedItem,
  other: LinkedItem,
  distance: Type.Integer({ description: "0 on the same item, otherwise the relations between the two" }),
});

export const ChangeConflict = Type.Object({
  change: ChangeSummary,
  kind: oneOf(conflictKinds, {
    description: "same: both touch the same item; dependent: one's item affects the other's",
  }),
  overlap_start: Timestamp,
  overlap_end: Timestamp,
  via: Type.Array(ConflictVia),
});
export type ChangeConflict = Static<typeof ChangeConflict>;

const fields = {
  title: line(300),
  description: text(50_000, "Markdown"),
  type: oneOf(changeTypes),
  risk_level: oneOf(riskLevels),
  requested_start: nullable(Timestamp),
  requested_end: nullable(Timestamp),
  implementation_plan: text(50_000, "Markdown"),
  rollback_plan: text(50_000, "Markdown"),
  test_plan: text(50_000, "Markdown"),
  requested_by: line(254),
  assigned_to: nullable(Id),
  ci_ids: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  incident_ids: Type.Array(Id, { maxItems: 50, uniqueItems: true }),
  workflow_definition_id: nullable(Id),
};

export const changeSorts = [
  "-created_at",
  "created_at",
  "-updated_at",
  "updated_at",
  "requested_start",
  "-requested_start",
] as const;

const shared = { module: "itsm" } as const;
const reading = { ...shared, access: "itsm:read", effect: "read" } as const;
const writing = { ...shared, access: "itsm:write", effect: "write" } as const;
const ChangeRef = refParams("CHG");

export const changes = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/changes",
    summary: "List changes",
    envelope: "page",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(changeStatuses), "One or several, separated by commas")),
      type: Type.Optional(listOf(oneOf(changeTypes))),
      risk_level: Type.Optional(listOf(oneOf(riskLevels))),
      ci_id: Type.Optional(
        Type.Array(Id, { minItems: 1, maxItems: 200, description: "Changes of one of these items" }),
      ),
      incident_id: Type.Optional(Id),
      assigned_to: Type.Optional(WantedPerson),
      requested_by: Type.Optional(text(254, "As it was written, or me")),
      q: Type.Optional(text(200, "Words in title, description or reference; each may be a beginning")),
      from: Type.Optional(QueryTime),
      to: Type.Optional(QueryTime),
      sort: Type.Optional(
        oneOf(changeSorts, { default: "-created_at", description: "A leading dash means descending" }),
      ),
      ...paging,
    }),
    description:
      "`from` and `to` ask for changes whose window (the actual one, once begun) touches that time. A list carries the first 500 characters of `description`, and neither plans nor notes.",
    reply: ChangeListItem,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/itsm/changes",
    summary: "Create a change",
    description:
      "A new change is a draft; a standard one is approved beforehand. With `status: pending_approval` it is submitted at once. Without a definition of its own it takes the one that is the default for its type.",
    status: 201,
    body: Type.Object({
      title: fields.title,
      description: Type.Optional(fields.description),
      type: Type.Optional(oneOf(changeTypes, { default: "normal" })),
      risk_level: Type.Optional(oneOf(riskLevels, { default: "medium" })),
      requested_start: Type.Optional(fields.requested_start),
      requested_end: Type.Optional(fields.requested_end),
      implementation_plan: Type.Optional(fields.implementation_plan),
      rollback_plan: Type.Optional(fields.rollback_plan),
      test_plan: Type.Optional(fields.test_plan),
      requested_by: Type.Optional(fields.requested_by),
      assigned_to: Type.Optional(fields.assigned_to),
      ci_ids: Type.Optional(fields.ci_ids),
      incident_ids: Type.Optional(fields.incident_ids),
      workflow_definition_id: Type.Optional(fields.workflow_definition_id),
      status: Type.Optional(oneOf(["draft", "pending_approval"])),
    }),
    reply: Change,
  }),
  calendar: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/changes/calendar",
    summary: "Changes whose window touches a time, and which of them are in each other's way",
    query: Type.Object({ from: QueryTime, to: QueryTime }),
    reply: Type.Object({
      changes: Type.Array(ChangeSummary, { description: "At most 500" }),
      conflicts: Type.Array(Type.Object({ a: Id, b: Id, kind: oneOf(conflictKinds) })),
      truncated: Type.Boolean(),
    }),
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/changes/:id",
    summary: "Get one change by id or reference",
    params: ChangeRef,
    reply: Change,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/itsm/changes/:id",
    summary: "Edit a change or move it to another status",
    description:
      "An illegal move is INVALID_TRANSITION. Submitting starts the approval chain, which then approves or rejects. Plan, window, type and items can be edited while it is a draft; back to draft withdraws it.",
    params: ChangeRef,
    body: Type.Partial(
      Type.Object({
        ...fields,
        status: oneOf(changeStatuses),
        note: text(20_000, "Why: goes to the timeline with the move"),
        closure_notes: text(50_000, "Markdown"),
        review_status: oneOf(["accepted", "rejected"]),
        review_notes: text(50_000, "Markdown"),
      }),
    ),
    reply: Change,
  }),
  conflicts: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/changes/:id/conflicts",
    summary: "Other changes at the same time on the same or dependent items",
    envelope: "page",
    params: ChangeRef,
    query: Type.Object(paging),
    reply: ChangeConflict,
  }),
  timeline: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/changes/:id/timeline",
    summary: "What happened to a change, oldest first",
    envelope: "page",
    params: ChangeRef,
    query: Type.Object(paging),
    reply: ItsmEntry,
  }),
  comment: operation({
    ...writing,
    method: "POST",
    path: "/api/itsm/changes/:id/timeline",
    summary: "Comment on a change",
    status: 201,
    params: ChangeRef,
    body: newComment,
    reply: ItsmEntry,
  }),
};

const changeSeen = { access: "itsm:read", module: "itsm" } as const;
const changeEventData = Type.Object({
  reference: Type.String(),
  title: Type.String(),
  status: oneOf(changeStatuses),
  type: oneOf(changeTypes),
  version: Type.Integer(),
});

export const changeEvents = {
  created: event({ type: "change.created", ...changeSeen, data: changeEventData }),
  updated: event({ type: "change.updated", ...changeSeen, data: changeEventData }),
  commented: event({ type: "change.commented", ...changeSeen, data: Type.Object({ reference: Type.String() }) }),
};
