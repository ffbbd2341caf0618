import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { severities } from "./incidents.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, nullable, oneOf, paging, recordFields, text } from "./schema.ts";

export const escalationTargetTypes = ["user", "schedule", "team", "channel"] as const;
export type EscalationTargetType = (typeof escalationTargetTypes)[number];

export const EscalationTarget = Type.Object({
  type: oneOf(escalationTargetTypes, { description: "team: every member of a group" }),
  id: Id,
});
export type EscalationTarget = Static<typeof EscalationTarget>;

const stepFields = {
  order: Type.Integer({ minimum: 1, maximum: 50 }),
  delay_seconds: Type.Integer({
    minimum: 0,
    maximum: 604_800,
    description: "How long after the step before it, or after the incident, unless someone acknowledged",
  }),
  severities: nullable(
    Type.Array(oneOf(severities), { minItems: 1, uniqueItems: true, description: "Only for these; null: for all" }),
  ),
};

export const EscalationStep = Type.Object({
  ...stepFields,
  targets: Type.Array(
    Type.Object({
      ...EscalationTarget.properties,
      name: Type.String(),
      problem: nullable(Type.String({ description: "Why no page can reach it now" })),
    }),
  ),
});
export type EscalationStep = Static<typeof EscalationStep>;

export const EscalationPolicy = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  is_default: Type.Boolean({ description: "Used where nothing else is chosen" }),
  repeat: Type.Integer({ description: "How often the steps are repeated after the last one" }),
  steps: Type.Array(EscalationStep),
  open_pages: Type.Integer(),
  created_by: Type.String(),
});
export type EscalationPolicy = Static<typeof EscalationPolicy>;

const StepInput = Type.Object({
  order: Type.Optional(stepFields.order),
  delay_seconds: Type.Optional(stepFields.delay_seconds),
  severities: Type.Optional(stepFields.severities),
  targets: Type.Array(EscalationTarget, { minItems: 1, maxItems: 20 }),
});

const fields = {
  name: line(100),
  description: text(2000),
  is_default: Type.Boolean(),
  repeat: Type.Integer({ minimum: 0, maximum: 20 }),
  steps: Type.Array(StepInput, { minItems: 1, maxItems: 20 }),
};

const shared = { module: "incidents" } as const;
const reading = { ...shared, access: "oncall:read", effect: "read" } as const;
const writing = { ...shared, access: "oncall:write", effect: "write" } as const;

export const escalationPolicies = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/escalation-policies",
    summary: "List escalation policies",
    envelope: "page",
    query: Type.Object({ q: Type.Optional(text(200, "Part of the name")), ...paging }),
    reply: EscalationPolicy,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/escalation-policies",
    summary: "Create an escalation policy",
    status: 201,
    body: Type.Object({
      ...Type.Partial(Type.Object(fields)).properties,
      name: fields.name,
      steps: fields.steps,
    }),
    reply: EscalationPolicy,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/escalation-policies/:id",
    summary: "Get an escalation policy",
    params: IdParams,
    reply: EscalationPolicy,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/oncall/escalation-policies/:id",
    summary: "Change an escalation policy",
    description: "Open pages go on with the steps that they started with.",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: EscalationPolicy,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/oncall/escalation-policies/:id",
    summary: "Delete an escalation policy that nothing uses",
    params: IdParams,
  }),
};

export const escalationPolicyEvents = {
  updated: event({
    type: "escalation_policy.updated",
    access: "oncall:read",
    module: "incidents",
    data: Type.Object({ name: Type.String() }),
  }),
};
