import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { IncidentSummary, severities } from "./incidents.ts";
import { operation } from "./operation.ts";
import { gone, Id, IdParams, line, listOf, nullable, oneOf, paging, recordFields, Timestamp, text } from "./schema.ts";
import { Attributes, cursor } from "./telemetry.ts";

export const integrationTypes = ["alertmanager", "grafana", "pagerduty", "json"] as const;
export type IntegrationType = (typeof integrationTypes)[number];

export const maxAlertIntegrations = 100;
/** Alerts of one request. */
export const maxReceivedAlerts = 1_000;
export const maxReceivedBytes = 1024 * 1024;

/** The severity of common words, unless an integration maps them otherwise. */
export const usualSeverities: Readonly<Record<string, (typeof severities)[number]>> = {
  ...{ p1: "P1", p2: "P2", p3: "P3", p4: "P4", p5: "P5" },
  ...{ critical: "P1", crit: "P1", emergency: "P1", fatal: "P1", disaster: "P1", page: "P1" },
  ...{ error: "P2", high: "P2", major: "P2" },
  ...{ warning: "P3", warn: "P3", medium: "P3", average: "P3" },
  ...{ minor: "P4", low: "P4", notice: "P4" },
  ...{ info: "P5", information: "P5", informational: "P5", none: "P5", debug: "P5" },
};

const path = (description: string) => text(200, description);

/** Where an integration of type json finds the parts of an alert. A path is like `alert.tags[0].name`; empty: it has none. */
export const AlertMapping = Type.Object({
  list: path("The list of alerts. Empty: the body is one alert, or a list of them"),
  name: path("What fires"),
  summary: path("What is wrong, in one line"),
  description: path("Details in Markdown"),
  severity: path("A word that the severity follows from"),
  status: path("Tells a resolved or acknowledged alert from a firing one"),
  resolved_values: Type.Array(line(100), { maxItems: 20, description: "Values of the status that resolve the alert" }),
  acknowledged_values: Type.Array(line(100), {
    maxItems: 20,
    description: "Values of the status that acknowledge the alert's incident",
  }),
  dedup_key: path("The same key is the same alert. Empty or missing: the name and the labels"),
  labels: path("An object, or a list of texts like name:value"),
  url: path("Where the sender shows the alert"),
  starts_at: path("ISO 8601, or Unix seconds or milliseconds"),
});
export type AlertMapping = Static<typeof AlertMapping>;

const SeverityMap = Type.Unsafe<Record<string, (typeof severities)[number]>>({
  type: "object",
  maxProperties: 50,
  additionalProperties: { type: "string", enum: [...severities] },
  description: "The severity of the sender's words, besides the usual ones such as critical and warning",
});

/** What an integration makes of the alerts that it receives. */
export const AlertIntegrationSettings = Type.Object({
  mapping: AlertMapping,
  severity_map: SeverityMap,
  default_severity: oneOf(severities, { description: "Of alerts without a known word" }),
  labels: Type.Unsafe<Record<string, string>>({
    ...Attributes,
    maxProperties: 30,
    additionalProperties: { type: "string", maxLength: 500 },
    description: "Labels of every alert of this integration",
  }),
  ci_labels: Type.Array(line(200), {
    maxItems: 20,
    uniqueItems: true,
    description:
      "Labels whose values name configuration items. `service` also covers `service.name`, `pod` also `k8s.pod.name`, and so on",
  }),
  escalation_policy_id: nullable(Type.String({ format: "uuid", description: "Whom its incidents page" })),
  auto_resolve: Type.Boolean({ description: "Resolve an incident when its last alert is resolved" }),
});
export type AlertIntegrationSettings = Static<typeof AlertIntegrationSettings>;

