import { type Static, Type } from "typebox";
import { channelTypes } from "./channels.ts";
import { DirectoryUser } from "./directory.ts";
import { escalationTargetTypes } from "./escalation-policies.ts";
import { event } from "./event.ts";
import { IncidentSummary, incidentStatuses, severities, unansweredKinds } from "./incidents.ts";
import { OnCallShift } from "./oncall-schedules.ts";
import { operation } from "./operation.ts";
import {
  gone,
  Id,
  IdParams,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  Timestamp,
  text,
} from "./schema.ts";
import { deliveryStatuses } from "./webhook-events.ts";

/** exhausted: every step and repetition was used, and no one acknowledged. stopped: by a person, or another page replaced it. */
export const pageStatuses = ["active", "acknowledged", "resolved", "exhausted", "stopped"] as const;
export type PageStatus = (typeof pageStatuses)[number];

/** waiting: its messages are being sent. reached: a channel accepted one of them. */
export const pageReaches = ["waiting", "reached", "unreached"] as const;

/** One message to one person or shared channel. */
export const PageNotification = Type.Object({
  id: Id,
  step: Type.Integer({ description: "0 when the admins were paged, because no one was reached or acknowledged" }),
  cycle: Type.Integer({ description: "0 for the first time, then counts the repetitions" }),
  user: nullable(DirectoryUser),
  channel_id: nullable(Id),
  channel_name: Type.String(),
  channel_type: oneOf(channelTypes),
  via: Type.String({ description: "Why this person: the schedule, team or policy" }),
  status: oneOf(deliveryStatuses),
  due_at: Timestamp,
  sent_at: nullable(Timestamp),
  attempts: Type.Integer(),
  error: nullable(Type.String()),
});
export type PageNotification = Static<typeof PageNotification>;

export const OnCallPage = Type.Object({
  ...recordFields,
  incident_id: Id,
  incident: nullable(IncidentSummary),
  escalation_policy_id: nullable(Id),
  name: Type.String({ description: "The name of the escalation policy, or of who was paged" }),
  status: oneOf(pageStatuses),
  step: Type.Integer({ description: "The step that was used last; 0 before the first" }),
  cycle: Type.Integer(),
  steps: Type.Integer(),
  next_at: nullable(Type.String({ format: "date-time", description: "When the next step is used" })),
  ended_by: nullable(Type.String()),
  ended_at: nullable(Timestamp),
  created_by: Type.String(),
  reach: oneOf(pageReaches, {
    description: "unreached: every message failed for good, or there was nobody to send to",
  }),
  reached_at: nullable(Timestamp),
  reasons: Type.Array(Type.String(), { description: "Why people were not reached" }),
  unanswered: nullable(
    oneOf(unansweredKinds, {
      description: "Until someone acknowledges the incident, or another page replaces this one",
    }),
  ),
  admins_paged_at: nullable(Timestamp),
  notifications: Type.Array(PageNotification),
});
export type OnCallPage = Static<typeof OnCallPage>;

const NowOnCall = Type.Object({
  schedule: Type.Object({ id: Id, name: Type.String(), timezone: Type.String() }),
  user: nullable(DirectoryUser),
  until: nullable(Timestamp),
  is_override: Type.Boolean(),
  next: nullable(OnCallShift),
});
export type NowOnCall = Static<typeof NowOnCall>;

export const linkActions = ["acknowledge", "resolve"] as const;

const shared = { module: "incidents" } as const;
const reading = { ...shared, access: "oncall:read", effect: "read" } as const;
const writing = { ...shared, access: "incidents:write", effect: "write" } as const;

export const LinkState = Type.Object({
  reference: Type.String(),
  title: Type.String(),
  severity: oneOf(severities),
  status: oneOf(incidentStatuses),
  person: Type.String({ description: "In whose name the link acts" }),
  actions: Type.Array(oneOf(linkActions), { description: "What can be done now" }),
});
export type LinkState = Static<typeof LinkState>;
const LinkToken = line(1000, "The part of the link after #");

