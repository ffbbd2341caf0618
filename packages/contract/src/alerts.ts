import { type Static, Type } from "typebox";
import { DirectoryUser } from "./directory.ts";
import { IncidentSummary, severities } from "./incidents.ts";
import { operation } from "./operation.ts";
import { Id, IdParams, line, listOf, nullable, oneOf, QueryTime, recordFields, Timestamp, text } from "./schema.ts";
import { Attributes, cursor } from "./telemetry.ts";

/** pending: the condition holds, but not for long enough yet. */
export const alertStatuses = ["pending", "firing", "resolved"] as const;
export type AlertStatus = (typeof alertStatuses)[number];

export const muteReasons = ["silence", "maintenance", "change"] as const;

/** What keeps a firing alert from opening an incident. */
export const Mute = Type.Object({
  reason: oneOf(muteReasons),
  id: Id,
  name: Type.String({ description: "The comment of the silence, or the reference of the change" }),
  until: nullable(Timestamp),
});
export type Mute = Static<typeof Mute>;

/** The incident of an alert, with the person who works on it. */
const AlertIncident = Type.Object({ ...IncidentSummary.properties, assignee: nullable(DirectoryUser) });

export const Alert = Type.Object({
  ...recordFields,
  name: Type.String(),
  policy_id: nullable(Id),
  integration_id: nullable(Id),
  source: Type.String({ description: "The name of the policy or integration" }),
  status: oneOf(alertStatuses),
  severity: oneOf(severities),
  labels: Attributes,
  summary: Type.String({ description: "What is wrong, in one line" }),
  description: Type.String({ description: "Markdown" }),
  value: nullable(Type.Number()),
  url: nullable(Type.String({ description: "Where the sender shows it" })),
  started_at: Timestamp,
  fired_at: nullable(Timestamp),
  resolved_at: nullable(Timestamp),
  last_seen_at: Timestamp,
  fired_count: Type.Integer({ description: "How often it fired; more than once for an alert that came back" }),
  flapping: Type.Boolean(),
  no_data: Type.Boolean({ description: "It fires because data is missing" }),
  muted: nullable(Mute),
  ci_ids: Type.Array(Id),
  incident: nullable(AlertIncident),
  change_id: nullable(Type.String({ format: "uuid", description: "The change whose window it fired in" })),
});
export type Alert = Static<typeof Alert>;

const shared = { module: "incidents" } as const;

export const alerts = {
  list: operation({
    ...shared,
    method: "GET",
    path: "/api/alerts",
    summary: "List alerts, newest first",
    description: "`next` is the cursor of the next page. Resolved alerts are kept for a year.",
    access: "alerts:read",
    effect: "read",
    envelope: "cursor",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(alertStatuses), "One or several, separated by commas")),
      muted: Type.Optional(Type.Boolean()),
      severity: Type.Optional(listOf(oneOf(severities))),
      policy_id: Type.Optional(Id),
      slo_id: Type.Optional(Id),
      integration_id: Type.Optional(Id),
      incident_id: Type.Optional(line(100, "id or reference")),
      change_id: Type.Optional(Id),
      label: Type.Optional(listOf(text(500), "Labels as name=value; all must match")),
      q: Type.Optional(text(200, "Part of the name or summary")),
      from: Type.Optional(QueryTime),
      to: Type.Optional(QueryTime),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
      next: cursor,
    }),
    reply: Alert,
  }),
  get: operation({
    ...shared,
    method: "GET",
    path: "/api/alerts/:id",
    summary: "Get an alert",
    access: "alerts:read",
    effect: "read",
    params: IdParams,
    reply: Alert,
  }),
  resolve: operation({
    ...shared,
    method: "POST",
    path: "/api/alerts/:id/resolve",
    summary: "Resolve an alert of an integration whose sender does not",
    access: "alerts:write",
    effect: "write",
    params: IdParams,
    reply: Alert,
  }),
  counts: operation({
    ...shared,
    method: "GET",
    path: "/api/alerts/counts",
    summary: "Count open alerts",
    access: "alerts:read",
    effect: "read",
    reply: Type.Object({
      pending: Type.Integer(),
      firing: Type.Integer({ description: "Without muted ones" }),
      muted: Type.Integer(),
      flapping: Type.Integer(),
    }),
  }),
};
