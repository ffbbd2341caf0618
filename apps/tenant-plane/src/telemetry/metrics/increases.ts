import type { MetricSeries } from "@opsplane/contract";
import type { ClickHouseReader } from "@opsplane/runtime";
import type { BoundedRange } from "../time-range.ts";
import { answerMany, type Outcome } from "./answer-many.ts";
import type { Matcher } from "./matchers.ts";
import type { MetricQuery, QueryDeps } from "./query.ts";
import { aboutMetrics } from "./store/browse.ts";

export interface CounterQuery {
  metric: string;
  matchers: Matcher[];
}

/** The increase of each minute, or why there is none. One counter's failure does not fail the others. */
export type IncreaseResult = { increases: Float64Array } | Extract<Outcome, { error: unknown }>;

/** A series without samples for this long has ended. Samples may be this far apart. */
const lookback = "15m";
const minute = 60_000;
const maxSeries = 10_000;

/**
 * The increase of each counter in each minute of the range, whose bounds are whole minutes. It is the difference between the values at
 * both ends of the minute, not extrapolated, so minutes add up to what the counter counted.
 */
export async function readIncreases(
  clickhouse: ClickHouseReader,
  counters: readonly CounterQuery[],
  range: BoundedRange,
  deps: QueryDeps,
): Promise<IncreaseResult[]> {
  const about = await aboutMetrics(clickhouse, [...new Set(counters.map(({ metric }) => metric))]);
  const deltas = new Set(about.filter(({ temporality }) => temporality === "delta").map((each) => each.metric_name));
  const queries = counters.map((counter) =>
    deltas.has(counter.metric) ? addedQuery(counter, range) : valueQuery(counter, range),
  );
  const outcomes = await answerMany(clickhouse, queries, deps);
  const minutes = (range.to.getTime() - range.from.getTime()) / minute;
  return outcomes.map((outcome, at) => {
    if ("error" in outcome) return outcome;
    const isDelta = deltas.has(counters[at]?.metric ?? "");
    const increases = new Float64Array(minutes);
    for (const series of outcome.result.series)
      (isDelta ? addSums : addDifferences)(increases, series, range.from.getTime());
    return { increases };
  });
}

/** The values at the ends of the minutes, of each series by itself. */
function valueQuery({ metric, matchers }: CounterQuery, { from, to }: BoundedRange): MetricQuery {
  const times = { start: from, end: to, step: "1m", window: lookback };
  return { metric, matchers, ...times, agg: undefined, by: undefined, over: undefined, limit: maxSeries };
}

/** Each sample of a delta counter is an increase. */
function addedQuery({ metric, matchers }: CounterQuery, { from, to }: BoundedRange): MetricQuery {
  const times = { start: new Date(from.getTime() + minute), end: to, step: "1m", window: "1m" };
  return { metric, matchers, ...times, agg: "sum", by: [], over: "sum", limit: maxSeries };
}

function addSums(into: Float64Array, { points }: MetricSeries, from: number): void {
  for (const [time, value] of points) {
    const at = Math.round((time - from) / minute) - 1;
    if (typeof value === "number" && at >= 0 && at < into.length) into[at] = (into[at] ?? 0) + value;
  }
}

/** After a reset the counter starts at zero. The first value of a series says nothing about when it was counted. */
function addDifferences(into: Float64Array, { points }: MetricSeries, from: number): void {
  let before: number | undefined;
  for (const [time, value] of points) {
    if (typeof value !== "number") continue;
    const at = Math.round((time - from) / minute) - 1;
    if (before !== undefined && at >= 0 && at < into.length)
      into[at] = (into[at] ?? 0) + (value < before ? value : value - before);
    before = value;
  }
}
