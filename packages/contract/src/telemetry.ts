import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { listOf, nullable, oneOf, QueryTime, recordFields, Timestamp, text } from "./schema.ts";

/** The kinds of telemetry: each has its own store, retention and byte counter. */
export const telemetryKinds = ["logs", "metrics", "traces", "flows"] as const;
export type TelemetryKind = (typeof telemetryKinds)[number];

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A window of time; each operation says what it takes where one end is left out. */
export const timeWindow = { from: Type.Optional(QueryTime), to: Type.Optional(QueryTime) };

/** One place in a list that is read from its newest end; opaque to the caller. */
export const cursor = Type.Optional(text(300, "The `next` of the page before"));

/** `name=value` pairs; a value may have `*` at either end. */
export const attributeFilter = Type.Optional(
  listOf(text(500), "Attributes that must be there, as name=value; several must all match"),
);

/** Attributes as they are stored: text by name. */
export const Attributes = Type.Unsafe<Record<string, string>>({
  type: "object",
  additionalProperties: { type: "string" },
});

const usage = Type.Object({
  kind: oneOf(telemetryKinds),
  bytes: Type.Integer({ description: "Bytes received this month, after decompression" }),
  rows: Type.Integer({ description: "Rows stored this month" }),
});

export const TelemetrySettings = Type.Object({
  ...recordFields,
  retention_days: Type.Object(
    Object.fromEntries(telemetryKinds.map((kind) => [kind, nullable(Type.Integer())])) as Record<
      TelemetryKind,
      ReturnType<typeof nullable<ReturnType<typeof Type.Integer>>>
    >,
    { description: "Days that new rows of each kind are kept; null: as long as the plan allows" },
  ),
  plan_retention_days: nullable(Type.Integer({ description: "The plan's bound; null: none" })),
  usage: Type.Array(usage),
  usage_since: Timestamp,
  data_bytes_per_month: nullable(Type.Integer({ description: "The plan's bound; null: none" })),
  series_limit: Type.Integer({ description: "Series a day that one instance takes for this tenant" }),
});
export type TelemetrySettings = Static<typeof TelemetrySettings>;

export const DailyUsage = Type.Object({
  day: Type.String({ format: "date", description: "A day in UTC" }),
  kind: oneOf(telemetryKinds),
  bytes: Type.Integer({ description: "Bytes received, after decompression" }),
  rows: Type.Integer({ description: "Rows stored" }),
});
export type DailyUsage = Static<typeof DailyUsage>;

const days = Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 3650 })));

export const telemetry = {
  settings: operation({
    method: "GET",
    path: "/api/admin/telemetry",
    summary: "Telemetry of this tenant: what came in this month, and how long it is kept",
    access: "admin:telemetry",
    module: "observability",
    effect: "read",
    reply: TelemetrySettings,
  }),
  usage: operation({
    method: "GET",
    path: "/api/admin/telemetry/usage",
    summary: "Telemetry received by day and kind",
    description:
      "Every day in UTC that the window touches, at most 366; `to` defaults to now, `from` to 30 days before. A day without data has no entry.",
    access: "admin:telemetry",
    module: "observability",
    effect: "read",
    query: Type.Object(timeWindow),
    reply: Type.Object({ usage: Type.Array(DailyUsage) }),
  }),
  update: operation({
    method: "PATCH",
    path: "/api/admin/telemetry",
    summary: "Change how long each kind is kept",
    description:
      "Days apply to rows stored from now on: rows carry their days, and whole partitions are dropped when they are over. Never longer than the plan allows.",
    access: "admin:telemetry",
    module: "observability",
    effect: "write",
    body: Type.Object({ retention_days: Type.Object({ logs: days, metrics: days, traces: days, flows: days }) }),
    reply: TelemetrySettings,
  }),
};

export const telemetryEvents = {
  updated: event({ type: "telemetry.updated", access: "admin:telemetry", data: Type.Object({}) }),
};
