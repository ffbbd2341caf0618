import type { Aggregation, OverTime } from "@opsplane/contract";
import type { ClickHouseReader } from "@opsplane/runtime";
import { quantileOf } from "./groups.ts";
import type { Reading } from "./reading.ts";
import { aboutMetrics } from "./store/browse.ts";
import { findSeries, type SeriesQuery } from "./store/slots.ts";

/** The series of a metric, their storage, and the function that reads them. */
export interface Source {
  wanted: SeriesQuery;
  /** histogram: an OpenTelemetry histogram in one row. buckets: a Prometheus histogram, one series per bucket with `le`. */
  kind: "samples" | "histogram" | "buckets";
  reading: Reading;
}

interface SourceInput extends Omit<SeriesQuery, "from" | "to"> {
  start: Date;
  end: Date;
  agg: Aggregation | undefined;
  over: OverTime | undefined;
}

function seriesQuery({ metric, matchers, start, end }: SourceInput): SeriesQuery {
  return { metric, matchers, from: start, to: end };
}

/** The default source. The metric's type may change it; undefined when only the type can decide. */
export function likelySource(asked: SourceInput): Source | undefined {
  const { metric, agg, over = "last" } = asked;
  const wanted = seriesQuery(asked);
  if (isRate(agg)) return { wanted, kind: "samples", reading: agg };
  if (quantileOf(agg) === undefined) return { wanted, kind: "samples", reading: over };
  return metric.endsWith("_bucket") ? { wanted, kind: "buckets", reading: "rate" } : undefined;
}

/** Returns `likely` when the guess holds. Only rates and quantiles depend on the metric type, so only they look it up. */
export async function sourceOf(
  clickhouse: ClickHouseReader,
  asked: SourceInput,
  likely: Source | undefined,
): Promise<Source> {
  const { metric, agg, over = "last" } = asked;
  if (likely && !isRate(agg)) return likely;
  const [about] = await aboutMetrics(clickhouse, [metric]);
  // Each delta sample is the increase since the previous one.
  if (likely) return about?.temporality === "delta" ? { ...likely, reading: addedUp(agg) } : likely;
  const wanted = seriesQuery(asked);
  if (about?.type !== "histogram") return { wanted, kind: "samples", reading: over };
  const ofBuckets = { ...wanted, metric: `${metric}_bucket` };
  const [bucket] = await findSeries(clickhouse, ofBuckets, 1);
  return bucket === undefined
    ? { wanted, kind: "histogram", reading: "rate" }
    : { wanted: ofBuckets, kind: "buckets", reading: "rate" };
}

const isRate = (agg: Aggregation | undefined) => agg === "rate" || agg === "increase";
const addedUp = (agg: Aggregation | undefined) => (agg === "rate" ? "sum per second" : "sum");
