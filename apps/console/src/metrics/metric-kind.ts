import type { Aggregation } from "@opsplane/contract";
import type { Unit } from "../ui/chart/units.ts";

/** What is known about a metric: its type and unit as sent, or nothing. */
export interface MetricFacts {
  metric_name: string;
  type: string;
  unit: string;
}

type Kind = "counter" | "gauge" | "histogram";

/** The kind of a metric. Prometheus names tell it when no type was sent. */
function kindOf({ metric_name, type }: MetricFacts): Kind {
  if (metric_name.endsWith("_bucket")) return "histogram";
  if (type === "histogram" && /_(count|sum)$/.test(metric_name)) return "counter";
  if (type === "counter" || type === "histogram" || type === "gauge") return type;
  return /_(total|count|sum)$/.test(metric_name) ? "counter" : "gauge";
}

const defaults: Record<Kind, Aggregation> = { counter: "rate", histogram: "p95", gauge: "avg" };

export function defaultAggregation(facts: MetricFacts): Aggregation {
  return defaults[kindOf(facts)];
}

const sentUnits: Record<string, Unit> = {
  s: "seconds",
  seconds: "seconds",
  ms: "milliseconds",
  milliseconds: "milliseconds",
  By: "bytes",
  bytes: "bytes",
  "By/s": "bytes/s",
  "%": "percent",
  percent: "percent",
  ratio: "ratio",
};

const namedUnits: readonly [RegExp, Unit][] = [
  [/seconds$/, "seconds"],
  [/milliseconds$|_ms$/, "milliseconds"],
  [/bytes$/, "bytes"],
  [/percent$/, "percent"],
  [/ratio$|utili[sz]ation$/, "ratio"],
];

/** The unit of the values that a query returns. */
export function unitOf(facts: MetricFacts, agg: Aggregation): Unit {
  if (agg === "count") return "count";
  const unit = metricUnit(facts);
  if (agg !== "rate") return unit;
  if (unit === "bytes") return "bytes/s";
  return unit === "count" ? "count/s" : "count";
}

function metricUnit({ metric_name, type, unit }: MetricFacts): Unit {
  // The counts of a histogram have its unit by name, but count observations.
  if (/_count$/.test(metric_name)) return "count";
  const sent = sentUnits[unit];
  if (sent) return sent;
  const name = metric_name.replace(/_(total|bucket|sum)$/, "");
  const named = namedUnits.findLast(([pattern]) => pattern.test(name))?.[1];
  return named === "ratio" && type === "counter" ? "count" : (named ?? "count");
}

/** The unit of a chart: the one that all its queries share. */
export function sharedUnit(units: readonly Unit[]): Unit | "mixed" {
  const [first = "count", ...others] = units;
  return others.every((unit) => unit === first) ? first : "mixed";
}

/** The facts of a metric among those found. Of a name with `*` the first match stands for all. */
export function factsOf(metric: string, found: readonly MetricFacts[]): MetricFacts {
  const match = metric.includes("*")
    ? found.find(({ metric_name }) => matchesName(metric, metric_name))
    : found.find(({ metric_name }) => metric_name === metric);
  return match ?? { metric_name: metric, type: "unknown", unit: "" };
}

function matchesName(pattern: string, name: string): boolean {
  const escaped = pattern.split("*").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${escaped.join(".*")}$`).test(name);
}

/** The longest part of a name without `*`. The search for names takes only a part of a name. */
export function longestPart(metric: string): string {
  return metric.split("*").reduce((longest, part) => (part.length > longest.length ? part : longest), "");
}
