import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { line, listOf, nullable, oneOf, Timestamp, text } from "./schema.ts";
import { Attributes, cursor, logLevels, timeWindow } from "./telemetry.ts";

export const LogRecord = Type.Object({
  id: Type.String({ description: "Identifies the record, for `context`" }),
  timestamp: Timestamp,
  time_unix_nano: Type.String({ description: "The same time in nanoseconds" }),
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

export const patternChanges = ["new", "rising", "steady", "falling", "gone"] as const;
export type PatternChange = (typeof patternChanges)[number];

const counts = Type.Unsafe<Record<string, number>>({ type: "object", additionalProperties: { type: "integer" } });

export const LogPattern = Type.Object({
  id: Type.String({ description: "A hash of the template" }),
  template: Type.String({ description: "What the lines say, with `<*>` in the place of values" }),
  count: Type.Integer(),
  previous_count: Type.Integer({ description: "In the window of the same length before this one" }),
  change: oneOf(patternChanges, {
    description:
      "Compared with the window before. rising and falling: at least half as many again, or a third less, and more than chance explains",
  }),
  share: Type.Number({ description: "Of all matching lines, 0 to 1" }),
  levels: counts,
  services: Type.Array(Type.Object({ service: Type.String(), count: Type.Integer() }), {
    description: "The most frequent first, at most 10",
  }),
  service_count: Type.Integer(),
  first_seen: Timestamp,
  last_seen: Timestamp,
  example: Type.String({ description: "One of the lines, at most 2,000 characters" }),
  q: nullable(Type.String({ description: "A query that matches its lines; null if it has no constant words" })),
  trend: Type.Array(Type.Integer(), { description: "Lines in each bucket" }),
});
export type LogPattern = Static<typeof LogPattern>;

export const logExportFormats = ["csv", "ndjson"] as const;
export const maxExportedLogs = 1_000_000;

const shared = { method: "GET", access: "observability:read", module: "observability", effect: "read" } as const;

export const logs = {
  list: operation({
    ...shared,
    path: "/api/logs",
    summary: "Search logs, newest first",
    description:
      "`next` is the cursor of the next page, null at the end. Without `from` the search goes back to the oldest record. The window includes `from` and excludes `to`.",
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
    summary: "Count log records over time by level",
    description:
      "`to` defaults to now, `from` to 24 hours before. The bar width is chosen to give at most `bars` bars. Bars start at multiples of the width. The first and the last bar count only records in the window.",
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
    summary: "List fields and their most frequent values",
    description:
      "`to` defaults to now, `from` to 24 hours before. `fields`: service, level, or names of attributes; by default service, level and the most useful attributes. Services and levels are counted without their own filter.",
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
      sampled: Type.Boolean({ description: "Values were counted among the newest records only" }),
    }),
  }),
  patterns: operation({
    ...shared,
    path: "/api/logs/patterns",
    summary: "Group log records by what they say",
    description:
      "Lines that differ only in values are one pattern. `to` defaults to now, `from` to 24 hours before. Each pattern is compared with the window of the same length before. Many lines are sampled evenly over the window, and counts are scaled to all of them: `sampled` says so, `matched` is the number of matching lines and `read` how many of them were read. Rare lines beyond 10,000 different ones are left out and counted in `left_out`. `novelty` sorts new patterns first, then rising, gone and falling ones.",
    query: Type.Object({
      ...logFilter,
      ...timeWindow,
      sort: Type.Optional(oneOf(["count", "novelty"] as const, { default: "count" })),
      bars: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 30 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 100 })),
    }),
    reply: Type.Object({
      from: Timestamp,
      to: Timestamp,
      step_seconds: Type.Number(),
      buckets: Type.Array(Timestamp, { description: "The start of each bucket of `trend`" }),
      matched: Type.Integer(),
      read: Type.Integer(),
      sampled: Type.Boolean(),
      left_out: Type.Integer(),
      pattern_count: Type.Integer({ description: "All patterns, of which `patterns` has the first `limit`" }),
      patterns: Type.Array(LogPattern),
    }),
  }),
  context: operation({
    ...shared,
    path: "/api/logs/context",
    summary: "Get the records of the same service before and after a record",
    description: "Only records of the same host, if the record has one, and within a day.",
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
  export: operation({
    ...shared,
    path: "/api/logs/export",
    summary: "Download matching logs as CSV or NDJSON, newest first",
    description:
      "The file is streamed while it is read. NDJSON has one record per line as in the list. CSV has a header, and attributes and resource as JSON; a cell that a spreadsheet could run as a formula starts with an apostrophe. `to` defaults to now, `from` to 24 hours before.",
    envelope: "none",
    download: true,
    query: Type.Object({
      ...logFilter,
      ...timeWindow,
      format: Type.Optional(oneOf(logExportFormats, { default: "csv" })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxExportedLogs, default: 100_000 })),
    }),
    reply: Type.String(),
  }),
  tail: operation({
    ...shared,
    path: "/api/logs/tail",
    summary: "Stream new records as server-sent events",
    description:
      "The first event is `ready`, then `logs` with an array of records, oldest first, at most once a second. `skipped` has the number of matching records that were left out of a flood. `paused` means that the store cannot be reached, `resumed` that it is back. The stream ends after 15 minutes.",
    envelope: "none",
    query: Type.Object(logFilter),
    reply: Type.Array(LogRecord),
  }),
};
