import { type Static, Type } from "typebox";
import { Alert } from "./alerts.ts";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, listOf, nullable, oneOf, paging, recordFields, Timestamp, text } from "./schema.ts";

export const matcherOperators = ["=", "!=", "=~", "!~"] as const;

/** A condition on a label. `alertname`, `severity`, `policy` and `integration` are labels of every alert. */
export const LabelMatcher = Type.Object({
  name: line(200),
  operator: Type.Optional(oneOf(matcherOperators, { default: "=" })),
  value: text(1000, "For =~ and !~ a regular expression that the whole value must match"),
});
export type LabelMatcher = Static<typeof LabelMatcher>;

/** A maintenance window is planned, may repeat, and may be about configuration items and what depends on them. */
export const silenceKinds = ["silence", "maintenance"] as const;
export const silenceStates = ["scheduled", "active", "ended"] as const;

const Recurrence = Type.Object({
  cron: line(100, "When each window begins, in five fields"),
  timezone: line(64, "Such as Europe/Berlin"),
  duration_minutes: Type.Integer({ minimum: 5, maximum: 10_080 }),
});

export const Silence = Type.Object({
  ...recordFields,
  kind: oneOf(silenceKinds),
  matchers: Type.Array(LabelMatcher),
  ci_ids: Type.Array(Id),
  with_dependents: Type.Boolean({ description: "Also what depends on the configuration items" }),
  starts_at: Timestamp,
  ends_at: nullable(Type.String({ format: "date-time", description: "Null: a repeating window without an end" })),
  recurrence: Type.Union([Recurrence, Type.Null()]),
  comment: Type.String(),
  state: oneOf(silenceStates),
  active_until: nullable(Type.String({ format: "date-time", description: "The end of the window that is open now" })),
  next_start: nullable(Timestamp),
  muted_alerts: Type.Integer({ description: "Alerts that it mutes now" }),
  created_by: Type.String(),
});
export type Silence = Static<typeof Silence>;

const fields = {
  kind: oneOf(silenceKinds, { default: "silence" }),
  matchers: Type.Array(LabelMatcher, { maxItems: 20, description: "All must match. May be empty with `ci_ids`" }),
  ci_ids: Type.Array(Id, { maxItems: 200, uniqueItems: true }),
  with_dependents: Type.Boolean({ default: true }),
  starts_at: Type.String({ ...Timestamp, description: "Now unless given" }),
  ends_at: nullable(Timestamp),
  recurrence: Type.Unsafe<Static<typeof Recurrence> | null>({ anyOf: [Recurrence, { type: "null" }] }),
  comment: text(1000, "Why"),
};

const shared = { module: "incidents" } as const;
const reading = { ...shared, access: "alerts:read", effect: "read" } as const;
const writing = { ...shared, access: "alerts:write", effect: "write" } as const;

export const silences = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/silences",
    summary: "List silences and maintenance windows",
    envelope: "page",
    query: Type.Object({
      state: Type.Optional(listOf(oneOf(silenceStates))),
      kind: Type.Optional(oneOf(silenceKinds)),
      q: Type.Optional(text(200, "Part of the comment or of a matcher's value")),
      ...paging,
    }),
    reply: Silence,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/alerts/silences",
    summary: "Create a silence or a maintenance window",
    description: "Matching alerts still fire, but open no incident and page no one. What still fires at the end does.",
    status: 201,
    body: Type.Partial(Type.Object(fields)),
    reply: Silence,
  }),
  preview: operation({
    ...reading,
    method: "POST",
    path: "/api/alerts/silences/preview",
    summary: "List the open alerts that a silence would mute",
    body: Type.Pick(Type.Partial(Type.Object(fields)), ["matchers", "ci_ids", "with_dependents"]),
    reply: Type.Object({ total: Type.Integer(), alerts: Type.Array(Alert, { description: "At most 50" }) }),
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/silences/:id",
    summary: "Get a silence",
    params: IdParams,
    reply: Silence,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/alerts/silences/:id",
    summary: "Change a silence that has not ended",
    params: IdParams,
    body: Type.Partial(Type.Omit(Type.Object(fields), ["kind"])),
    reply: Silence,
  }),
  end: operation({
    ...writing,
    method: "POST",
    path: "/api/alerts/silences/:id/end",
    summary: "End a silence now",
    params: IdParams,
    reply: Silence,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/alerts/silences/:id",
    summary: "Delete a silence; it ends now",
    params: IdParams,
  }),
};

export const silenceEvents = {
  updated: event({ type: "silence.updated", access: "alerts:read", module: "incidents", data: Type.Object({}) }),
};
