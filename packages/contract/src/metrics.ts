import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { line, listOf, oneOf, QueryTime, Timestamp, text } from "./schema.ts";
import { Attributes, timeWindow } from "./telemetry.ts";

/**
 * How series become points. The first row keeps every series unless `by` is given; the second brings all series of a group together.
 * rate, increase: of a counter, over `window`, resets heeded; groups by sum. p50…p99: of a histogram's buckets, or of the series' values.
 */
export const aggregations = [
  ...(["last", "rate", "increase"] as const),
  ...(["sum", "avg", "min", "max", "count", "p50", "p75", "p90", "p95", "p99"] as const),
] as const;
export type Aggregation = (typeof aggregations)[number];

/** What one series' samples in a window become, before series are brought together. */
export const overTime = ["last", "avg", "min", "max", "sum", "count"] as const;
export type OverTime = (typeof overTime)[number];

const Duration = Type.String({
  pattern: "^\\d{1,7}(ms|s|m|h|d|w)$",
  description: "A number and a unit: 500ms, 60s, 5m, 1h, 7d",
});

/** A number, or what JSON has no number for, in Prometheus's spelling. */
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
  series: Type.Integer({ description: "About how many series had it" }),
});

const shared = { method: "GET", access: "observability:read", module: "observability", effect: "read" } as const;

const matchers = Type.Optional(
  listOf(
    text(1000),
    "Label matchers: host=web-1, host!=web-1, host=~web-.*, host!~web-.*; several must all match. Values may be quoted",
  ),
);
const metricName = line(300, "A metric's name; * stands for any characters");

export const metrics = {
  query: operation({
    ...shared,
    path: "/api/metrics/query",
    summary: "Points of a metric over time",
    description:
      "At each step the newest value of the five minutes before it, as Prometheus has it, unless `agg`, `over` or `window` say otherwise. `end` defaults to now, `start` to an hour before, `step` to a two-hundredth of the window.",
    query: Type.Object({
      metric_name: metricName,
      start: Type.Optional(QueryTime),
      end: Type.Optional(QueryTime),
      step: Type.Optional(Duration),
      match: matchers,
      agg: Type.Optional(oneOf(aggregations)),
      by: Type.Optional(listOf(line(200), "Labels that groups keep")),
      over: Type.Optional(oneOf(overTime, { description: "What the samples of a window become; default last" })),
      window: Type.Optional(Duration),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000, default: 1000, description: "Most series" })),
    }),
    reply: MetricResult,
  }),
  names: operation({
    ...shared,
    path: "/api/metrics/names",
    summary: "The metrics there are",
    description: "`to` defaults to now, `from` to 24 hours before; whole days count.",
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
    summary: "The labels of a metric's series, with how many values each has",
    query: Type.Object({ metric_name: metricName, match: matchers, ...timeWindow }),
    reply: Type.Array(Type.Object({ name: Type.String(), values: Type.Integer(), series: Type.Integer() })),
  }),
  values: operation({
    ...shared,
    path: "/api/metrics/values",
    summary: "The values of a label, most frequent first",
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
