import { type Static, Type } from "typebox";
import { alertEvents } from "./alert-events.ts";
import { alertIntegrationEvents } from "./alert-integrations.ts";
import { alertPolicyEvents } from "./alert-policies.ts";
import { apiKeyEvents } from "./api-keys.ts";
import { approvalEvents } from "./approvals.ts";
import { notificationEvents, workflowEvents } from "./automation.ts";
import { catalogEvents } from "./catalog.ts";
import { changeEvents } from "./changes.ts";
import { channelEvents } from "./channels.ts";
import { cmdbEvents } from "./cmdb.ts";
import { collectorEvents } from "./collectors.ts";
import { complianceEvents } from "./compliance.ts";
import { dashboardEvents } from "./dashboards.ts";
import { escalationPolicyEvents } from "./escalation-policies.ts";
import type { EventSpec } from "./event.ts";
import { executionEvents } from "./executions.ts";
import { finopsEvents } from "./finops.ts";
import { groupEvents } from "./groups.ts";
import { hostEvents } from "./hosts.ts";
import { incidentEvents } from "./incidents.ts";
import { kpiEvents } from "./kpis.ts";
import { noticeEvents } from "./notice.ts";
import { pageEvents } from "./oncall.ts";
import { oncallScheduleEvents } from "./oncall-schedules.ts";
import { operation } from "./operation.ts";
import { recurringChangeEvents } from "./recurring-changes.ts";
import { reportEvents } from "./reports.ts";
import { requestEvents } from "./requests.ts";
import { rcaEvents } from "./response.ts";
import { roleEvents } from "./roles.ts";
import { runbookEvents } from "./runbooks.ts";
import { savedQueryEvents } from "./saved-queries.ts";
import { Timestamp, text } from "./schema.ts";
import { secretEvents } from "./secrets.ts";
import { silenceEvents } from "./silences.ts";
import { sloEvents } from "./slos.ts";
import { telemetryEvents } from "./telemetry.ts";
import { userEvents } from "./users.ts";
import { webhookEvents } from "./webhook-events.ts";
import { workEvents } from "./work.ts";

const specs = [
  ...Object.values(incidentEvents),
  ...Object.values(rcaEvents),
  ...Object.values(pageEvents),
  ...Object.values(oncallScheduleEvents),
  ...Object.values(escalationPolicyEvents),
  ...Object.values(channelEvents),
  ...Object.values(cmdbEvents),
  ...Object.values(changeEvents),
  ...Object.values(recurringChangeEvents),
  ...Object.values(catalogEvents),
  ...Object.values(requestEvents),
  ...Object.values(approvalEvents),
  ...Object.values(alertEvents),
  ...Object.values(alertPolicyEvents),
  ...Object.values(alertIntegrationEvents),
  ...Object.values(silenceEvents),
  ...Object.values(runbookEvents),
  ...Object.values(executionEvents),
  ...Object.values(workflowEvents),
  ...Object.values(notificationEvents),
  ...Object.values(hostEvents),
  ...Object.values(reportEvents),
  ...Object.values(kpiEvents),
  ...Object.values(finopsEvents),
  ...Object.values(complianceEvents),
  ...Object.values(userEvents),
  ...Object.values(groupEvents),
  ...Object.values(roleEvents),
  ...Object.values(apiKeyEvents),
  ...Object.values(collectorEvents),
  ...Object.values(telemetryEvents),
  ...Object.values(sloEvents),
  ...Object.values(noticeEvents),
  ...Object.values(workEvents),
  ...Object.values(secretEvents),
  ...Object.values(webhookEvents),
  ...Object.values(savedQueryEvents),
  ...Object.values(dashboardEvents),
];

export type EventType = (typeof specs)[number]["type"];

/** Every event of the Tenant Plane. */
export const eventSpecs: readonly (EventSpec & { type: EventType })[] = specs;

const eventFields = <Data>(type: unknown, data: unknown) => ({
  type: Type.Unsafe<EventType>(type as object),
  subject_id: Type.String({ description: "The record that the event is about" }),
  actor: Type.String({ description: "The person, key or service that caused the event" }),
  data: Type.Unsafe<Data>(data as object),
  created_at: Timestamp,
});

/** An event in the live stream. The API document lists the data of each type. */
export const LiveEvent = Type.Unsafe<Static<ReturnType<typeof liveEvent>>>({
  oneOf: specs.map(({ type, data }) => Type.Object(eventFields({ const: type, type: "string" }, data))),
});
export type LiveEvent = Static<typeof LiveEvent>;

const liveEvent = () => Type.Object(eventFields<Record<string, unknown>>({}, {}));

export const events = {
  stream: operation({
    method: "GET",
    path: "/api/events/stream",
    summary: "Stream changes as server-sent events",
    description:
      "The first event is `ready`, then one `change` for each change. Each has an id. A client that reconnects with Last-Event-ID receives the events that it missed. A client that is too far behind receives `reset` and should reload its data.",
    access: "signed_in",
    effect: "read",
    envelope: "none",
    query: Type.Object({
      last_event_id: Type.Optional(text(2100, "The same as the header Last-Event-ID, for clients that cannot set it")),
    }),
    reply: LiveEvent,
  }),
};
