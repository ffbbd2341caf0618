import { type Static, Type } from "typebox";
import { DirectoryUser } from "./directory.ts";
import { event } from "./event.ts";
import { incidentAttachments } from "./incident-attachments.ts";
import { operation } from "./operation.ts";
import {
  FieldChanges,
  Id,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  refParams,
  Timestamp,
  text,
  WantedPerson,
} from "./schema.ts";

export const severities = ["P1", "P2", "P3", "P4", "P5"] as const;
export type Severity = (typeof severities)[number];

export const incidentStatuses = [
  "triggered",
  "open",
  "acknowledged",
  "investigating",
  "resolved",
  "closed",
  "reopened",
] as const;
export type IncidentStatus = (typeof incidentStatuses)[number];

/**
 * An unacknowledged incident whose page reached nobody (every message failed for good, or there was nobody to send to), or whose page
 * used every step.
 */
export const unansweredKinds = ["unreached", "unacknowledged"] as const;
export type Unanswered = (typeof unansweredKinds)[number];

/** An incident as shown on other records. */
export const IncidentSummary = Type.Object({
  id: Id,
  reference: Type.String(),
  title: Type.String(),
  severity: oneOf(severities),
  status: oneOf(incidentStatuses),
});
export type IncidentSummary = Static<typeof IncidentSummary>;

/** The legal moves. The server enforces them, and the console derives its buttons from them. */
export const incidentMoves: Record<IncidentStatus, readonly IncidentStatus[]> = {
  triggered: ["open"],
  open: ["acknowledged"],
  acknowledged: ["investigating"],
  investigating: ["resolved"],
  resolved: ["closed", "reopened"],
  closed: [],
  reopened: ["investigating"],
};

/** Statuses in which an incident still needs work. */
export const openIncidentStatuses = incidentStatuses.filter((status) => status !== "resolved" && status !== "closed");

export const IncidentRef = refParams("INC");

export const Incident = Type.Object({
  ...recordFields,
  reference: Type.String({ description: "INC- and eight digits, counted per tenant without gaps" }),
  title: Type.String(),
  description: Type.String({ description: "Markdown" }),
  severity: oneOf(severities),
  status: oneOf(incidentStatuses),
  source: Type.String(),
  ci_ids: Type.Array(Type.String()),
  assigned_to: nullable(Id),
  assignee: nullable(DirectoryUser),
  resolution_notes: nullable(Type.String()),
  resolved_by: nullable(Type.String()),
  created_by: Type.String({ description: "Email of the creator, or `key:` and the name of the API key" }),
  acknowledged_at: nullable(Timestamp),
  resolved_at: nullable(Timestamp),
  closed_at: nullable(Timestamp),
  unanswered: nullable(
    oneOf(unansweredKinds, { description: "Its page reached nobody, or no one acknowledged; null once someone did" }),
  ),
});
export type Incident = Static<typeof Incident>;

export const timelineKinds = [
  "created",
  "status",
  "edited",
  "assigned",
  "note",
  "file",
  "runbook",
  "alert",
  "page",
  "analysis",
] as const;

