import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { RunbookStep, RunbookStepInput } from "./runbook-steps.ts";
import { Parameter, SignalCheck } from "./runs.ts";
import { gone, IdParams, line, listOf, nullable, oneOf, paging, recordFields, Timestamp, text } from "./schema.ts";

export const runbookStatuses = ["draft", "published", "archived"] as const;
export type RunbookStatus = (typeof runbookStatuses)[number];

/** The legal moves. A published runbook stays published while its next version is written. */
export const runbookMoves: Record<RunbookStatus, readonly RunbookStatus[]> = {
  draft: ["published", "archived"],
  published: ["published", "archived"],
  archived: ["published"],
};

/** The signal that must be good after an execution. */
export const Verification = Type.Object({
  title: Type.Optional(text(200)),
  query: SignalCheck,
  within_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 86_400, default: 300, description: "How long it may take to become good" }),
  ),
});
export type Verification = Static<typeof Verification>;

const maxSteps = 100;

const contentFields = {
  description: text(2000),
  notes: text(50_000, "Markdown"),
  tags: Type.Array(line(50), { maxItems: 30, uniqueItems: true }),
  ci_classes: Type.Array(line(100), {
    maxItems: 50,
    uniqueItems: true,
    description: "The classes of configuration items that it is for",
  }),
  services: Type.Array(line(200), { maxItems: 50, uniqueItems: true, description: "The services that it is for" }),
  parameters: Type.Array(Parameter, { maxItems: 50 }),
  lock_key: text(
    300,
    "Executions with the same key never run at once. May contain {{ parameters.name }}; empty: no lock",
  ),
};

/** What a version of a runbook consists of. */
export const RunbookContent = Type.Object({
  name: line(200),
  ...contentFields,
  steps: Type.Array(RunbookStep, { maxItems: maxSteps }),
  on_failure: Type.Array(RunbookStep, { maxItems: maxSteps }),
  verification: Type.Union([Verification, Type.Null()]),
});
export type RunbookContent = Static<typeof RunbookContent>;

export const LintProblem = Type.Object({
  level: oneOf(["error", "warning"]),
  path: Type.String({ description: "Where, such as steps.0.command" }),
  message: Type.String(),
});
export type LintProblem = Static<typeof LintProblem>;

/** Why a step of the published version would fail now, such as a command that newer rules refuse. */
export const RunbookFlag = Type.Object({
  path: Type.String({ description: "Where in the published version, such as steps.0.command" }),
  step: Type.String({ description: "The title of the step; empty when it is not about one" }),
  message: Type.String(),
  remedy: Type.String({ description: "What to do about it" }),
});
export type RunbookFlag = Static<typeof RunbookFlag>;

/** How the executions of the last 90 days ended. Dry runs do not count. */
export const RunbookStats = Type.Object({
  executions: Type.Integer(),
  succeeded: Type.Integer(),
  failed: Type.Integer(),
  cancelled: Type.Integer(),
  verified: Type.Integer({ description: "The verification was good" }),
  not_verified: Type.Integer({ description: "The verification was not good" }),
  median_seconds: nullable(Type.Number()),
  last_at: nullable(Timestamp),
});
export type RunbookStats = Static<typeof RunbookStats>;

export const Runbook = Type.Object({
  ...recordFields,
  ...RunbookContent.properties,
  status: oneOf(runbookStatuses),
  published_version: nullable(Type.Integer({ description: "The version that executions run" })),
  has_changes: Type.Boolean({ description: "It was edited since it was published" }),
  library_key: nullable(Type.String({ description: "The ready-made runbook that it was made from" })),
  warnings: Type.Array(LintProblem),
  flags: Type.Array(RunbookFlag, {
    description:
      "Why steps of the published version would fail, although it was published. Found within minutes of an upgrade.",
  }),
  stats: RunbookStats,
  created_by: Type.String(),
  updated_by: Type.String(),
});
export type Runbook = Static<typeof Runbook>;

/** A runbook in a list, without its steps and texts. */
export const RunbookListItem = Type.Object({
  ...Type.Omit(Runbook, ["notes", "steps", "on_failure", "verification", "parameters", "warnings", "flags", "lock_key"])
    .properties,
  step_count: Type.Integer(),
  parameter_count: Type.Integer(),
  has_verification: Type.Boolean(),
  flag_count: Type.Integer({ description: "The number of its flags" }),
});
export type RunbookListItem = Static<typeof RunbookListItem>;

