import { type Static, type TSchema, Type } from "typebox";
import { severities } from "./incidents.ts";
import { aggregations, overTime } from "./metrics.ts";
import { Id, line, nullable, oneOf, text } from "./schema.ts";
import { Attributes, logLevels } from "./telemetry.ts";

// What an alert policy consists of: what it reads, when it fires, and what follows.

export const alertSignals = ["metrics", "logs", "traces", "slos"] as const;
export type AlertSignal = (typeof alertSignals)[number];

/** The conditions of each signal. */
export const conditionTypes = {
  metrics: ["threshold", "rate", "absence", "deviation"],
  logs: ["count"],
  traces: ["error_rate", "latency"],
  slos: ["burn_rate"],
} as const satisfies Record<AlertSignal, readonly string[]>;
const allTypes = ["threshold", "rate", "absence", "deviation", "count", "error_rate", "latency", "burn_rate"] as const;
export type ConditionType = (typeof allTypes)[number];

export const alertOperators = [">", ">=", "<", "<=", "==", "!="] as const;
export type AlertOperator = (typeof alertOperators)[number];

/** A number and a unit. */
export const Duration = Type.String({
  pattern: "^\\d{1,7}(s|m|h|d|w)$",
  description: "A number and a unit: 60s, 5m, 1h, 7d",
});

function several<T extends TSchema>(item: T, description: string) {
  return Type.Array(item, { maxItems: 50, description: `${description}. Empty: any` });
}

export const AlertCondition = Type.Object({
  type: oneOf(allTypes, {
    description:
      "threshold: a metric's value. rate: its change per second; of a counter, its rate. absence: no samples in the window. deviation: the distance from what is usual at this time, in standard deviations or as a surprise. count: log records in the window. error_rate: the share of failed calls, 0 to 1. latency: a quantile of the durations of calls, in milliseconds. burn_rate: how fast an error budget is spent, as a multiple of what the objective allows; the smaller rate of both windows",
  }),
  metric_name: Type.Optional(line(300, "Metrics: the name")),
  match: Type.Optional(
    several(text(1000), "Metrics: label matchers such as host=web-1 or host=~web-.*; all must match"),
  ),
  over: Type.Optional(oneOf(overTime, { description: "Metrics: the function over the samples of the window" })),
  q: Type.Optional(text(2000, "Logs: a query in the log language")),
  level: Type.Optional(several(oneOf(logLevels), "Logs: the levels to count")),
  service: Type.Optional(several(line(200), "Logs and traces: the services")),
  operation: Type.Optional(line(300, "Traces: the name of the operation; * matches any characters")),
  operator: Type.Optional(oneOf(alertOperators, { default: ">" })),
  threshold: Type.Optional(Type.Number()),
  slo_id: Type.Optional(Type.String({ format: "uuid", description: "Burn rate: the service-level objective" })),
  short_window: Type.Optional(
    Type.String({ ...Duration, description: "Burn rate: the shorter window, which lets the alert recover soon" }),
  ),
  window: Type.Optional(Duration),
  agg: Type.Optional(
    oneOf(aggregations, { description: "How the series of a group become one value; latency: p50 to p99" }),
  ),
  period: Type.Optional(oneOf(["day", "week"], { description: "Deviation: what repeats. Week unless given" })),
  direction: Type.Optional(
    oneOf(["above", "below", "both"], { description: "Deviation: which side counts. Both unless given" }),
  ),
  measure: Type.Optional(
    oneOf(["deviations", "surprise"], {
      description:
        "Deviation: the unit of the value. deviations: standard deviations. surprise: how rare such a distance is in this series; 2 is one hour in 100, 3 one in 1,000. Deviations unless given",
    }),
  ),
  min_calls: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      description:
        "Traces: fewer calls in the window have no value. Burn rate: with fewer events in the longer window it is 0",
    }),
  ),
});
export type AlertCondition = Static<typeof AlertCondition>;

/** What usually names a host, a service or a part of Kubernetes: the `ci_labels` of a policy that gives none. Each covers its spellings. */
export const usualCiLabels = [
  ...["ci", "service", "host", "instance", "node", "device", "pod", "container"],
  ...["deployment", "statefulset", "daemonset", "namespace", "job"],
];

export const noDataBehaviors = ["keep", "ok", "alert"] as const;

/** From the least to the most urgent threshold. */
const SeverityLevel = Type.Object({ severity: oneOf(severities), threshold: Type.Number() });

const contentFields = {
  description: text(5000, "Markdown; shown on the incident"),
  for: Type.String({ ...Duration, description: "How long the condition must hold before it fires" }),
  keep_firing_for: Type.String({ ...Duration, description: "How long the condition must be over before it recovers" }),
  group_by: Type.Array(line(200), {
    maxItems: 10,
    uniqueItems: true,
    description: "Labels; each combination of their values fires by itself. Empty: one alert for all",
  }),
  severity: oneOf(severities),
  severity_levels: Type.Array(SeverityLevel, {
    maxItems: 4,
    description: "Further thresholds with their severities. The furthest one that is passed decides",
  }),
  labels: Attributes,
  ci_ids: Type.Array(Id, { maxItems: 50, uniqueItems: true, description: "The configuration items that it is about" }),
  ci_labels: Type.Array(line(200), {
    maxItems: 20,
    uniqueItems: true,
    description:
      "Labels whose values are names, hostnames or addresses of configuration items. `service` also covers `service.name`, `pod` also `k8s.pod.name`, and so on",
  }),
  runbook_id: nullable(Id),
  escalation_policy_id: nullable(Type.String({ format: "uuid", description: "Null: the default one" })),
  no_data: oneOf(noDataBehaviors, {
    description: "A group without a value: keep its state, treat it as recovered, or alert",
  }),
  auto_resolve: Type.Boolean({ description: "Resolves the incident when all its alerts have recovered" }),
  interval: Type.String({ ...Duration, description: "How often it is evaluated" }),
  delay: Type.String({ ...Duration, description: "Evaluates this long after the fact, for data that arrives late" }),
  enabled: Type.Boolean(),
};

/** What a version of a policy consists of. */
export const AlertPolicyContent = Type.Object({
  name: line(200),
  signal: oneOf(alertSignals),
  condition: AlertCondition,
  ...contentFields,
});
export type AlertPolicyContent = Static<typeof AlertPolicyContent>;

/** In a request body only name, signal and condition are required. */
export const AlertPolicyInput = Type.Object({
  name: line(200),
  signal: oneOf(alertSignals),
  condition: AlertCondition,
  ...Type.Partial(Type.Object(contentFields)).properties,
});
export type AlertPolicyInput = Static<typeof AlertPolicyInput>;
