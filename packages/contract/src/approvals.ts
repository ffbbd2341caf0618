import { type Static, Type } from "typebox";
import { DirectoryUser } from "./directory.ts";
import { event } from "./event.ts";
import { instanceStatuses, subjectTypes } from "./itsm.ts";
import { operation } from "./operation.ts";
import {
  gone,
  Id,
  IdParams,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  recordFields,
  search,
  Timestamp,
  text,
} from "./schema.ts";

export const approverTypes = ["user", "group", "role", "any"] as const;
export type ApproverType = (typeof approverTypes)[number];

export const ApprovalStep = Type.Object({
  order: Type.Integer(),
  name: Type.String(),
  approver_type: oneOf(approverTypes),
  approver_value: nullable(Type.String({ description: "Id of the user or group, or name of the role" })),
  approver_name: Type.String({ description: "Name of the user, group or role, for people" }),
  required: Type.Boolean({
    description: "Rejecting a required step ends the approval; an optional one may be rejected or skipped",
  }),
});
export type ApprovalStep = Static<typeof ApprovalStep>;

/** Changes of these types take a definition as their default. */
export const defaultableTypes = ["normal", "emergency"] as const;

export const ApprovalDefinition = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  steps: Type.Array(ApprovalStep),
  allow_self_approval: Type.Boolean({ description: "Whoever asks may also decide" }),
  default_for: Type.Array(oneOf(defaultableTypes), {
    description: "Changes of these types that name no definition take this one",
  }),
  used_by: Type.Integer({ description: "Catalog items that name it" }),
});
export type ApprovalDefinition = Static<typeof ApprovalDefinition>;

/** A step as callers write it: `approver` is another spelling of type and value. */
const StepInput = Type.Object({
  order: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000, description: "By default its place in the list" })),
  name: Type.Optional(text(200)),
  approver_type: Type.Optional(oneOf(approverTypes)),
  approver_value: Type.Optional(nullable(text(254, "User: id or email. Group: id or name. Role: name"))),
  approver: Type.Optional(
    Type.Unsafe<string | { type: ApproverType; value?: string | null }>({
      anyOf: [
        { type: "string", maxLength: 300 },
        {
          type: "object",
          required: ["type"],
          properties: {
            type: { type: "string", enum: [...approverTypes] },
            value: { type: ["string", "null"], maxLength: 254 },
          },
        },
      ],
      description: "Another spelling: a type, `type:value`, or { type, value }",
    }),
  ),
  required: Type.Optional(Type.Boolean({ default: true })),
});
export type StepInput = Static<typeof StepInput>;

const fields = {
  name: line(200),
  description: text(5000),
  steps: Type.Array(StepInput, { minItems: 1, maxItems: 20 }),
  allow_self_approval: Type.Boolean(),
  default_for: Type.Array(oneOf(defaultableTypes), { maxItems: 2, uniqueItems: true }),
};

export const stepOutcomes = ["approved", "rejected", "skipped"] as const;
export type StepOutcome = (typeof stepOutcomes)[number];

const StepResult = Type.Object({
  order: Type.Integer(),
  name: Type.String(),
  result: oneOf(stepOutcomes),
  decided_by: Type.String({ description: "Email of the person; `system` where nobody could decide an optional step" }),
  comment: Type.String(),
  decided_at: Timestamp,
});
export type StepResult = Static<typeof StepResult>;

/** Why nobody can decide a step: the requester is its only approver, or it has none. */
export const blockedReasons = ["only_requester", "no_approver"] as const;
export type Blocked = (typeof blockedReasons)[number];

export const ApprovalInstance = Type.Object({
  ...recordFields,
  definition_id: Id,
  definition_name: Type.String(),
  definition_version: Type.Integer({ description: "The version it began with, and keeps" }),
  subject_type: oneOf(subjectTypes),
  subject_id: Id,
  subject_reference: Type.String(),
  subject_title: Type.String(),
  requested_by: Type.String(),
  status: oneOf(instanceStatuses),
  steps: Type.Array(ApprovalStep),
  current_step: nullable(
    Type.Integer({ description: "The order of the step whose turn it is; null when it has ended" }),
  ),
  step_results: Type.Array(StepResult),
  eligible: Type.Array(DirectoryUser, { description: "Who may decide the current step; at most 20 of them" }),
  may_decide: Type.Boolean({ description: "Whether you may decide the current step" }),
  blocked: nullable(
    oneOf(blockedReasons, {
      description:
        "Why nobody can decide the current step: the requester is its only approver, or it has none. Null while somebody can",
    }),
  ),
  completed_at: nullable(Timestamp),
});
export type ApprovalInstance = Static<typeof ApprovalInstance>;

