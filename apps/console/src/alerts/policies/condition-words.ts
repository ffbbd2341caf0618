import type { AlertCondition, AlertOperator, AlertPolicyContent, AlertSignal, ConditionType } from "@opsplane/contract";
import { type Unit, unitText } from "../../ui/chart/units.ts";

export const signalWords: Record<AlertSignal, string> = {
  metrics: "Metrics",
  logs: "Logs",
  traces: "Traces",
  slos: "SLOs",
};

export const typeWords: Record<ConditionType, string> = {
  threshold: "Threshold",
  rate: "Rate",
  absence: "No data",
  deviation: "Unusual value",
  count: "Number of records",
  error_rate: "Error rate",
  latency: "Latency",
  burn_rate: "Burn rate",
};

export const typeHints: Record<ConditionType, string> = {
  threshold: "The value of a metric passes a limit.",
  rate: "A counter grows, or a gauge changes, too fast or too slowly, per second.",
  absence: "No samples arrive in the window.",
  deviation: "The value is far from what is usual at this time of the day or week.",
  count: "Log records that match a query, in the window.",
  error_rate: "The share of calls to a service that fail.",
  latency: "How long calls to a service take.",
  burn_rate: "How fast the error budget of an SLO is spent.",
};

export const operatorWords: Record<AlertOperator, string> = {
  ">": "is above",
  ">=": "is at least",
  "<": "is below",
  "<=": "is at most",
  "==": "is exactly",
  "!=": "is not",
};

export const aggregationWords: Record<string, string> = {
  last: "Last",
  rate: "Rate",
  increase: "Increase",
  sum: "Sum",
  avg: "Average",
  min: "Minimum",
  max: "Maximum",
  count: "Count",
};

/** The window when none is given. */
export const usualWindow = "5m";

/** When it fires, in words: `Average of load{host="web-1"} over 5m is above 8`. */
export function conditionText(condition: AlertCondition): string {
  const { type, window = usualWindow } = condition;
  if (type === "absence") return `${metricText(condition)} has no data for ${window}`;
  if (type === "deviation") return `${metricText(condition)} is ${deviationText(condition)}`;
  if (type === "burn_rate")
    return `Burn rate over ${window} and ${condition.short_window ?? window} ${limitText(condition)}`;
  return `${subjectText(condition)} over ${window} ${limitText(condition)}`;
}

/** The condition with its groups and how long it must hold. */
export function policyText(policy: Pick<AlertPolicyContent, "condition" | "group_by" | "for">): string {
  const groups = policy.group_by.length > 0 ? `, by ${policy.group_by.join(", ")}` : "";
  const held = isNoTime(policy.for) ? "" : `, for ${policy.for}`;
  return `${conditionText(policy.condition)}${held}${groups}`;
}

/** Whether a duration is zero: `0s`. */
export function isNoTime(duration: string): boolean {
  return Number.parseInt(duration, 10) === 0;
}

function subjectText(condition: AlertCondition): string {
  const { type, agg, q, level = [], service = [], operation } = condition;
  const of = [...service, ...(operation ? [operation] : [])].join(", ");
  switch (type) {
    case "rate":
      return `Rate of ${metricText(condition)}`;
    case "count": {
      const filters = [q?.trim(), ...(level.length > 0 ? [`level ${level.join(", ")}`] : []), of].filter(Boolean);
      return filters.length > 0 ? `Number of log records with ${filters.join(", ")}` : "Number of log records";
    }
    case "error_rate":
      return of ? `Error rate of ${of}` : "Error rate";
    case "latency":
      return of ? `${agg ?? "p95"} latency of ${of}` : `${agg ?? "p95"} latency`;
    default:
      return `${aggregationText(agg)} of ${metricText(condition)}`;
  }
}

function aggregationText(agg: string | undefined): string {
  return aggregationWords[agg ?? "avg"] ?? agg ?? "";
}

/** `load{host="web-1"}`: a metric with its matchers, as Prometheus writes it. */
function metricText({ metric_name, match = [] }: AlertCondition): string {
  const name = metric_name || "…";
  return match.length > 0 ? `${name}{${match.join(", ")}}` : name;
}

function deviationText(condition: AlertCondition): string {
  const { direction = "both", threshold = 3, period = "week", measure } = condition;
  const side = direction === "both" ? "from" : direction;
  const same = period === "week" ? "this time of the week" : "this time of the day";
  if (measure === "surprise")
    return `surprisingly far ${side} the usual value at ${same}, with a surprise above ${threshold}`;
  return `more than ${threshold} standard deviations ${side} the usual value at ${same}`;
}

function limitText(condition: AlertCondition): string {
  const { operator = ">", threshold } = condition;
  return `${operatorWords[operator]} ${threshold === undefined ? "…" : thresholdText(condition, threshold)}`;
}

function thresholdText({ type }: AlertCondition, threshold: number): string {
  if (type === "error_rate") return unitText(threshold, "ratio");
  if (type === "latency") return unitText(threshold, "milliseconds");
  if (type === "burn_rate") return `${numbers.format(threshold)}×`;
  return type === "rate" ? `${numbers.format(threshold)} a second` : numbers.format(threshold);
}

const numbers = new Intl.NumberFormat("en", { maximumSignificantDigits: 6 });

/** The unit of the values that are compared. That of a metric is known only from the metric. */
export function conditionUnit({ type }: Pick<AlertCondition, "type">, ofMetric: Unit): Unit {
  const units: Partial<Record<ConditionType, Unit>> = {
    error_rate: "ratio",
    latency: "milliseconds",
    count: "count",
    deviation: "count",
    absence: "count",
    burn_rate: "count",
  };
  return units[type] ?? ofMetric;
}

/** The value of an alert in a few characters. */
export function valueText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.001 || size >= 1e9)) return value.toExponential(2);
  return new Intl.NumberFormat("en", { maximumSignificantDigits: 4 }).format(value);
}
