import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { IncidentSummary } from "./incidents.ts";
import { operation } from "./operation.ts";
import { OutputChunk, ParameterValues, RunDecision, RunStep, runStatuses } from "./runs.ts";
import {
  Id,
  IdParams,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  recordFields,
  refParams,
  Timestamp,
  text,
} from "./schema.ts";

/** A host on which an execution runs its commands. */
export const ExecutionTarget = Type.Object({
  host_id: nullable(Type.String({ description: "Null when no enabled host belongs to the item" })),
  ci_id: nullable(Type.String()),
  name: Type.String(),
});
export type ExecutionTarget = Static<typeof ExecutionTarget>;

/** One execution of a runbook, or its dry run. */
export const Execution = Type.Object({
  ...recordFields,
  reference: Type.String({ description: "EXE- and eight digits, counted per tenant without gaps" }),
  runbook_id: Id,
  runbook_name: Type.String(),
  runbook_version: Type.Integer({ description: "The version that it runs; of a draft the edited one" }),
  status: oneOf(runStatuses),
  dry_run: Type.Boolean(),
  parameters: ParameterValues,
  targets: Type.Array(ExecutionTarget),
  incident: nullable(IncidentSummary),
  request_id: nullable(Id),
  request_reference: nullable(Type.String()),
  workflow_run_id: nullable(Id),
  workflow_run_reference: nullable(Type.String()),
  lock_key: Type.String(),
  verified: nullable(
    Type.Boolean({ description: "Whether the signal was good afterwards; null without verification" }),
  ),
  error: nullable(Type.String({ description: "Why it failed" })),
  started_by: Type.String(),
  cancelled_by: nullable(Type.String()),
  finished_at: nullable(Timestamp),
  output_truncated: Type.Boolean({ description: "A command wrote more than is kept" }),
  steps: Type.Array(RunStep),
});
export type Execution = Static<typeof Execution>;

/** An execution in a list, without its steps. */
export const ExecutionListItem = Type.Omit(Execution, [
  "steps",
  "parameters",
  "targets",
  "lock_key",
  "output_truncated",
]);
export type ExecutionListItem = Static<typeof ExecutionListItem>;

const shared = { module: "runbooks" } as const;
const reading = { ...shared, access: "runbooks:read", effect: "read" } as const;
const running = { ...shared, access: "runbooks:execute", effect: "write" } as const;
const ExecutionRef = refParams("EXE");

export const executions = {
  execute: operation({
    ...running,
    method: "POST",
    path: "/api/runbooks/:id/execute",
    summary: "Execute a runbook, or try it out with a dry run",
    description:
      "A dry run resolves everything, checks hosts, credentials and permissions, shows the exact commands and requests, and executes nothing. `targets` are ids of hosts or configuration items; without them, the incident's affected items. Poll the execution, or read its stream.",
    status: 202,
    params: IdParams,
    body: Type.Object({
      incident_id: Type.Optional(nullable(line(100, "id or reference"))),
      dry_run: Type.Optional(Type.Boolean({ default: false })),
      parameters: Type.Optional(ParameterValues),
      targets: Type.Optional(Type.Array(Id, { maxItems: 100, uniqueItems: true })),
    }),
    reply: Execution,
  }),
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks/executions",
    summary: "List executions, newest first",
    envelope: "page",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(runStatuses), "One or several, separated by commas")),
      runbook_id: Type.Optional(Id),
      incident_id: Type.Optional(Id),
      dry_run: Type.Optional(Type.Boolean()),
      q: Type.Optional(text(200, "Words in the runbook's name, or a reference")),
      ...paging,
    }),
    reply: ExecutionListItem,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks/executions/:id",
    summary: "Get one execution with its steps, by id or reference",
    params: ExecutionRef,
    reply: Execution,
  }),
  output: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks/executions/:id/output",
    summary: "Read what the commands wrote, oldest first",
    envelope: "cursor",
    params: ExecutionRef,
    query: Type.Object({
      step: Type.Optional(line(60)),
      after: Type.Optional(text(20, "The cursor `next` of the last page")),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
    }),
    reply: OutputChunk,
  }),
  stream: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks/executions/:id/stream",
    summary: "Follow an execution as server-sent events",
    description:
      "`state` carries the execution whenever a step changes, `output` a piece of output with its `seq` as id. `end` follows when the execution has finished. A client that reconnects with Last-Event-ID misses nothing.",
    envelope: "none",
    params: ExecutionRef,
    query: Type.Object({ last_event_id: Type.Optional(text(20, "The same as the header Last-Event-ID")) }),
    reply: Execution,
  }),
  decide: operation({
    ...running,
    method: "POST",
    path: "/api/runbooks/executions/:id/decision",
    summary: "Approve or reject a step, or complete a manual one",
    params: ExecutionRef,
    body: RunDecision,
    reply: Execution,
  }),
  cancel: operation({
    ...running,
    method: "POST",
    path: "/api/runbooks/executions/:id/cancel",
    summary: "Cancel an execution; a running command is stopped",
    params: ExecutionRef,
    body: Type.Object({ reason: Type.Optional(text(1000)) }),
    reply: Execution,
  }),
  retry: operation({
    ...running,
    method: "POST",
    path: "/api/runbooks/executions/:id/retry",
    summary: "Continue a failed execution from its failed step",
    params: ExecutionRef,
    body: Type.Object({ reason: Type.Optional(text(1000)) }),
    reply: Execution,
  }),
};

const executionSeen = { access: "runbooks:read", module: "runbooks" } as const;

export const executionEvents = {
  updated: event({
    type: "execution.updated",
    ...executionSeen,
    data: Type.Object({
      reference: Type.String(),
      runbook_id: Type.String(),
      runbook_name: Type.String(),
      status: oneOf(runStatuses),
      dry_run: Type.Boolean(),
      verified: nullable(Type.Boolean()),
      incident_id: nullable(Type.String()),
    }),
  }),
};
