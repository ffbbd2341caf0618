import {
  type Aggregation,
  type AlertOperator,
  type AlertPolicyContent,
  type AlertPolicyInput,
  type AlertSignal,
  type ConditionType,
  conditionTypes,
  type LogLevel,
  type OverTime,
  type Severity,
  usualCiLabels,
} from "@opsplane/contract";
import { type LabelFilter, matchOf, readMatcher } from "../../metrics/index.ts";
import { usualWindow } from "../policies/condition-words.ts";

/** A number in a field; empty while nothing is entered. */
type Entered = number | "";

/** A policy as the form holds it: every field of every type, so that a change of the type loses nothing. */
export interface PolicyDraft {
  name: string;
  description: string;
  enabled: boolean;
  signal: AlertSignal;
  type: ConditionType;
  metric_name: string;
  filters: readonly LabelFilter[];
  over: OverTime | null;
  agg: Aggregation;
  quantile: Aggregation;
  q: string;
  level: LogLevel[];
  service: string[];
  operation: string;
  operator: AlertOperator;
  threshold: Entered;
  window: string;
  period: "day" | "week";
  direction: "above" | "below" | "both";
  measure: "deviations" | "surprise";
  min_calls: Entered;
  slo_id: string;
  short_window: string;
  for: string;
  keep_firing_for: string;
  group_by: string[];
  severity: Severity;
  severity_levels: readonly { severity: Severity; threshold: Entered }[];
  labels: readonly { name: string; value: string }[];
  ci_ids: string[];
  ci_labels: string[];
  runbook_id: string | null;
  escalation_policy_id: string | null;
  no_data: AlertPolicyContent["no_data"];
  auto_resolve: boolean;
  /** Empty: the default of the installation. */
  interval: string;
  delay: string;
}

export const newDraft: PolicyDraft = {
  name: "",
  description: "",
  enabled: true,
  signal: "metrics",
  type: "threshold",
  metric_name: "",
  filters: [],
  over: null,
  agg: "avg",
  quantile: "p95",
  q: "",
  level: [],
  service: [],
  operation: "",
  operator: ">",
  threshold: "",
  window: usualWindow,
  period: "week",
  direction: "both",
  measure: "deviations",
  min_calls: "",
  slo_id: "",
  short_window: usualWindow,
  for: "2m",
  keep_firing_for: "0s",
  group_by: [],
  severity: "P3",
  severity_levels: [],
  labels: [],
  ci_ids: [],
  ci_labels: [...usualCiLabels],
  runbook_id: null,
  escalation_policy_id: null,
  no_data: "keep",
  auto_resolve: false,
  interval: "",
  delay: "0s",
};

export function draftOf(policy: AlertPolicyContent): PolicyDraft {
  const { condition, labels, signal, ...content } = policy;
  const { name, description, enabled, group_by, severity, severity_levels, ci_ids, ci_labels } = content;
  const { runbook_id, escalation_policy_id, no_data, auto_resolve, interval, delay, keep_firing_for } = content;
  const { type, match = [], over, agg, ...rest } = condition;
  return {
    ...newDraft,
    ...{ name, description, enabled, group_by, severity, severity_levels, ci_ids, ci_labels },
    ...{ runbook_id, escalation_policy_id, no_data, auto_resolve, interval, delay, keep_firing_for },
    ...rest,
    for: content.for,
    signal,
    type,
    filters: match.map(readMatcher),
    over: over ?? null,
    agg: type === "latency" ? newDraft.agg : (agg ?? newDraft.agg),
    quantile: type === "latency" ? (agg ?? newDraft.quantile) : newDraft.quantile,
    labels: Object.entries(labels).map(([label, value]) => ({ name: label, value })),
    ...(type === "deviation" ? { threshold: condition.threshold ?? usualDeviations } : {}),
  };
}

/** The limit of a deviation when none is given. */
const usualDeviations = 3;

/** The draft for another signal or type: what the old one allows may not fit the new one. */
export function withType(draft: PolicyDraft, signal: AlertSignal, wanted?: ConditionType): Partial<PolicyDraft> {
  const types: readonly ConditionType[] = conditionTypes[signal];
  const type = wanted && types.includes(wanted) ? wanted : (types[0] ?? draft.type);
  if (type === draft.type && signal === draft.signal) return {};
  return {
    signal,
    type,
    // Labels of metrics are not fields of logs, and a limit has another unit.
    ...(signal === draft.signal ? {} : { group_by: usualGroups[signal] }),
    ...(unitsDiffer(draft.type, type)
      ? { threshold: type === "deviation" ? usualDeviations : "", severity_levels: [] }
      : {}),
    ...(type === "deviation" ? { operator: ">" as const } : {}),
    ...(type === "burn_rate" ? { window: "1h" } : {}),
  };
}