export const TimelineEntry = Type.Object({
  id: Id,
  incident_id: Id,
  kind: oneOf(timelineKinds),
  actor: Type.String(),
  body: Type.String({ description: "The note in Markdown; for other kinds a sentence that describes the entry" }),
  changes: FieldChanges,
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type TimelineEntry = Static<typeof TimelineEntry>;

const fields = {
  title: line(300),
  description: text(50_000, "Markdown"),
  severity: oneOf(severities),
  source: text(200, "Origin of the incident, for example a monitoring system"),
  ci_ids: Type.Array(line(100), {
    maxItems: 200,
    uniqueItems: true,
    description: "Ids of configuration items. An unknown id fails with 404",
  }),
  assigned_to: nullable(Id),
};

export const incidentSorts = [
  "-created_at",
  "created_at",
  "-updated_at",
  "updated_at",
  "severity",
  "-severity",
] as const;

/** What figures of a range can be about. */
export const incidentTimes = ["created", "acknowledged", "resolved", "closed"] as const;
export type IncidentTime = (typeof incidentTimes)[number];

const shared = { module: "incidents" } as const;

export const incidents = {
  list: operation({
    ...shared,
    method: "GET",
    path: "/api/incidents",
    summary: "List incidents",
    description: "The list has the first 500 characters of `description` and `resolution_notes`.",
    access: "incidents:read",
    effect: "read",
    envelope: "items",
    query: Type.Object({
      status: Type.Optional(listOf(oneOf(incidentStatuses), "One or several, separated by commas")),
      severity: Type.Optional(listOf(oneOf(severities), "One or several, separated by commas")),
      q: Type.Optional(text(200, "Words in title, description or reference; prefixes match")),
      assigned_to: Type.Optional(WantedPerson),
      ci_id: Type.Optional(listOf(Id, "Incidents that affect one of these configuration items")),
      source: Type.Optional(text(200)),
      unanswered: Type.Optional(listOf(oneOf(unansweredKinds), "One or several, separated by commas")),
      from: Type.Optional(QueryTime),
      to: Type.Optional(QueryTime),
      sort: Type.Optional(
        oneOf(incidentSorts, {
          default: "-created_at",
          description: "A leading dash means descending; severity starts with P1",
        }),
      ),
      ...paging,
    }),
    reply: Incident,
  }),
  figures: operation({
    ...shared,
    method: "GET",
    path: "/api/incidents/figures",
    summary: "Count incidents, and compute their mean time to acknowledge or to resolve",
    description:
      "Counts the incidents to which `at` happened in the range. With `at=acknowledged` the mean is the MTTA, with `at=resolved` the MTTR. An acknowledgment is the first one, a resolution the last one.",
    access: "incidents:read",
    effect: "read",
    query: Type.Object({
      at: Type.Optional(oneOf(incidentTimes, { default: "created", description: "The time that the range is about" })),
      status: Type.Optional(listOf(oneOf(incidentStatuses), "One or several, separated by commas")),
      severity: Type.Optional(listOf(oneOf(severities), "One or several, separated by commas")),
      from: Type.Optional(QueryTime),
      to: Type.Optional(QueryTime),
    }),
    reply: Type.Object({
      count: Type.Integer(),
      mean_seconds: nullable(
        Type.Number({ description: "From the creation until then; null for `created`, and without incidents" }),
      ),
      median_seconds: nullable(Type.Number()),
    }),
  }),
  create: operation({
    ...shared,
    method: "POST",
    path: "/api/incidents",
    summary: "Create an incident",
    description: "A new incident always has the status `triggered`. Severity defaults to P3.",
    access: "incidents:write",
    effect: "write",
    status: 201,
    body: Type.Object({
      title: fields.title,
      severity: Type.Optional(oneOf(severities, { default: "P3" })),
      description: Type.Optional(fields.description),
      source: Type.Optional(fields.source),
      ci_ids: Type.Optional(fields.ci_ids),
      assigned_to: Type.Optional(fields.assigned_to),
    }),
    reply: Incident,
  }),
  acknowledge: operation({
    ...shared,
    method: "POST",
    path: "/api/incidents/acknowledge",
    summary: "Acknowledge several incidents at once",
    description:
      "Moves each triggered or open incident to acknowledged through the legal moves. Other incidents are unchanged and listed in `skipped`.",
    access: "incidents:write",
    effect: "write",
    body: Type.Object({ ids: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }) }),
    reply: Type.Object({
      acknowledged: Type.Array(Incident),
      skipped: Type.Array(
        Type.Object({ id: Id, reference: Type.String(), status: oneOf(incidentStatuses), reason: Type.String() }),
      ),
    }),
  }),
  get: operation({
    ...shared,
    method: "GET",
    path: "/api/incidents/:id",
    summary: "Get one incident by id or reference",
    access: "incidents:read",
    effect: "read",
    params: IncidentRef,
    reply: Incident,
  }),
  update: operation({
    ...shared,
    method: "PATCH",
    path: "/api/incidents/:id",
    summary: "Change an incident or move it to its next status",
    description: "An illegal move fails with INVALID_TRANSITION, including a move to the current status.",
    access: "incidents:write",
    effect: "write",
    params: IncidentRef,
    body: Type.Partial(
      Type.Object({
        status: oneOf(incidentStatuses),
        title: fields.title,
        description: fields.description,
        severity: fields.severity,
        ci_ids: fields.ci_ids,
        assigned_to: fields.assigned_to,
        resolution_notes: text(50_000, "Markdown"),
        resolved_by: line(254),
      }),
    ),
    reply: Incident,
  }),
  timeline: operation({
    ...shared,
    method: "GET",
    path: "/api/incidents/:id/timeline",
    summary: "List the timeline of an incident, oldest first",
    access: "incidents:read",
    effect: "read",
    envelope: "page",
    params: IncidentRef,
    query: Type.Object(paging),
    reply: TimelineEntry,
  }),
  addNote: operation({
    ...shared,
    method: "POST",
    path: "/api/incidents/:id/timeline",
    summary: "Add a note to an incident",
    access: "incidents:write",
    effect: "write",
    status: 201,
    params: IncidentRef,
    body: Type.Object({ body: line(20_000, "Markdown") }),
    reply: TimelineEntry,
  }),
  ...incidentAttachments,
};

const incidentSeen = { access: "incidents:read", module: "incidents" } as const;
const incidentSummary = Type.Object({
  reference: Type.String(),
  title: Type.String(),
  severity: oneOf(severities),
  status: oneOf(incidentStatuses),
  version: Type.Integer(),
});
const attachmentChange = Type.Object({ reference: Type.String(), file_id: Id, name: Type.String() });

export const incidentEvents = {
  created: event({
    type: "incident.created",
    ...incidentSeen,
    data: Type.Object({
      ...incidentSummary.properties,
      automatic: Type.Boolean({
        description: "An alert opened it, so it is analyzed, runbooks are suggested and the on-call team is paged",
      }),
      escalation_policy_id: nullable(Type.String({ description: "Who is paged; null: the default policy" })),
    }),
  }),
  updated: event({
    type: "incident.updated",
    ...incidentSeen,
    data: Type.Object({
      ...incidentSummary.properties,
      previous_status: Type.Optional(oneOf(incidentStatuses, { description: "Present when the status changed" })),
    }),
  }),
  repaged: event({
    type: "incident.repaged",
    ...incidentSeen,
    data: Type.Object({
      ...incidentSummary.properties,
      reason: Type.String({ description: "Why an alert pages again" }),
      escalation_policy_id: nullable(Type.String({ description: "Who is paged; null: the default policy" })),
    }),
  }),
  noted: event({ type: "incident.noted", ...incidentSeen, data: Type.Object({ reference: Type.String() }) }),
  attached: event({ type: "incident.attached", ...incidentSeen, data: attachmentChange }),
  detached: event({ type: "incident.detached", ...incidentSeen, data: attachmentChange }),
};
