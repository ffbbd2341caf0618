import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { LintProblem } from "./runbooks.ts";
import { Parameter, ParameterValues, runStatuses } from "./runs.ts";
import { gone, Id, IdParams, line, nullable, oneOf, paging, recordFields, Timestamp, text } from "./schema.ts";
import { WorkflowRun, workflowRuns } from "./workflow-runs.ts";
import { WorkflowEdge, WorkflowStep, WorkflowTrigger } from "./workflow-steps.ts";

const WorkflowOutput = Type.Object({
  name: Type.String({ pattern: "^[a-z][a-z0-9_]{0,39}$" }),
  expression: line(2000, "A CEL expression over `input`, `incident` and `steps`"),
});

const contentFields = {
  description: text(5000),
  enabled: Type.Boolean({ description: "Triggers start a disabled workflow no more; a person still can" }),
  inputs: Type.Array(Parameter, { maxItems: 50 }),
  outputs: Type.Array(WorkflowOutput, { maxItems: 50 }),
  edges: Type.Array(WorkflowEdge, { maxItems: 400 }),
  triggers: Type.Array(WorkflowTrigger, { maxItems: 20 }),
  timeout_seconds: nullable(Type.Integer({ minimum: 1, maximum: 2_592_000, description: "Of the whole run" })),
  saved_minutes: nullable(
    Type.Integer({
      minimum: 0,
      maximum: 10_080,
      description: "The work that a successful run saves a person, for reports",
    }),
  ),
};

/** What a version of a workflow consists of. */
export const WorkflowContent = Type.Object({
  name: line(200),
  ...contentFields,
  steps: Type.Array(WorkflowStep, { maxItems: 100 }),
});
export type WorkflowContent = Static<typeof WorkflowContent>;

export const Workflow = Type.Object({
  ...recordFields,
  ...WorkflowContent.properties,
  warnings: Type.Array(LintProblem),
  webhook_url: nullable(Type.String({ description: "The path to which a signed webhook is sent" })),
  next_run_at: nullable(Timestamp),
  last_run: nullable(
    Type.Object({ id: Id, reference: Type.String(), status: oneOf(runStatuses), created_at: Timestamp }),
  ),
  runs: Type.Object(
    { total: Type.Integer(), succeeded: Type.Integer(), failed: Type.Integer() },
    { description: "Of the last 90 days" },
  ),
  created_by: Type.String(),
  updated_by: Type.String(),
});
export type Workflow = Static<typeof Workflow>;

/** A workflow in a list, without its graph. */
export const WorkflowListItem = Type.Object({
  ...Type.Omit(Workflow, ["inputs", "outputs", "edges", "steps", "warnings", "webhook_url"]).properties,
  step_count: Type.Integer(),
});
export type WorkflowListItem = Static<typeof WorkflowListItem>;

/** In a request body a step may come without name and config. */
const StepInput = Type.Object({
  ...WorkflowStep.properties,
  name: Type.Optional(text(200)),
  config: Type.Optional(WorkflowStep.properties.config),
});

const optionalContent = {
  description: Type.Optional(contentFields.description),
  enabled: Type.Optional(Type.Boolean({ default: true })),
  inputs: Type.Optional(contentFields.inputs),
  outputs: Type.Optional(contentFields.outputs),
  edges: Type.Optional(
    Type.Array(WorkflowEdge, { maxItems: 400, description: "Without edges the steps run in their order" }),
  ),
  triggers: Type.Optional(contentFields.triggers),
  timeout_seconds: Type.Optional(contentFields.timeout_seconds),
  saved_minutes: Type.Optional(contentFields.saved_minutes),
};

const shared = { module: "automation" } as const;
const reading = { ...shared, access: "automation:read", effect: "read" } as const;
const writing = { ...shared, access: "automation:write", effect: "write" } as const;
const running = { ...shared, access: "automation:execute", effect: "write" } as const;

