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
  approver_name: Type.String({ description: "Display name of the user, group or role" }),
  required: Type.Boolean({
    description: "Rejecting a required step ends the approval. An optional step may be rejected or skipped",
  }),
});
export type ApprovalStep = Static<typeof ApprovalStep>;

/** Change types that can have a default definition. */
export const defaultableTypes = ["normal", "emergency"] as const;

export const ApprovalDefinition = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  steps: Type.Array(ApprovalStep),
  allow_self_approval: Type.Boolean({ description: "Requesters can approve their own requests" }),
  default_for: Type.Array(oneOf(defaultableTypes), {
    description: "The default for changes of these types that name no definition",
  }),
  used_by: Type.Integer({ description: "Number of catalog items that use it" }),
});
export type ApprovalDefinition = Static<typeof ApprovalDefinition>;

/** A step in a request body. `approver` is a short form of type and value. */
const StepInput = Type.Object({
  order: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1000, description: "Defaults to its position in the list" }),
  ),
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
      description: "Short form of approver_type and approver_value: a type, `type:value`, or { type, value }",
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
  decided_by: Type.String({
    description: "Email of the person, or `system` when an optional step had no eligible approver",
  }),
  comment: Type.String(),
  decided_at: Timestamp,
});
export type StepResult = Static<typeof StepResult>;

/** The reason why a step has no eligible approver: the requester is the only one, or there is none. */
export const blockedReasons = ["only_requester", "no_approver"] as const;
export type Blocked = (typeof blockedReasons)[number];

export const ApprovalInstance = Type.Object({
  ...recordFields,
  definition_id: nullable(Type.String({ format: "uuid", description: "Null for a step of a runbook or workflow" })),
  definition_name: Type.String(),
  definition_version: Type.Integer({ description: "The version it started with and keeps" }),
  subject_type: oneOf(subjectTypes),
  subject_id: Id,
  subject_reference: Type.String(),
  subject_title: Type.String(),
  requested_by: Type.String(),
  status: oneOf(instanceStatuses),
  steps: Type.Array(ApprovalStep),
  current_step: nullable(
    Type.Integer({ description: "The order of the current step; null when the approval has ended" }),
  ),
  step_results: Type.Array(StepResult),
  eligible: Type.Array(DirectoryUser, { description: "People who can decide the current step, at most 20" }),
  may_decide: Type.Boolean({ description: "Whether you can decide the current step" }),
  blocked: nullable(
    oneOf(blockedReasons, {
      description:
        "The reason why no one can decide the current step: the requester is its only approver, or it has none. Null while someone can",
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
    summary: "Save a new version of a definition; running approvals keep the version they started with",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: ApprovalDefinition,
  }),
  versions: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/definitions/:id/versions",
    summary: "List the versions of a definition, newest first",
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
    summary: "Delete a definition that is not a default and is not used by a catalog item or open change",
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
      mine: Type.Optional(Type.Boolean({ description: "Only approvals that wait for my decision" })),
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
      "Only a signed-in approver of the current step can decide, never an API key. People cannot decide on their own change or request (requested, edited or submitted) unless the definition allows it. `step` names the step that you decide; if it is no longer the current one, the response is 409.",
    params: IdParams,
    body: Type.Object({
      decision: oneOf(stepOutcomes, { description: "skipped is allowed for optional steps only" }),
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
  step: nullable(Type.Integer({ description: "The step that awaits a decision" })),
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
