import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { line, listOf, oneOf, QueryTime, Timestamp, text } from "./schema.ts";
import { Attributes, timeWindow } from "./telemetry.ts";

/**
 * Aggregations. The first row keeps every series unless `by` is given; the second aggregates all series of a group.
 * rate and increase handle counter resets over `window`, and sum up groups. p50 to p99 use histogram buckets, or the series' values.
 */
export const aggregations = [
  ...(["last", "rate", "increase"] as const),
  ...(["sum", "avg", "min", "max", "count", "p50", "p75", "p90", "p95", "p99"] as const),
] as const;
export type Aggregation = (typeof aggregations)[number];

/** The function applied to a series' samples in a window, before series are aggregated. */
export const overTime = ["last", "avg", "min", "max", "sum", "count"] as const;
export type OverTime = (typeof overTime)[number];

const Duration = Type.String({
  pattern: "^\\d{1,7}(ms|s|m|h|d|w)$",
  description: "A number and a unit: 500ms, 60s, 5m, 1h, 7d",
});

/** A number. NaN and infinities are strings in Prometheus's spelling. */
const Value = Type.Unsafe<number | "NaN" | "+Inf" | "-Inf">({
  anyOf: [{ type: "number" }, { type: "string", enum: ["NaN", "+Inf", "-Inf"] }],
});

export const MetricSeries = Type.Object({
  labels: Attributes,
  points: Type.Unsafe<[unixMs: number, value: number | "NaN" | "+Inf" | "-Inf"][]>({
    type: "array",
    items: { type: "array", prefixItems: [{ type: "integer" }, Value], minItems: 2, maxItems: 2 },
    description: "[unix_ms, value] pairs",
  }),
});
export type MetricSeries = Static<typeof MetricSeries>;

export const MetricResult = Type.Object({
  metric_name: Type.String(),
  start: Timestamp,
  end: Timestamp,
  step: Type.String(),
  series: Type.Array(MetricSeries),
});

export const MetricName = Type.Object({
  metric_name: Type.String(),
  type: Type.String({ description: "gauge, counter, histogram, summary; or unknown" }),
  unit: Type.String(),
  help: Type.String(),
  series: Type.Integer({ description: "Approximate number of series" }),
});
export type MetricName = Static<typeof MetricName>;

const shared = { method: "GET", access: "observability:read", module: "observability", effect: "read" } as const;

const matchers = Type.Optional(
  listOf(
    text(1000),
    "Label matchers: host=web-1, host!=web-1, host=~web-.*, host!~web-.*; several must all match. Values may be quoted",
  ),
);
const metricName = line(300, "Name of the metric; * matches any characters");

export const metrics = {
  query: operation({
    ...shared,
    path: "/api/metrics/query",
    summary: "Query the points of a metric over time",
    description:
      "Like Prometheus, each step has the newest value of the preceding five minutes, unless `agg`, `over` or `window` is given. `end` defaults to now, `start` to an hour before, `step` to about 200 points.",
    query: Type.Object({
      metric_name: metricName,
      start: Type.Optional(QueryTime),
      end: Type.Optional(QueryTime),
      step: Type.Optional(Duration),
      match: matchers,
      agg: Type.Optional(oneOf(aggregations)),
      by: Type.Optional(listOf(line(200), "Labels to group by")),
      over: Type.Optional(
        oneOf(overTime, { description: "Function applied to the samples of a window; defaults to last" }),
      ),
      window: Type.Optional(Duration),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 10_000, default: 1000, description: "Maximum number of series" }),
      ),
    }),
    reply: MetricResult,
  }),
  names: operation({
    ...shared,
    path: "/api/metrics/names",
    summary: "List metrics",
    description: "`to` defaults to now, `from` to 24 hours before. The window is extended to whole days.",
    envelope: "page",
    query: Type.Object({
      q: Type.Optional(text(200, "Part of a name")),
      ...timeWindow,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, default: 0 })),
    }),
    reply: MetricName,
  }),
  labels: operation({
    ...shared,
    path: "/api/metrics/labels",
    summary: "List the labels of a metric with their number of values",
    query: Type.Object({ metric_name: metricName, match: matchers, ...timeWindow }),
    reply: Type.Array(Type.Object({ name: Type.String(), values: Type.Integer(), series: Type.Integer() })),
  }),
  values: operation({
    ...shared,
    path: "/api/metrics/values",
    summary: "List the values of a label, most frequent first",
    query: Type.Object({
      metric_name: Type.Optional(metricName),
      label: line(200),
      q: Type.Optional(text(200, "Part of a value")),
      match: matchers,
      ...timeWindow,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    }),
    reply: Type.Array(Type.Object({ value: Type.String(), series: Type.Integer() })),
  }),
};