/** An objective has one burn rate. */
const usualGroups: Record<AlertSignal, string[]> = { metrics: [], logs: ["service"], traces: ["service"], slos: [] };

function unitsDiffer(one: ConditionType, other: ConditionType): boolean {
  return one !== other && other !== "absence";
}

/** What the fields of a condition are; the others are absent. */
const fieldsOfType = {
  threshold: ["operator", "threshold", "window", "agg", "over"],
  rate: ["operator", "threshold", "window"],
  absence: ["window"],
  deviation: ["threshold", "window", "agg", "period", "direction"],
  count: ["operator", "threshold", "window"],
  error_rate: ["operator", "threshold", "window", "min_calls"],
  latency: ["operator", "threshold", "window", "quantile", "min_calls"],
  burn_rate: ["operator", "threshold", "window", "short_window", "min_calls"],
} as const satisfies Record<ConditionType, readonly (keyof PolicyDraft)[]>;

type ConditionField = (typeof fieldsOfType)[ConditionType][number];

export function hasField(type: ConditionType, field: ConditionField): boolean {
  const fields: readonly ConditionField[] = fieldsOfType[type];
  return fields.includes(field);
}

/** What to save. Incomplete drafts give an incomplete policy, see `problemsOf`. */
export function policyOf(draft: PolicyDraft): AlertPolicyInput {
  const { signal, type, severity_levels, labels, interval } = draft;
  const { description, enabled, group_by, severity, ci_ids, ci_labels } = draft;
  const { runbook_id, escalation_policy_id, no_data, auto_resolve, delay, keep_firing_for } = draft;
  return {
    ...{ description, enabled, group_by, severity, ci_ids, ci_labels },
    ...{ runbook_id, escalation_policy_id, no_data, auto_resolve, delay, keep_firing_for },
    name: draft.name.trim(),
    signal,
    condition: conditionOf(draft),
    for: draft.for,
    severity_levels:
      type === "absence"
        ? []
        : severity_levels.flatMap(({ threshold, severity: level }) =>
            threshold === "" ? [] : [{ severity: level, threshold }],
          ),
    labels: Object.fromEntries(
      labels.flatMap(({ name, value }) => (name.trim() === "" ? [] : [[name.trim(), value.trim()]])),
    ),
    ...(interval === "" ? {} : { interval }),
  };
}

/** How a value is compared with what is usual. */
function usualOf({ period, direction, measure }: PolicyDraft) {
  return { period, direction, ...(measure === "surprise" ? { measure } : {}) };
}

/** What is watched. */
function subjectOf(draft: PolicyDraft) {
  const { signal, service, level, q, operation, slo_id, short_window } = draft;
  const services = service.length > 0 ? { service } : {};
  const subjects = {
    metrics: { metric_name: draft.metric_name.trim(), ...matchOf(draft.filters) },
    logs: { ...(q.trim() !== "" ? { q: q.trim() } : {}), ...(level.length > 0 ? { level } : {}), ...services },
    traces: { ...services, ...(operation.trim() !== "" ? { operation: operation.trim() } : {}) },
    slos: { slo_id, short_window },
  } satisfies Record<AlertSignal, object>;
  return subjects[signal];
}

function conditionOf(draft: PolicyDraft): AlertPolicyInput["condition"] {
  const { type, threshold, min_calls } = draft;
  const has = (field: ConditionField) => hasField(type, field);
  return {
    type,
    ...subjectOf(draft),
    window: draft.window,
    ...(has("operator") ? { operator: draft.operator } : {}),
    ...(has("threshold") && threshold !== "" ? { threshold } : {}),
    ...(has("agg") ? { agg: draft.agg } : {}),
    ...(has("quantile") ? { agg: draft.quantile } : {}),
    ...(has("over") && draft.over ? { over: draft.over } : {}),
    ...(has("period") ? usualOf(draft) : {}),
    ...(has("min_calls") && min_calls !== "" ? { min_calls } : {}),
  };
}
