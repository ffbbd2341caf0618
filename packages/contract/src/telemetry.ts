import { type Static, Type } from "typebox";
import { event } from "./event.ts";
import { operation } from "./operation.ts";
import { listOf, nullable, oneOf, QueryTime, recordFields, Timestamp, text } from "./schema.ts";

/** The kinds of telemetry. Each has its own tables, retention and usage counters. */
export const telemetryKinds = ["logs", "metrics", "traces", "flows"] as const;
export type TelemetryKind = (typeof telemetryKinds)[number];

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;
export type LogLevel = (typeof logLevels)[number];

/** A time window. Each operation documents the defaults of `from` and `to`. */
export const timeWindow = { from: Type.Optional(QueryTime), to: Type.Optional(QueryTime) };

/** An opaque cursor in a list that is newest first. */
export const cursor = Type.Optional(text(300, "The `next` value of the previous page"));

/** `name=value` and `name!=value` pairs; a value may have `*` at any place. */
export const attributeFilter = Type.Optional(
  listOf(text(500), "Required attributes as name=value, excluded ones as name!=value; all must match"),
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
    { description: "Retention of new rows in days by kind; null means the plan's maximum" },
  ),
  plan_retention_days: nullable(Type.Integer({ description: "The plan's maximum in days; null means no limit" })),
  usage: Type.Array(usage),
  usage_since: Timestamp,
  data_bytes_per_month: nullable(Type.Integer({ description: "The plan's monthly quota; null means no limit" })),
  series_limit: Type.Integer({
    description: "Maximum number of series per day that one instance accepts from this tenant",
  }),
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

export const IngestHealth = Type.Object({
  store_up: Type.Boolean({ description: "The telemetry store can be reached" }),
  signals: Type.Array(
    Type.Object({
      kind: oneOf(telemetryKinds),
      received: Type.Boolean({ description: "Rows of this kind have been received" }),
      last_received_at: nullable(Timestamp),
      rows_today: Type.Integer({ description: "Rows stored since midnight UTC" }),
      bytes_today: Type.Integer({ description: "Bytes received since midnight UTC, after decompression" }),
    }),
  ),
});
export type IngestHealth = Static<typeof IngestHealth>;

export const telemetry = {
  health: operation({
    method: "GET",
    path: "/api/telemetry/health",
    summary: "Get when each kind of telemetry was last received, and how much today",
    description: "Updated about every two seconds.",
    access: "observability:read",
    module: "observability",
    effect: "read",
    reply: IngestHealth,
  }),
  settings: operation({
    method: "GET",
    path: "/api/admin/telemetry",
    summary: "Get this month's telemetry usage and the retention",
    access: "admin:telemetry",
    module: "observability",
    effect: "read",
    reply: TelemetrySettings,
  }),
  usage: operation({
    method: "GET",
    path: "/api/admin/telemetry/usage",
    summary: "List telemetry usage by day and kind",
    description:
      "The UTC days of the window, at most 366. `to` defaults to now, `from` to 30 days before. A day without data has no entry.",
    access: "admin:telemetry",
    module: "observability",
    effect: "read",
    query: Type.Object(timeWindow),
    reply: Type.Object({ usage: Type.Array(DailyUsage) }),
  }),
  update: operation({
    method: "PATCH",
    path: "/api/admin/telemetry",
    summary: "Change the retention of each kind",
    description:
      "Applies to rows stored from now on; existing rows keep their retention. It cannot exceed the plan's maximum.",
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