export const oncall = {
  now: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/now",
    summary: "Who is on call",
    query: Type.Object({
      at: Type.Optional(QueryTime),
      schedule_id: Type.Optional(listOf(Id)),
    }),
    reply: Type.Array(NowOnCall),
  }),
  mine: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/mine",
    summary: "Your shifts of the next 30 days and your open pages",
    reply: Type.Object({
      on_call: Type.Boolean(),
      shifts: Type.Array(
        Type.Object({ schedule: Type.Object({ id: Id, name: Type.String() }), from: Timestamp, to: Timestamp }),
      ),
      pages: Type.Array(OnCallPage),
      problem: nullable(Type.String({ description: "Why no page can reach you now" })),
    }),
  }),
  feed: operation({
    ...shared,
    method: "POST",
    path: "/api/oncall/feeds",
    summary: "Make the address of a calendar feed",
    description:
      "For a schedule, or without `schedule_id` for your own shifts. Everyone who has the address can read this calendar; a new address ends the old one.",
    access: "oncall:read",
    effect: "write",
    status: 201,
    body: Type.Object({
      name: Type.Optional(line(100, "Name of the calendar in the calendar app")),
      schedule_id: Type.Optional(nullable(Id)),
    }),
    reply: Type.Object({ url: Type.String({ description: "Shown once" }) }),
  }),
  removeFeed: operation({
    ...shared,
    ...gone,
    method: "DELETE",
    path: "/api/oncall/feeds",
    summary: "End your calendar feed",
    description: "The feed of a schedule, or without `schedule_id` that of your own shifts.",
    access: "oncall:read",
    effect: "write",
    query: Type.Object({ schedule_id: Type.Optional(Id) }),
  }),
  calendar: operation({
    ...shared,
    method: "GET",
    path: "/api/oncall/feeds/:token.ics",
    summary: "Read a calendar feed",
    access: "public",
    effect: "read",
    envelope: "none",
    download: true,
    params: Type.Object({ token: line(100) }),
    reply: Type.String(),
  }),
  pages: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/pages",
    summary: "List pages, newest first",
    envelope: "page",
    query: Type.Object({
      incident_id: Type.Optional(line(100, "id or reference")),
      status: Type.Optional(listOf(oneOf(pageStatuses))),
      unanswered: Type.Optional(listOf(oneOf(unansweredKinds))),
      ...paging,
    }),
    reply: OnCallPage,
  }),
  page: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/pages",
    summary: "Page someone for an incident",
    description: "With an escalation policy, or one target. Replaces the incident's open page: this reassigns it.",
    status: 201,
    body: Type.Object({
      message: Type.Optional(text(1000)),
      incident_id: line(100, "id or reference"),
      escalation_policy_id: Type.Optional(Id),
      target: Type.Optional(Type.Object({ type: oneOf(escalationTargetTypes), id: Id })),
    }),
    reply: OnCallPage,
  }),
  acknowledge: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/pages/:id/acknowledge",
    summary: "Acknowledge a page and its incident; the escalation stops",
    params: IdParams,
    reply: OnCallPage,
  }),
  stop: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/pages/:id/stop",
    summary: "Stop a page without acknowledging the incident",
    params: IdParams,
    reply: OnCallPage,
  }),
  readLink: operation({
    method: "POST",
    path: "/api/oncall/links/read",
    summary: "What a link in a message can do",
    access: "public",
    effect: "read",
    body: Type.Object({ token: LinkToken }),
    reply: LinkState,
  }),
  followLink: operation({
    method: "POST",
    path: "/api/oncall/links/use",
    summary: "Acknowledge or resolve an incident with the link in a message",
    access: "public",
    effect: "write",
    body: Type.Object({ token: LinkToken, action: oneOf(linkActions) }),
    reply: LinkState,
  }),
};

export const pageEvents = {
  updated: event({
    type: "page.updated",
    access: "oncall:read",
    module: "incidents",
    data: Type.Object({ incident_id: Type.String(), status: oneOf(pageStatuses) }),
  }),
  unreached: event({
    type: "page.unreached",
    access: "oncall:read",
    module: "incidents",
    data: Type.Object({
      incident_id: Type.String(),
      reference: Type.String(),
      title: Type.String(),
      severity: oneOf(severities),
      name: Type.String({ description: "The name of the escalation policy, or of who was paged" }),
      reasons: Type.Array(Type.String(), { description: "Why nobody was reached" }),
    }),
  }),
};
