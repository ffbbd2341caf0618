import { type Static, Type } from "typebox";
import { IncidentSummary } from "./incidents.ts";
import { operation } from "./operation.ts";
import { RunDecision, RunStep, runStatuses } from "./runs.ts";
import { freeForm, Id, listOf, nullable, oneOf, paging, recordFields, refParams, Timestamp, text } from "./schema.ts";
import { triggerTypes, WorkflowEdge, WorkflowStep } from "./workflow-steps.ts";

/** One run of a workflow. */
export const WorkflowRun = Type.Object({
  ...recordFields,
  reference: Type.String({ description: "RUN- and eight digits, counted per tenant without gaps" }),
  workflow_id: Id,
  workflow_name: Type.String(),
  workflow_version: Type.Integer(),
  status: oneOf(runStatuses),
  trigger: oneOf(triggerTypes),
  input: freeForm("The inputs, or the data of the event that started it"),
  output: freeForm("The outputs, once it has succeeded"),
  incident: nullable(IncidentSummary),
  error: nullable(Type.String()),
  started_by: Type.String(),
  cancelled_by: nullable(Type.String()),
  deadline_at: nullable(Timestamp),
  finished_at: nullable(Timestamp),
  steps: Type.Array(RunStep),
  graph: Type.Object({ steps: Type.Array(WorkflowStep), edges: Type.Array(WorkflowEdge) }),
});
export type WorkflowRun = Static<typeof WorkflowRun>;

export const WorkflowRunListItem = Type.Omit(WorkflowRun, ["steps", "graph", "input", "output"]);
export type WorkflowRunListItem = Static<typeof WorkflowRunListItem>;

const shared = { module: "automation" } as const;
const reading = { ...shared, access: "automation:read", effect: "read" } as const;
const running = { ...shared, access: "automation:execute", effect: "write" } as const;
const RunRef = refParams("RUN");

/** The operations on runs. They belong to the group `workflows`. */
export const workflowRuns = {
  runs: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/runs",
    summary: "List runs of workflows, newest first",
    envelope: "page",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(runStatuses), "One or several, separated by commas")),
      workflow_id: Type.Optional(Id),
      incident_id: Type.Optional(Id),
      q: Type.Optional(text(200, "Words in the workflow's name, or a reference")),
      ...paging,
    }),
    reply: WorkflowRunListItem,
  }),
  getRun: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/runs/:id",
    summary: "Get one run with its steps, by id or reference",
    params: RunRef,
    reply: WorkflowRun,
  }),
  streamRun: operation({
    ...reading,
    method: "GET",
    path: "/api/workflows/runs/:id/stream",
    summary: "Follow a run as server-sent events",
    description: "`state` carries the run whenever a step changes. `end` follows when it has finished.",
    envelope: "none",
    params: RunRef,
    reply: WorkflowRun,
  }),
  decide: operation({
    ...running,
    method: "POST",
    path: "/api/workflows/runs/:id/decision",
    summary: "Approve or reject a step of a run",
    params: RunRef,
    body: RunDecision,
    reply: WorkflowRun,
  }),
  cancel: operation({
    ...running,
    method: "POST",
    path: "/api/workflows/runs/:id/cancel",
    summary: "Cancel a run and the executions that it waits for",
    params: RunRef,
    body: Type.Object({ reason: Type.Optional(text(1000)) }),
    reply: WorkflowRun,
  }),
  retry: operation({
    ...running,
    method: "POST",
    path: "/api/workflows/runs/:id/retry",
    summary: "Continue a failed run from its failed steps",
    params: RunRef,
    body: Type.Object({ reason: Type.Optional(text(1000)) }),
    reply: WorkflowRun,
  }),
};
