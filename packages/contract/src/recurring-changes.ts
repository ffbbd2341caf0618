import { type Static, Type } from "typebox";
import { riskLevels } from "./change-summary.ts";
import { DirectoryUser } from "./directory.ts";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, nullable, oneOf, paging, recordFields, Timestamp, text } from "./schema.ts";

/** An emergency is never planned beforehand. */
export const recurringTypes = ["normal", "standard"] as const;

/** A change that is made again and again: each time of its schedule becomes a change of its own. */
export const RecurringChange = Type.Object({
  ...recordFields,
  title: Type.String(),
  description: Type.String({ description: "Markdown" }),
  type: oneOf(recurringTypes),
  risk_level: oneOf(riskLevels),
  implementation_plan: Type.String({ description: "Markdown" }),
  rollback_plan: Type.String({ description: "Markdown" }),
  test_plan: Type.String({ description: "Markdown" }),
  assigned_to: nullable(Id),
  assignee: nullable(DirectoryUser),
  ci_ids: Type.Array(Id),
  workflow_definition_id: nullable(Id),
  cron: Type.String({ description: "When each window begins: minute, hour, day of month, month, day of week" }),
  timezone: Type.String({ description: "IANA timezone in which the cron expression is read" }),
  duration_minutes: Type.Integer({ description: "How long each window is" }),
  lead_days: Type.Integer({ description: "How many days before its window a change is created" }),
  submit: Type.Boolean({ description: "Each change is submitted for approval when it is created" }),
  enabled: Type.Boolean(),
  next_start: nullable(Timestamp),
  last_change: nullable(Type.Object({ id: Id, reference: Type.String() })),
  last_run_at: nullable(Timestamp),
  last_error: nullable(Type.String({ description: "Why the last run failed; null when it worked" })),
  created_by: Type.String(),
});
export type RecurringChange = Static<typeof RecurringChange>;

const fields = {
  title: line(300),
  description: text(50_000, "Markdown"),
  type: oneOf(recurringTypes),
  risk_level: oneOf(riskLevels),
  implementation_plan: text(50_000, "Markdown"),
  rollback_plan: text(50_000, "Markdown"),
  test_plan: text(50_000, "Markdown"),
  assigned_to: nullable(Id),
  ci_ids: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  workflow_definition_id: nullable(Id),
  cron: line(100, "Five fields; names such as TUE, ranges, lists, steps, L (last) and #2 (second) are understood"),
  timezone: line(64, "Such as Europe/Berlin"),
  duration_minutes: Type.Integer({ minimum: 5, maximum: 10_080 }),
  lead_days: Type.Integer({ minimum: 0, maximum: 60 }),
  submit: Type.Boolean(),
  enabled: Type.Boolean(),
};

const shared = { module: "itsm" } as const;
const reading = { ...shared, access: "itsm:read", effect: "read" } as const;
const writing = { ...shared, access: "itsm:write", effect: "write" } as const;

export const recurringChanges = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/recurring-changes",
    summary: "List recurring changes",
    description: "Plans and descriptions are in the record itself, not in the list.",
    envelope: "page",
    query: Type.Object({ q: Type.Optional(text(200, "Part of the title")), ...paging }),
    reply: Type.Omit(RecurringChange, ["description", "implementation_plan", "rollback_plan", "test_plan"]),
  }),
  preview: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/recurring-changes/preview",
    summary: "List the next times of a cron expression",
    query: Type.Object({ cron: fields.cron, timezone: fields.timezone }),
    reply: Type.Object({ times: Type.Array(Timestamp, { description: "At most five" }) }),
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/itsm/recurring-changes/:id",
    summary: "Get a recurring change",
    params: IdParams,
    reply: RecurringChange,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/itsm/recurring-changes",
    summary: "Create a recurring change",
    description:
      "Each time of the cron expression becomes a change whose window begins then. It is created `lead_days` before. Times that passed while the server was down become one change, if its window is not over.",
    status: 201,
    body: Type.Object({
      ...Type.Partial(Type.Object(fields)).properties,
      title: fields.title,
      cron: fields.cron,
      timezone: Type.Optional(line(64, "Such as Europe/Berlin; UTC unless given")),
      duration_minutes: fields.duration_minutes,
    }),
    reply: RecurringChange,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/itsm/recurring-changes/:id",
    summary: "Edit, pause or resume a recurring change",
    description: "Changes that it created already stay as they are.",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: RecurringChange,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/itsm/recurring-changes/:id",
    summary: "Delete a recurring change",
    description: "Changes that it created already stay.",
    params: IdParams,
  }),
};

export const recurringChangeEvents = {
  updated: event({
    type: "recurring_change.updated",
    access: "itsm:read",
    module: "itsm",
    data: Type.Object({ title: Type.String() }),
  }),
};