export const AlertIntegration = Type.Object({
  ...recordFields,
  name: Type.String(),
  type: oneOf(integrationTypes),
  enabled: Type.Boolean(),
  ...AlertIntegrationSettings.properties,
  key_hint: Type.String({ description: "The first characters of the key" }),
  url: Type.String({ description: "Where to send alerts" }),
  change_url: nullable(Type.String({ description: "Where to send change events; only of type pagerduty" })),
  last_event_at: nullable(Timestamp),
  last_error: nullable(Type.String({ description: "Why the last request was refused; null after one that was not" })),
  last_error_at: nullable(Timestamp),
  events_24h: Type.Integer({ description: "Events of the last 24 hours" }),
  open_alerts: Type.Integer(),
  created_by: Type.String(),
});
export type AlertIntegration = Static<typeof AlertIntegration>;

const AlertIntegrationWithKey = Type.Object({
  ...AlertIntegration.properties,
  key: Type.String({ description: "Shown once" }),
});

export const integrationActions = ["trigger", "acknowledge", "resolve", "change"] as const;

/**
 * opened: a new incident. joined: an open incident. updated: the alert was open already. ignored: there was nothing to do.
 * refused: it could not be used.
 */
export const integrationOutcomes = [
  "opened",
  "joined",
  "updated",
  "muted",
  "acknowledged",
  "resolved",
  "change",
  "ignored",
  "refused",
] as const;
export type IntegrationOutcome = (typeof integrationOutcomes)[number];

/** What became of one alert, or of a request that was refused as a whole. */
export const AlertIntegrationEvent = Type.Object({
  id: Id,
  created_at: Timestamp,
  action: nullable(oneOf(integrationActions)),
  outcome: oneOf(integrationOutcomes),
  reason: Type.String({ description: "Why, where the outcome does not say it" }),
  name: Type.String({ description: "The name and the summary of the alert" }),
  dedup_key: nullable(Type.String()),
  severity: nullable(oneOf(severities)),
  alert_id: nullable(Id),
  incident: nullable(IncidentSummary),
  ci_ids: Type.Array(Id),
  payload: Type.String({ description: "The first 2,000 characters of what was received" }),
});
export type AlertIntegrationEvent = Static<typeof AlertIntegrationEvent>;

/** What an alert of a sample would become now. */
export const TestedAlert = Type.Object({
  action: nullable(oneOf(integrationActions)),
  outcome: oneOf(integrationOutcomes),
  reason: Type.String(),
  name: Type.String(),
  summary: Type.String(),
  description: Type.String(),
  severity: nullable(oneOf(severities)),
  dedup_key: nullable(Type.String()),
  labels: Attributes,
  url: nullable(Type.String()),
  started_at: nullable(Timestamp),
  configuration_items: Type.Array(Type.Object({ id: Id, name: Type.String() })),
  incident: nullable(
    Type.Object({
      reference: nullable(Type.String({ description: "Null: the incident would be new" })),
      title: Type.String(),
    }),
  ),
  problems: Type.Array(Type.Object({ path: Type.String(), message: Type.String() })),
});
export type TestedAlert = Static<typeof TestedAlert>;

const settings = Type.Partial(
  Type.Object({ ...AlertIntegrationSettings.properties, mapping: Type.Partial(AlertMapping) }),
);

const shared = { access: "admin:integrations", module: "incidents" } as const;
const reading = { ...shared, effect: "read" } as const;
const writing = { ...shared, effect: "write" } as const;
const receiving = {
  access: "public",
  module: "incidents",
  effect: "write",
  raw: { maxBytes: 2 * maxReceivedBytes },
} as const;

const PagerDutyReply = Type.Object({
  status: Type.String(),
  message: Type.String(),
  dedup_key: Type.Optional(Type.String()),
});

