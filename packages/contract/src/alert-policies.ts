import { type Static, Type } from "typebox";
import { AlertPolicyContent, AlertPolicyInput, alertSignals } from "./alert-conditions.ts";
import { event } from "./event.ts";
import { IncidentSummary, severities } from "./incidents.ts";
import { MetricSeries } from "./metrics.ts";
import { operation } from "./operation.ts";
import {
  gone,
  Id,
  IdParams,
  listOf,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  Timestamp,
  text,
} from "./schema.ts";
import { Attributes } from "./telemetry.ts";

/** What the last evaluation of a policy found. */
const PolicyState = Type.Object({
  last_evaluated_at: nullable(Timestamp),
  next_evaluation_at: nullable(Timestamp),
  duration_ms: nullable(Type.Integer({ description: "How long the last evaluation took" })),
  groups: Type.Integer({ description: "Groups with a value" }),
  pending: Type.Integer(),
  firing: Type.Integer(),
  error: nullable(Type.String({ description: "Why the last evaluation failed" })),
});

export const AlertPolicy = Type.Object({
  ...recordFields,
  ...AlertPolicyContent.properties,
  state: PolicyState,
  created_by: Type.String(),
  updated_by: Type.String(),
});
export type AlertPolicy = Static<typeof AlertPolicy>;

/** Consecutive evaluations with the same outcome. */
export const AlertEvaluation = Type.Object({
  id: Id,
  from: Timestamp,
  to: Timestamp,
  evaluations: Type.Integer(),
  groups: Type.Integer(),
  pending: Type.Integer(),
  firing: Type.Integer(),
  error: nullable(Type.String()),
  max_duration_ms: Type.Integer(),
});
export type AlertEvaluation = Static<typeof AlertEvaluation>;

/** An alert that the policy would have raised. */
export const BacktestAlert = Type.Object({
  labels: Attributes,
  severity: oneOf(severities),
  started_at: Timestamp,
  fired_at: Timestamp,
  resolved_at: nullable(Type.String({ format: "date-time", description: "Null: it still fires at the end" })),
  duration_seconds: Type.Integer(),
  peak: nullable(Type.Number()),
  flapping: Type.Boolean(),
  opens_incident: Type.Boolean({ description: "False: it joins the incident that its group has already" }),
  incidents: Type.Array(IncidentSummary, {
    description: "Real incidents of the same time, with a common item or at all",
  }),
});
export type BacktestAlert = Static<typeof BacktestAlert>;

export const Backtest = Type.Object({
  from: Timestamp,
  to: Timestamp,
  step_seconds: Type.Number(),
  evaluations: Type.Integer(),
  groups: Type.Integer(),
  alerts: Type.Array(BacktestAlert),
  total_alerts: Type.Integer({ description: "At most 1,000 of them are in `alerts`" }),
  total_incidents: Type.Integer(),
  pages: Type.Integer({ description: "First notifications of the escalation policy, one an incident" }),
  firing_seconds: Type.Integer(),
  series: Type.Array(MetricSeries, {
    description: "The values that were compared: the groups that fired first, at most 20",
  }),
  bounds: Type.Array(MetricSeries, { description: "Deviation: the edges of what is usual" }),
});
export type Backtest = Static<typeof Backtest>;

const shared = { module: "incidents" } as const;
const reading = { ...shared, access: "alerts:read", effect: "read" } as const;
const writing = { ...shared, access: "alerts:write", effect: "write" } as const;

export const alertPolicies = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/policies",
    summary: "List alert policies",
    envelope: "page",
    query: Type.Object({
      q: Type.Optional(text(200, "Words in name or description")),
      signal: Type.Optional(listOf(oneOf(alertSignals))),
      enabled: Type.Optional(Type.Boolean()),
      ...paging,
    }),
    reply: AlertPolicy,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/alerts/policies",
    summary: "Create an alert policy",
    description: "It is evaluated from now on, unless `enabled` is false.",
    status: 201,
    body: AlertPolicyInput,
    reply: AlertPolicy,
  }),
  backtest: operation({
    ...reading,
    method: "POST",
    path: "/api/alerts/policies/backtest",
    summary: "Replay a policy over stored data",
    description:
      "The same evaluation as live, at every interval of the window, without an effect. `to` defaults to now, `from` to 24 hours before; at most 30 days.",
    body: Type.Object({
      policy: AlertPolicyInput,
      from: Type.Optional(QueryTime),
      to: Type.Optional(QueryTime),
    }),
    reply: Backtest,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/policies/:id",
    summary: "Get an alert policy",
    params: IdParams,
    reply: AlertPolicy,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/alerts/policies/:id",
    summary: "Edit, enable or disable an alert policy",
    description:
      "Each save is a version. What is pending starts again when the condition changed; a disabled policy's alerts are resolved.",
    params: IdParams,
    body: Type.Partial(AlertPolicyInput),
    reply: AlertPolicy,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/alerts/policies/:id",
    summary: "Delete an alert policy; its open alerts are resolved",
    params: IdParams,
  }),
  versions: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/policies/:id/versions",
    summary: "List the versions of a policy, newest first",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: Type.Object({
      version: Type.Integer(),
      content: AlertPolicyContent,
      created_by: Type.String(),
      created_at: Timestamp,
    }),
  }),
  evaluations: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/policies/:id/evaluations",
    summary: "List the evaluations of a policy, newest first",
    description: "Consecutive evaluations with the same outcome are one row. Kept for 30 days.",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: AlertEvaluation,
  }),
};

export const alertPolicyEvents = {
  updated: event({
    type: "alert_policy.updated",
    access: "alerts:read",
    module: "incidents",
    data: Type.Object({ name: Type.String(), enabled: Type.Boolean() }),
  }),
};
