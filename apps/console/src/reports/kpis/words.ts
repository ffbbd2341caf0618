import type { Kpi, KpiInput, KpiRecord, KpiTime } from "@opsplane/contract";

export const kindWords: Record<KpiInput["kind"], string> = {
  count: "Number of records",
  mean_time: "Mean time",
  metric: "Metric",
  logs: "Number of log records",
};

export const recordWords: Record<KpiRecord, string> = {
  incidents: "Incidents",
  changes: "Changes",
  requests: "Requests",
  alerts: "Alerts",
  runbook_executions: "Runbook executions",
  workflow_runs: "Workflow runs",
};

/** All of them are in seconds. */
export const timeWords: Record<KpiTime, string> = {
  acknowledge_incident: "To acknowledge an incident",
  resolve_incident: "To resolve an incident",
  fulfill_request: "To fulfill a request",
  execute_runbook: "To execute a runbook",
};

export const unitWords: Record<Kpi["unit"], string> = {
  count: "Count",
  percent: "Percent",
  seconds: "Seconds",
  minutes: "Minutes",
  number: "Number",
};

export const betterWords: Record<NonNullable<Kpi["better"]>, string> = {
  higher: "At least",
  lower: "At most",
};