export const alertIntegrations = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/integrations",
    summary: "List alert integrations",
    envelope: "page",
    query: Type.Object({ q: Type.Optional(text(200, "Part of the name")), ...paging }),
    reply: AlertIntegration,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/alerts/integrations",
    summary: "Create an alert integration",
    description: "For a tool that sends alerts. The key is in the answer and nowhere else.",
    status: 201,
    body: Type.Object({
      name: line(100),
      type: oneOf(integrationTypes),
      enabled: Type.Optional(Type.Boolean({ default: true })),
      ...settings.properties,
    }),
    reply: AlertIntegrationWithKey,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/integrations/:id",
    summary: "Get an alert integration",
    params: IdParams,
    reply: AlertIntegration,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/alerts/integrations/:id",
    summary: "Change an alert integration",
    description: "Fields of `mapping` that are not given stay. Disabling keeps open alerts open.",
    params: IdParams,
    body: Type.Object({
      name: Type.Optional(line(100)),
      enabled: Type.Optional(Type.Boolean()),
      ...settings.properties,
    }),
    reply: AlertIntegration,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/alerts/integrations/:id",
    summary: "Delete an alert integration, its key and its log",
    description: "Its open alerts are resolved.",
    params: IdParams,
  }),
  rotateKey: operation({
    ...writing,
    method: "POST",
    path: "/api/alerts/integrations/:id/rotate-key",
    summary: "Replace the key of an alert integration",
    description: "The old key stops working at once. The new one is in the answer and nowhere else.",
    params: IdParams,
    reply: AlertIntegrationWithKey,
  }),
  test: operation({
    ...reading,
    method: "POST",
    path: "/api/alerts/integrations/:id/test",
    summary: "Show what a sample would become, without an effect",
    description: "The settings replace those of the integration, so a mapping can be tested before it is saved.",
    params: IdParams,
    body: Type.Object({
      sample: Type.String({ maxLength: 256 * 1024, description: "A body as the sender would send it" }),
      ...settings.properties,
    }),
    reply: Type.Object({
      problem: nullable(Type.String({ description: "Why the whole body would be refused" })),
      alerts: Type.Array(TestedAlert, { description: "The first 50" }),
      total: Type.Integer(),
    }),
  }),
  events: operation({
    ...reading,
    method: "GET",
    path: "/api/alerts/integrations/:id/events",
    summary: "List what an integration received and what became of it, newest first",
    description: "Events are kept for 30 days, and at most the newest 5,000 of an integration.",
    envelope: "cursor",
    params: IdParams,
    query: Type.Object({
      outcome: Type.Optional(listOf(oneOf(integrationOutcomes), "One or several, separated by commas")),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
      next: cursor,
    }),
    reply: AlertIntegrationEvent,
  }),
  receive: operation({
    ...receiving,
    method: "POST",
    path: "/api/alerts/events",
    summary: "Receive alerts of an integration",
    description:
      "Send the integration's key as `Authorization: Bearer <key>`. The body is an Alertmanager or Grafana webhook, a PagerDuty event, or JSON that the integration's mapping describes; at most 1,000 alerts and 1 MiB.",
    reply: Type.Object({
      received: Type.Integer(),
      events: Type.Array(
        Type.Object({
          name: Type.String(),
          dedup_key: nullable(Type.String()),
          outcome: oneOf(integrationOutcomes),
          reason: Type.String(),
          alert_id: nullable(Id),
          incident_id: nullable(Id),
        }),
      ),
    }),
  }),
  enqueue: operation({
    ...receiving,
    method: "POST",
    path: "/api/alerts/pagerduty/v2/enqueue",
    summary: "Receive an event in the format of PagerDuty's Events API v2",
    description: "`routing_key` is the integration's key. Errors have PagerDuty's format too.",
    status: 202,
    envelope: "both",
    reply: PagerDutyReply,
  }),
  enqueueChange: operation({
    ...receiving,
    method: "POST",
    path: "/api/alerts/pagerduty/v2/change/enqueue",
    summary: "Receive a change event in the format of PagerDuty's Events API v2",
    description: "Root-cause analysis sees it as a change of the configuration items that it names.",
    status: 202,
    envelope: "both",
    reply: PagerDutyReply,
  }),
};

export const alertIntegrationEvents = {
  updated: event({
    type: "alert_integration.updated",
    access: "admin:integrations",
    module: "incidents",
    data: Type.Object({}),
  }),
};
