import {
  type AlertCondition,
  type AlertPolicyContent,
  type AlertPolicyInput,
  conditionTypes,
  usualCiLabels,
} from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";
import { assertQuery, parseMatchers } from "../../telemetry/index.ts";
import { durationMs } from "../signals/durations.ts";

/** A policy's content with everything that was not given. */
export function contentOf(input: AlertPolicyInput, interval: string): AlertPolicyContent {
  return {
    description: "",
    for: "0s",
    keep_firing_for: "0s",
    group_by: [],
    severity: "P3",
    severity_levels: [],
    labels: {},
    ci_ids: [],
    ci_labels: [...usualCiLabels],
    runbook_id: null,
    escalation_policy_id: null,
    no_data: "keep",
    auto_resolve: false,
    interval,
    delay: "0s",
    enabled: true,
    ...input,
  };
}

const second = 1000;
const day = 86_400 * second;

/** The bounds of each duration, in milliseconds. */
const bounds = {
  for: [0, day],
  keep_firing_for: [0, day],
  interval: [5 * second, 30 * 60 * second],
  delay: [0, 3600 * second],
} as const;

/** Objectives are measured by minutes, which are kept for three days. */
const windowBounds = {
  metrics: [second, day],
  logs: [second, day],
  traces: [second, day],
  slos: [60 * second, 3 * day],
} as const;

/** Refuses content that could not be evaluated. */
export function assertSound(content: AlertPolicyContent): void {
  const { signal, condition } = content;
  const types: readonly string[] = conditionTypes[signal];
  if (!types.includes(condition.type))
    invalid("condition.type", `'${condition.type}' is not a condition of ${signal}; use ${types.join(", ")}`);
  for (const field of ["for", "keep_firing_for", "interval", "delay"] as const) {
    const [least, most] = bounds[field];
    assertBetween(field, content[field], least, most);
  }
  const [leastWindow, longestWindow] = windowBounds[signal];
  assertBetween("condition.window", condition.window ?? "5m", leastWindow, longestWindow);
  if (condition.type !== "absence" && condition.type !== "deviation" && condition.threshold === undefined)
    invalid("condition.threshold", "is required");
  if (content.severity_levels.length > 0 && condition.type === "absence")
    invalid("severity_levels", "need a threshold, which absence does not have");
  if (signal === "slos" && content.group_by.length > 0)
    invalid("group_by", "must be empty, because an objective has one burn rate");
  checks[signal](condition);
}

function assertBetween(path: string, written: string, least: number, most: number): void {
  const ms = durationMs(written);
  if (ms < least || ms > most) invalid(path, `must be between ${least / second}s and ${most / second}s`);
}

const checks: Record<AlertPolicyContent["signal"], (condition: AlertCondition) => void> = {
  metrics: ({ metric_name, match }) => {
    if (metric_name === undefined) invalid("condition.metric_name", "is required");
    parseMatchers(match);
  },
  logs: ({ q }) => {
    if (q !== undefined) assertQuery(q);
  },
  traces: ({ type, agg }) => {
    if (type === "latency" && agg !== undefined && !/^p\d\d$/.test(agg))
      invalid("condition.agg", "must be a quantile such as p95");
  },
  slos: ({ slo_id, window = "1h", short_window = window }) => {
    if (slo_id === undefined) invalid("condition.slo_id", "is required");
    assertBetween("condition.short_window", short_window, windowBounds.slos[0], durationMs(window));
  },
};