export const workflows = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows",
    summary: "List workflows",
    envelope: "page",
    query: Type.Object({
      q: Type.Optional(text(200, "Words in name or description")),
      enabled: Type.Optional(Type.Boolean()),
      ...paging,
    }),
    reply: WorkflowListItem,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/workflows",
    summary: "Create a workflow",
    description:
      "A cycle, an unknown or unreachable step, or a wrong expression is a 422 that names the place. The first save with a webhook trigger needs `newSecret` before the webhook works.",
    status: 201,
    body: Type.Object({
      name: line(200),
      ...optionalContent,
      steps: Type.Array(StepInput, { minItems: 1, maxItems: 100 }),
    }),
    reply: Workflow,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/:id",
    summary: "Get one workflow",
    params: IdParams,
    reply: Workflow,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/workflows/:id",
    summary: "Save a new version of a workflow; runs keep the version they started with",
    params: IdParams,
    body: Type.Object({
      name: Type.Optional(line(200)),
      ...optionalContent,
      enabled: Type.Optional(Type.Boolean()),
      steps: Type.Optional(Type.Array(StepInput, { minItems: 1, maxItems: 100 })),
    }),
    reply: Workflow,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/workflows/:id",
    summary: "Delete a workflow that never ran; disable others instead",
    params: IdParams,
  }),
  versions: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/:id/versions",
    summary: "List the versions of a workflow, newest first",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: Type.Object({
      version: Type.Integer(),
      content: WorkflowContent,
      created_by: Type.String(),
      created_at: Timestamp,
    }),
  }),
  newSecret: operation({
    ...writing,
    method: "POST",
    path: "/api/workflows/:id/webhook-secret",
    summary: "Make a new secret for the workflow's webhook; the old one stops working",
    params: IdParams,
    reply: Type.Object({ secret: Type.String({ description: "Signs the webhooks; shown once" }), url: Type.String() }),
  }),
  run: operation({
    ...running,
    method: "POST",
    path: "/api/workflows/:id/run",
    summary: "Run a workflow",
    status: 202,
    params: IdParams,
    body: Type.Object({
      incident_id: Type.Optional(nullable(line(100, "id or reference"))),
      input: Type.Optional(ParameterValues),
    }),
    reply: WorkflowRun,
  }),
  hook: operation({
    method: "POST",
    path: "/api/workflows/hooks/:id",
    summary: "Start a workflow with a signed webhook",
    description:
      "The headers webhook-id, webhook-timestamp and webhook-signature are those of Standard Webhooks, signed with the workflow's secret. The body is a JSON object and becomes the input. The same webhook-id starts one run only.",
    access: "public",
    module: "automation",
    effect: "write",
    raw: { maxBytes: 256 * 1024 },
    status: 202,
    params: IdParams,
    reply: Type.Object({
      run_id: nullable(Type.String({ description: "Null when the trigger's condition was false" })),
      reference: nullable(Type.String()),
    }),
  }),
  ...workflowRuns,
};

const seen = { access: "automation:read", module: "automation" } as const;

export const workflowEvents = {
  updated: event({ type: "workflow.updated", ...seen, data: Type.Object({ name: Type.String() }) }),
  runUpdated: event({
    type: "workflow_run.updated",
    ...seen,
    data: Type.Object({
      reference: Type.String(),
      workflow_id: Type.String(),
      workflow_name: Type.String(),
      status: oneOf(runStatuses),
      incident_id: nullable(Type.String()),
    }),
  }),
};

/** A message of a notification step. Webhooks carry it to chat and other tools. */
export const notificationEvents = {
  sent: event({
    type: "notification.sent",
    access: "runbooks:read",
    module: "runbooks",
    data: Type.Object({
      subject: Type.String(),
      message: Type.String(),
      reference: Type.String({ description: "The execution or run that sent it" }),
      incident_id: nullable(Type.String()),
      incident_reference: nullable(Type.String()),
    }),
  }),
};