const shared = { module: "itsm" } as const;
const reading = { ...shared, access: "workflows:read", effect: "read" } as const;
const writing = { ...shared, access: "workflows:write", effect: "write" } as const;

export const definitions = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/definitions",
    summary: "List approval definitions",
    envelope: "page",
    query: Type.Object({ q: search, ...paging }),
    reply: ApprovalDefinition,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/workflows/definitions",
    summary: "Define an approval chain",
    status: 201,
    body: Type.Object({
      name: fields.name,
      steps: fields.steps,
      description: Type.Optional(fields.description),
      allow_self_approval: Type.Optional(Type.Boolean({ default: false })),
      default_for: Type.Optional(fields.default_for),
    }),
    reply: ApprovalDefinition,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/definitions/:id",
    summary: "Get one approval definition",
    params: IdParams,
    reply: ApprovalDefinition,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/workflows/definitions/:id",
    summary: "Change a definition: a new version; approvals that run keep the one they began with",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: ApprovalDefinition,
  }),
  versions: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/definitions/:id/versions",
    summary: "The versions of a definition, newest first",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: Type.Object({
      version: Type.Integer(),
      name: Type.String(),
      steps: Type.Array(ApprovalStep),
      allow_self_approval: Type.Boolean(),
      created_by: Type.String(),
      created_at: Timestamp,
    }),
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/workflows/definitions/:id",
    summary: "Delete a definition that is no default and that no catalog item and no open change names",
    params: IdParams,
  }),
};

export const instances = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/instances",
    summary: "List approvals",
    envelope: "page",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(instanceStatuses))),
      subject_type: Type.Optional(oneOf(subjectTypes)),
      subject_id: Type.Optional(Id),
      mine: Type.Optional(Type.Boolean({ description: "Only those that wait for my decision" })),
      ...paging,
    }),
    reply: ApprovalInstance,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/instances/:id",
    summary: "Get one approval",
    params: IdParams,
    reply: ApprovalInstance,
  }),
  decide: operation({
    ...shared,
    access: "workflows:decide",
    effect: "write",
    method: "POST",
    path: "/api/workflows/instances/:id/decision",
    summary: "Approve or reject the current step",
    description:
      "Only a signed-in person whom the current step names can decide, never an API key. Nobody decides on a change or request of their own (requested, edited or submitted) unless the definition allows it. `step` says which step you mean; if it is no longer the current one, the answer is 409.",
    params: IdParams,
    body: Type.Object({
      decision: oneOf(stepOutcomes, { description: "skipped: optional steps alone" }),
      comment: Type.Optional(text(5000)),
      step: Type.Optional(Type.Integer({ description: "The order of the step that you decide" })),
    }),
    reply: ApprovalInstance,
  }),
};

const approvalSeen = { access: "workflows:read", module: "itsm" } as const;
const approvalFields = {
  subject_type: oneOf(subjectTypes),
  subject_id: Type.String(),
  reference: Type.String(),
  title: Type.String(),
  status: oneOf(instanceStatuses),
  step: nullable(Type.Integer({ description: "The step that waits for a decision" })),
};

export const approvalEvents = {
  definitionUpdated: event({
    type: "definition.updated",
    ...approvalSeen,
    data: Type.Object({ name: Type.String(), version: Type.Optional(Type.Integer()) }),
  }),
  turn: event({ type: "approval.turn", ...approvalSeen, data: Type.Object(approvalFields) }),
  settled: event({ type: "approval.settled", ...approvalSeen, data: Type.Object(approvalFields) }),
  updated: event({
    type: "approval.updated",
    ...approvalSeen,
    data: Type.Object({ status: oneOf(instanceStatuses), subject_id: Type.String() }),
  }),
  blocked: event({
    type: "approval.blocked",
    ...approvalSeen,
    data: Type.Object({ ...approvalFields, reason: oneOf(blockedReasons) }),
  }),
};
