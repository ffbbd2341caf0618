import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { line, listOf, nullable, oneOf, Timestamp, text } from "./schema.ts";
import { Attributes, cursor, logLevels, timeWindow } from "./telemetry.ts";

export const LogRecord = Type.Object({
  id: Type.String({ description: "Where the record stands; for `context`" }),
  timestamp: Timestamp,
  time_unix_nano: Type.String({ description: "The same time, exact" }),
  level: oneOf(logLevels),
  service: Type.String(),
  message: Type.String(),
  trace_id: nullable(Type.String()),
  span_id: nullable(Type.String()),
  attributes: Attributes,
  resource: Attributes,
});
export type LogRecord = Static<typeof LogRecord>;

export const logFilter = {
  service: Type.Optional(listOf(line(200))),
  level: Type.Optional(listOf(oneOf(logLevels))),
  trace_id: Type.Optional(text(64)),
  q: Type.Optional(
    text(
      2000,
      'Words, "phrases", field:value, field:>5, wildcards (time*), AND, OR, NOT and brackets; a space means AND',
    ),
  ),
};

const shared = { method: "GET", access: "observability:read", module: "observability", effect: "read" } as const;

export const logs = {
  list: operation({
    ...shared,
    path: "/api/logs",
    summary: "Search logs, newest first",
    description:
      "`next` is the place of the following page, null at the end. Without `from` the search goes back to the oldest record; a record at `from` belongs to the window, one at `to` does not.",
    envelope: "cursor",
    query: Type.Object({
      ...logFilter,
      ...timeWindow,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
      next: cursor,
    }),
    reply: LogRecord,
  }),
  histogram: operation({
    ...shared,
    path: "/api/logs/histogram",
    summary: "How many records there were over time, by level",
    description:
      "`to` defaults to now, `from` to 24 hours before. Bars begin at multiples of their width, which is chosen to give at most `bars`; the first and the last count only what lies in the window.",
    query: Type.Object({
      ...logFilter,
      ...timeWindow,
      bars: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 60 })),
    }),
    reply: Type.Object({
      from: Timestamp,
      to: Timestamp,
      step_seconds: Type.Number(),
      total: Type.Integer(),
      buckets: Type.Array(
        Type.Object({
          ts: Timestamp,
          total: Type.Integer(),
          levels: Type.Unsafe<Record<string, number>>({ type: "object", additionalProperties: { type: "integer" } }),
        }),
      ),
    }),
  }),
  facets: operation({
    ...shared,
    path: "/api/logs/facets",
    summary: "The most frequent values of fields, and the fields there are",
    description:
      "`to` defaults to now, `from` to 24 hours before. `fields`: service, level, or names of attributes; without it, service, level and the attributes that tell records apart best. Services and levels are counted without their own filter.",
    query: Type.Object({
      ...logFilter,
      ...timeWindow,
      fields: Type.Optional(listOf(line(200))),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    }),
    reply: Type.Object({
      facets: Type.Array(
        Type.Object({
          field: Type.String(),
          values: Type.Array(Type.Object({ value: Type.String(), count: Type.Integer() })),
        }),
      ),
      sampled: Type.Boolean({ description: "The values were counted over the newest records alone" }),
    }),
  }),
  context: operation({
    ...shared,
    path: "/api/logs/context",
    summary: "What the same service logged just before and after a record",
    description: "On the same host where the record names one, and within a day of it.",
    query: Type.Object({
      id: line(200, "A record's id"),
      before: Type.Optional(Type.Integer({ minimum: 0, maximum: 500, default: 20 })),
      after: Type.Optional(Type.Integer({ minimum: 0, maximum: 500, default: 20 })),
    }),
    reply: Type.Object({
      before: Type.Array(LogRecord, { description: "Oldest first" }),
      record: LogRecord,
      after: Type.Array(LogRecord, { description: "Oldest first" }),
    }),
  }),
  tail: operation({
    ...shared,
    path: "/api/logs/tail",
    summary: "New records as they are stored, as server-sent events",
    description:
      "The first event is `ready`; then `logs` with an array of records, oldest first, at most once a second. `skipped` says how many matching records were left out when too many came at once, `paused` that the store is out of reach, `resumed` that it is back. Ends after 15 minutes.",
    envelope: "none",
    query: Type.Object(logFilter),
    reply: Type.Array(LogRecord),
  }),
};
