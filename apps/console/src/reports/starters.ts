import type { DataSource, ReportSchedule, ReportType } from "@opsplane/contract";

/** A ready-made starting point for a new report. */
export interface Starter {
  /** In the address: `/reports/new?start=incidents`. */
  key: string;
  name: string;
  hint: string;
  type: ReportType;
  schedule: ReportSchedule;
  data_sources: readonly DataSource[];
}

export const starters: readonly Starter[] = [
  {
    key: "executive",
    name: "Weekly executive summary",
    hint: "How the week went, in sentences and figures",
    type: "Executive Summary",
    schedule: "Weekly",
    data_sources: ["Incidents", "Automation", "KPIs", "Trends", "ITSM tickets"],
  },
  {
    key: "compliance",
    name: "Monthly compliance",
    hint: "Controls and their evidence, for an audit",
    type: "Compliance",
    schedule: "Monthly",
    data_sources: ["Compliance", "ITSM tickets"],
  },
  {
    key: "incidents",
    name: "Incident review",
    hint: "Every incident of the week, and how it was handled",
    type: "Incident",
    schedule: "Weekly",
    data_sources: ["Incidents", "Trends", "Runbook executions"],
  },
  {
    key: "sla",
    name: "SLA",
    hint: "Objectives and target times of the month",
    type: "SLA",
    schedule: "Monthly",
    data_sources: ["Incidents", "SLOs", "ITSM tickets", "ITSM catalog"],
  },
];
