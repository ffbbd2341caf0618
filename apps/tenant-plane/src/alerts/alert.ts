import type { AlertPolicyContent, ConditionType, Mute, Severity } from "@opsplane/contract";
import type { GroupState } from "./evaluation/advance.ts";

/** An alert as evaluation and routing see it. */
export interface AlertRow {
  id: string;
  policy_id: string | null;
  integration_id: string | null;
  source: string;
  group_key: string;
  /** Alerts of an integration with the same key share an incident. */
  incident_key: string | null;
  name: string;
  status: GroupState["status"];
  severity: Severity;
  labels: Record<string, string>;
  summary: string;
  description: string;
  url: string | null;
  value: number | null;
  started_at: string;
  fired_at: string | null;
  recovering_at: string | null;
  resolved_at: string | null;
  last_seen_at: string;
  fires: string[];
  fired_count: number;
  flapping: boolean;
  no_data: boolean;
  muted: Mute | null;
  ci_ids: string[];
  incident_id: string | null;
  change_id: string | null;
  escalation_policy_id: string | null;
  auto_resolve: boolean;
}

/** Several policies watch one objective, and what burns its budget is one incident. */
export function sloKey(sloId: string): string {
  return `slo ${sloId.toLowerCase()}`;
}

/** An alert that does not fire yet. */
export function newAlert(fields: Pick<AlertRow, "id" | "group_key"> & Partial<AlertRow>): AlertRow {
  return {
    policy_id: null,
    integration_id: null,
    source: "",
    incident_key: null,
    name: "",
    status: "pending",
    severity: "P3",
    labels: {},
    summary: "",
    description: "",
    url: null,
    value: null,
    started_at: "",
    fired_at: null,
    recovering_at: null,
    resolved_at: null,
    last_seen_at: "",
    fires: [],
    fired_count: 0,
    flapping: false,
    no_data: false,
    muted: null,
    ci_ids: [],
    incident_id: null,
    change_id: null,
    escalation_policy_id: null,
    auto_resolve: false,
    ...fields,
  };
}

const time = (written: string | null) => (written === null ? null : Date.parse(written));
const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

export function stateOf(row: AlertRow): GroupState {
  return {
    labels: row.labels,
    status: row.status,
    severity: row.severity,
    value: row.value,
    startedAt: Date.parse(row.started_at),
    firedAt: time(row.fired_at),
    recoveringAt: time(row.recovering_at),
    resolvedAt: time(row.resolved_at),
    fires: row.fires.map((fired) => Date.parse(fired)),
    flapping: row.flapping,
    noData: row.no_data,
  };
}

/** The fields of an alert that follow from its state. */
export function fieldsOf(state: GroupState, at: number) {
  return {
    status: state.status,
    severity: state.severity,
    value: state.value !== null && Number.isFinite(state.value) ? state.value : null,
    started_at: new Date(state.startedAt).toISOString(),
    fired_at: iso(state.firedAt),
    recovering_at: iso(state.recoveringAt),
    resolved_at: iso(state.resolvedAt),
    last_seen_at: new Date(at).toISOString(),
    fires: state.fires.map((fired) => new Date(fired).toISOString()),
    flapping: state.flapping,
    no_data: state.noData,
  };
}

const shownNumber = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 4 });

/** What is wrong, in one line. */
export function summaryOf({ condition }: AlertPolicyContent, { value, noData }: GroupState): string {
  const { type, window = "5m", operator = ">", threshold = 0, metric_name = "", agg } = condition;
  if (type === "absence") return `${metric_name} has no data for ${window}`;
  if (noData) return `${subjectOf(condition)} has no data`;
  const shown = value === null ? "unknown" : shownNumber.format(value);
  const what = {
    threshold: `${metric_name}${agg ? ` (${agg} over ${window})` : ""} is ${shown}`,
    rate: `${metric_name} changes by ${shown} a second`,
    deviation:
      condition.measure === "surprise"
        ? `${metric_name} is far from what is usual, with a surprise of ${shown}`
        : `${metric_name} is ${shown} standard deviations from what is usual`,
    count: `${shown} log records in ${window}`,
    error_rate: `${value === null ? shown : `${shownNumber.format(value * 100)} %`} of calls failed`,
    latency: `${agg ?? "p95"} of calls is ${shown} ms`,
    burn_rate: `The error budget burns at ${shown} times the allowed rate over ${window} and ${condition.short_window ?? "5m"}`,
  }[type];
  return `${what} (${operator} ${shownNumber.format(threshold)})`;
}

const subjects: Partial<Record<ConditionType, string>> = { count: "The log query", burn_rate: "The objective" };

function subjectOf({ metric_name, type }: AlertPolicyContent["condition"]): string {
  return metric_name ?? subjects[type] ?? "The service";
}

/** The name and the summary of an alert of another tool, whose many labels would say less. */
export function titleOf({ name, summary }: Pick<AlertRow, "name" | "summary">): string {
  return (summary === "" || summary === name ? name : `${name}: ${summary}`).slice(0, 300);
}

/** The labels as text, such as `host=web-1, zone=eu`. */
export function labelText(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");
}