export const LibraryRunbook = Type.Object({
  key: Type.String(),
  content: RunbookContent,
});
export type LibraryRunbook = Static<typeof LibraryRunbook>;

const optionalContent = {
  description: Type.Optional(contentFields.description),
  notes: Type.Optional(contentFields.notes),
  tags: Type.Optional(contentFields.tags),
  ci_classes: Type.Optional(contentFields.ci_classes),
  services: Type.Optional(contentFields.services),
  parameters: Type.Optional(contentFields.parameters),
  lock_key: Type.Optional(contentFields.lock_key),
  steps: Type.Optional(Type.Array(RunbookStepInput, { maxItems: maxSteps })),
  on_failure: Type.Optional(Type.Array(RunbookStepInput, { maxItems: maxSteps })),
  verification: Type.Optional(
    Type.Unsafe<Verification | null>({ anyOf: [Verification, { type: "null" }], description: "Null: none" }),
  ),
};

const shared = { module: "runbooks" } as const;
const reading = { ...shared, access: "runbooks:read", effect: "read" } as const;
const writing = { ...shared, access: "runbooks:write", effect: "write" } as const;

export const runbooks = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks",
    summary: "List runbooks",
    envelope: "page",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(runbookStatuses), "One or several, separated by commas")),
      q: Type.Optional(text(200, "Words in name, description or tags")),
      tag: Type.Optional(line(50)),
      ci_class: Type.Optional(line(100)),
      service: Type.Optional(line(200)),
      ...paging,
    }),
    reply: RunbookListItem,
  }),
  library: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks/library",
    summary: "List the ready-made runbooks",
    description: "Create a runbook from one with its `content` and its key as `library_key`.",
    reply: Type.Array(LibraryRunbook),
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/runbooks",
    summary: "Create a runbook",
    description:
      "It starts as a draft, which can be executed as a dry run only, unless `status` is published. A problem that would make it fail or unsafe is a 422 that names the place; the rest is in `warnings`.",
    status: 201,
    body: Type.Object({
      name: line(200),
      ...optionalContent,
      status: Type.Optional(oneOf(["draft", "published"], { default: "draft" })),
      library_key: Type.Optional(text(60)),
    }),
    reply: Runbook,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks/:id",
    summary: "Get one runbook, as it is being edited",
    params: IdParams,
    reply: Runbook,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/runbooks/:id",
    summary: "Edit a runbook",
    description: "Executions keep running the published version until the edited one is published.",
    params: IdParams,
    body: Type.Object({ name: Type.Optional(line(200)), ...optionalContent }),
    reply: Runbook,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/runbooks/:id",
    summary: "Delete a runbook that was never executed and that nothing uses; archive others instead",
    params: IdParams,
  }),
  publish: operation({
    ...writing,
    method: "POST",
    path: "/api/runbooks/:id/publish",
    summary: "Publish the runbook as it is now",
    params: IdParams,
    body: Type.Object({ comment: Type.Optional(text(1000, "What changed")) }),
    reply: Runbook,
  }),
  archive: operation({
    ...writing,
    method: "POST",
    path: "/api/runbooks/:id/archive",
    summary: "Archive a runbook; it can no longer be executed",
    params: IdParams,
    reply: Runbook,
  }),
  versions: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks/:id/versions",
    summary: "List the published versions of a runbook, newest first",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: Type.Object({
      version: Type.Integer(),
      comment: Type.String(),
      content: RunbookContent,
      published_by: Type.String(),
      created_at: Timestamp,
    }),
  }),
  steps: operation({
    ...reading,
    method: "GET",
    path: "/api/runbooks/:id/steps",
    summary: "How the steps of a runbook ended in the last 90 days",
    params: IdParams,
    reply: Type.Array(
      Type.Object({
        id: Type.String(),
        title: Type.String(),
        runs: Type.Integer(),
        succeeded: Type.Integer(),
        failed: Type.Integer(),
        skipped: Type.Integer(),
        median_seconds: nullable(Type.Number()),
      }),
    ),
  }),
};

export const runbookEvents = {
  updated: event({
    type: "runbook.updated",
    access: "runbooks:read",
    module: "runbooks",
    data: Type.Object({ name: Type.String(), status: oneOf(runbookStatuses) }),
  }),
};
