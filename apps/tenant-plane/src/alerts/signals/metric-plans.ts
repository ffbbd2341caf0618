import type { Aggregation, AlertPolicyContent, MetricSeries, OverTime } from "@opsplane/contract";
import { overTime } from "@opsplane/contract";
import { type GroupLine, type MetricQuery, parseMatchers, type TelemetryReads } from "../../telemetry/index.ts";
import { baselineHours, deviations } from "./baseline.ts";
import { durationMs } from "./durations.ts";
import { type GroupValues, keyOf, type Moments, momentAt } from "./group-values.ts";
import { knownGroups } from "./known-groups.ts";
import type { SignalRequest } from "./read.ts";
import { surpriseHours, surprises } from "./surprise.ts";

/** The metric queries of a policy, and how their results become its values. */
export interface MetricPlan {
  queries: MetricQuery[];
  values(reads: TelemetryReads, results: readonly { series: MetricSeries[] }[]): Promise<GroupValues>;
}

export function metricPlan(request: SignalRequest, types: ReadonlyMap<string, string>): MetricPlan {
  const { content, moments } = request;
  const { type, metric_name = "", agg = "avg" } = content.condition;
  switch (type) {
    case "absence":
      return {
        queries: [valueQuery(content, moments, { over: "count", agg: "sum" })],
        values: async (reads, [found]) => {
          const groups = linesOf(found?.series, moments);
          return { groups, absent: 0, known: await knownGroups(reads, content, moments, groups) };
        },
      };
    case "rate":
      return isCounter(metric_name, types.get(metric_name))
        ? { queries: [valueQuery(content, moments, { agg: "rate" })], values: plain(request) }
        : changePlan(request);
    case "deviation": {
      const { hoursOf, valuesOf } = measures[content.condition.measure ?? "deviations"];
      return {
        queries: [valueQuery(content, moments, readingOf(content)), ...hoursOf(content, moments, agg)],
        values: async (_reads, [found, ...hours]) =>
          valuesOf(
            content,
            moments,
            linesOf(found?.series, moments),
            hours.map(({ series }) => series),
          ),
      };
    }
    default:
      return { queries: [valueQuery(content, moments, readingOf(content))], values: plain(request) };
  }
}

/** How far a value is from what is usual. */
const measures = {
  deviations: { hoursOf: baselineHours, valuesOf: deviations },
  surprise: { hoursOf: surpriseHours, valuesOf: surprises },
};

/** Groups with a value, and with `no_data: alert` those that have lost theirs. */
function plain({ content, moments }: SignalRequest): MetricPlan["values"] {
  return async (reads, [found]) => {
    const groups = linesOf(found?.series, moments);
    return content.no_data === "alert"
      ? { groups, known: await knownGroups(reads, content, moments, groups) }
      : { groups };
  };
}

/** The change of a gauge per second, between both ends of the window. */
function changePlan({ content, moments }: SignalRequest): MetricPlan {
  const window = durationMs(content.condition.window ?? "5m");
  const { agg } = readingOf(content);
  const reading = { agg, over: "last" } as const;
  const before = { ...moments, start: moments.start - window };
  // The newest value, of at most the usual five minutes.
  const last = { ...content, condition: { ...content.condition, window: "5m" } };
  return {
    queries: [valueQuery(last, moments, reading), valueQuery(last, before, reading)],
    values: async (_reads, [now, then]) => {
      const earlier = new Map(linesOf(then?.series, before).map((line) => [keyOf(line.labels), line]));
      const groups = linesOf(now?.series, moments).map((line) => {
        const from = earlier.get(keyOf(line.labels));
        return {
          labels: line.labels,
          values: line.values.map((value, point) => (value - (from?.values[point] ?? 0)) / (window / 1000)),
          there: line.there.map((there, point) => (there === 1 && from?.there[point] === 1 ? 1 : 0)),
        };
      });
      return { groups };
    },
  };
}

function isCounter(name: string, type: string | undefined): boolean {
  if (type === undefined || type === "unknown") return /_(total|count|sum|bucket)$/.test(name);
  return type === "counter" || type === "histogram" || type === "summary";
}

interface ReadingOf {
  agg: Aggregation;
  over?: OverTime;
}

/**
 * How samples become one value: first those of a series over the window, then the series of a group. Both use `agg` unless `over` is
 * given; a sum or quantile is one of averages, and a count is that of samples.
 */
function readingOf({ condition }: AlertPolicyContent): ReadingOf {
  const { agg = "avg", operator = ">" } = condition;
  const over = condition.over ?? overTime.find((each) => each === agg && each !== "sum") ?? "avg";
  if (agg === "rate" || agg === "increase") return { agg };
  if (agg === "count") return { agg: "sum", over };
  // The newest value of several series is the one that is nearest to the threshold.
  if (agg === "last") return { agg: operator.startsWith("<") ? "min" : "max", over };
  return { agg, over };
}

const maxSeriesOfPolicy = 10_000;

/** The query of a policy's values. An empty `by` aggregates all series. */
function valueQuery(
  { condition, group_by }: AlertPolicyContent,
  moments: Moments,
  { agg, over }: ReadingOf,
): MetricQuery {
  return {
    metric: condition.metric_name ?? "",
    matchers: parseMatchers(condition.match),
    start: new Date(moments.start),
    end: new Date(momentAt(moments, moments.points - 1)),
    step: `${moments.step}ms`,
    agg,
    by: group_by,
    over,
    window: condition.window ?? "5m",
    limit: maxSeriesOfPolicy,
  };
}

/** The series of an answer by points, as numbers. */
function linesOf(series: readonly MetricSeries[] = [], moments: Moments): GroupLine[] {
  return series.map(({ labels, points }) => {
    const values = new Float64Array(moments.points);
    const there = new Uint8Array(moments.points);
    for (const [at, value] of points) {
      const point = Math.round((at - moments.start) / moments.step);
      values[point] = typeof value === "number" ? value : numberOf(value);
      there[point] = 1;
    }
    return { labels, values, there };
  });
}

function numberOf(spelled: "NaN" | "+Inf" | "-Inf"): number {
  if (spelled === "NaN") return Number.NaN;
  return spelled === "+Inf" ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
}
