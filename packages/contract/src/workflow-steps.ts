import { type Static, Type } from "typebox";
import { freeForm, nullable, oneOf, text } from "./schema.ts";

// What a workflow is made of: steps, edges and triggers.

export const workflowStepTypes = ["runbook", "approval", "condition", "notification", "delay"] as const;
export type WorkflowStepType = (typeof workflowStepTypes)[number];

const StepId = Type.String({
  pattern: "^[A-Za-z][A-Za-z0-9_-]{0,59}$",
  description: "Names the step in edges and expressions",
});

/** A step of a workflow. `config` depends on its type. */
export const WorkflowStep = Type.Object({
  id: StepId,
  type: oneOf(workflowStepTypes),
  name: text(200),
  config: freeForm(
    "runbook: runbook_id, parameters, targets. approval: approver_type, approver_value, instructions, allow_self_approval. condition: expression. notification: message, subject, recipients, channel_id. delay: seconds",
  ),
  timeout_seconds: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 2_592_000 }))),
  retries: Type.Optional(Type.Integer({ minimum: 0, maximum: 10, default: 0 })),
  retry_delay_seconds: Type.Optional(Type.Integer({ minimum: 0, maximum: 3600, default: 5 })),
  position: Type.Optional(
    nullable(Type.Object({ x: Type.Number(), y: Type.Number() }, { description: "Where the canvas draws it" })),
  ),
});
export type WorkflowStep = Static<typeof WorkflowStep>;

export const WorkflowEdge = Type.Object({
  from: StepId,
  to: StepId,
  condition: Type.Optional(nullable(text(2000, "`true` or `false` after a condition; otherwise a CEL expression"))),
});
export type WorkflowEdge = Static<typeof WorkflowEdge>;

export const triggerTypes = [
  "manual",
  "schedule",
  "incident_created",
  "incident_moved",
  "alert_fired",
  "request_approved",
  "webhook",
] as const;
export type TriggerType = (typeof triggerTypes)[number];

export const WorkflowTrigger = Type.Object({
  type: oneOf(triggerTypes),
  condition: Type.Optional(text(2000, "A CEL expression over `input`. The workflow runs only when it is true")),
  cron: Type.Optional(text(100, "For schedule: five fields")),
  timezone: Type.Optional(text(64, "For schedule: an IANA timezone, UTC by default")),
});
export type WorkflowTrigger = Static<typeof WorkflowTrigger>;
