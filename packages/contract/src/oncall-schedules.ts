import { type Static, Type } from "typebox";
import { DirectoryUser } from "./directory.ts";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import {
  gone,
  Id,
  IdParams,
  line,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  Timestamp,
  text,
} from "./schema.ts";

export const rotations = ["daily", "weekly", "custom"] as const;
export type Rotation = (typeof rotations)[number];
export const weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof weekdays)[number];

const ClockTime = Type.String({ pattern: "^([01]\\d|2[0-3]):[0-5]\\d$", description: "Local time, such as 09:00" });

/** Hours in which a layer applies. An end that is not after its start is on the next day. */
export const Restriction = Type.Object({
  days: Type.Optional(
    Type.Array(oneOf(weekdays), { minItems: 1, maxItems: 7, uniqueItems: true, description: "Every day unless given" }),
  ),
  start: ClockTime,
  end: ClockTime,
});
export type Restriction = Static<typeof Restriction>;

const layerFields = {
  name: text(100),
  user_ids: Type.Array(Id, {
    minItems: 1,
    maxItems: 100,
    description: "In the order of their turns; one may come twice",
  }),
  starts_at: Type.String({
    ...Timestamp,
    description: "When the first turn begins. Its local time of day, and day of week, is that of every handoff",
  }),
  ends_at: nullable(Type.String({ ...Timestamp, description: "Null: without an end" })),
  rotation: oneOf(rotations),
  shift_hours: Type.Integer({
    minimum: 1,
    maximum: 8760,
    description: "Custom: the length of a turn in hours of the local clock, so handoffs keep their time of day",
  }),
  restrictions: Type.Array(Restriction, { maxItems: 20, description: "Empty: around the clock" }),
};

export const ScheduleLayer = Type.Object(layerFields);
export type ScheduleLayer = Static<typeof ScheduleLayer>;

const LayerInput = Type.Object({
  ...Type.Partial(Type.Object(layerFields)).properties,
  user_ids: layerFields.user_ids,
  starts_at: layerFields.starts_at,
});

/** A stretch of time with one person, or with no one. */
export const OnCallShift = Type.Object({
  from: Timestamp,
  to: Timestamp,
  user: nullable(DirectoryUser),
  layer: nullable(Type.Integer({ description: "The number of the layer; null for an override or a gap" })),
  override_id: nullable(Id),
});
export type OnCallShift = Static<typeof OnCallShift>;

export const OnCallSchedule = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  timezone: Type.String(),
  layers: Type.Array(ScheduleLayer, { description: "A later layer replaces an earlier one where both have someone" }),
  users: Type.Array(DirectoryUser, { description: "The people of all layers" }),
  on_call: nullable(OnCallShift),
  next: nullable(OnCallShift),
  next_gap: nullable(Type.Object({ from: Timestamp, to: nullable(Timestamp) }, { description: "Within 30 days" })),
  created_by: Type.String(),
});
export type OnCallSchedule = Static<typeof OnCallSchedule>;

export const ScheduleTimeline = Type.Object({
  from: Timestamp,
  to: Timestamp,
  layers: Type.Array(Type.Array(OnCallShift), { description: "Each layer by itself" }),
  overrides: Type.Array(OnCallShift),
  final: Type.Array(OnCallShift, { description: "Who is on call; gaps have no user" }),
  gap_seconds: Type.Integer(),
});
export type ScheduleTimeline = Static<typeof ScheduleTimeline>;

export const ScheduleOverride = Type.Object({
  ...recordFields,
  schedule_id: Id,
  user_id: Id,
  user: nullable(DirectoryUser),
  starts_at: Timestamp,
  ends_at: Timestamp,
  comment: Type.String(),
  created_by: Type.String(),
});
export type ScheduleOverride = Static<typeof ScheduleOverride>;

const fields = {
  name: line(100),
  description: text(2000),
  timezone: line(64, "Such as Europe/Berlin"),
  layers: Type.Array(LayerInput, { maxItems: 20 }),
};

const shared = { module: "incidents" } as const;
const reading = { ...shared, access: "oncall:read", effect: "read" } as const;
const writing = { ...shared, access: "oncall:write", effect: "write" } as const;
const window = { from: Type.Optional(QueryTime), to: Type.Optional(QueryTime) };

export const oncallSchedules = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/schedules",
    summary: "List on-call schedules",
    envelope: "page",
    query: Type.Object({ q: Type.Optional(text(200, "Part of the name")), ...paging }),
    reply: OnCallSchedule,
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/schedules",
    summary: "Create an on-call schedule",
    status: 201,
    body: Type.Object({ ...Type.Partial(Type.Object(fields)).properties, name: fields.name }),
    reply: OnCallSchedule,
  }),
  preview: operation({
    ...reading,
    method: "POST",
    path: "/api/oncall/schedules/preview",
    summary: "Show who would be on call with these layers",
    description: "`from` defaults to now, `to` to 14 days later; at most 366 days.",
    body: Type.Object({ timezone: fields.timezone, layers: fields.layers, ...window }),
    reply: ScheduleTimeline,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/schedules/:id",
    summary: "Get an on-call schedule",
    params: IdParams,
    reply: OnCallSchedule,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/oncall/schedules/:id",
    summary: "Change an on-call schedule",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: OnCallSchedule,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/oncall/schedules/:id",
    summary: "Delete an on-call schedule that no escalation policy uses",
    params: IdParams,
  }),
  timeline: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/schedules/:id/timeline",
    summary: "Show who is on call over time",
    description: "`from` defaults to now, `to` to 14 days later; at most 366 days.",
    params: IdParams,
    query: Type.Object(window),
    reply: ScheduleTimeline,
  }),
  overrides: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/schedules/:id/overrides",
    summary: "List the overrides that have not ended, soonest first",
    envelope: "page",
    params: IdParams,
    query: Type.Object(paging),
    reply: ScheduleOverride,
  }),
  override: operation({
    ...writing,
    method: "POST",
    path: "/api/oncall/schedules/:id/overrides",
    summary: "Put someone on call for a time",
    description: "Replaces every layer. Of overlapping overrides the newest applies.",
    status: 201,
    params: IdParams,
    body: Type.Object({
      comment: Type.Optional(text(500)),
      user_id: Id,
      starts_at: Type.Optional(Type.String({ ...Timestamp, description: "Now unless given" })),
      ends_at: Timestamp,
    }),
    reply: ScheduleOverride,
  }),
  removeOverride: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/oncall/schedules/:id/overrides/:override_id",
    summary: "Delete an override",
    params: Type.Object({ id: Id, override_id: Id }),
  }),
  calendar: operation({
    ...reading,
    method: "GET",
    path: "/api/oncall/schedules/:id.ics",
    summary: "Download a schedule as a calendar",
    description: "From 30 days ago to 180 days ahead. Calendar apps subscribe with the address that `feeds` returns.",
    envelope: "none",
    download: true,
    params: IdParams,
    reply: Type.String(),
  }),
};

export const oncallScheduleEvents = {
  updated: event({
    type: "oncall_schedule.updated",
    access: "oncall:read",
    module: "incidents",
    data: Type.Object({ name: Type.String() }),
  }),
};
