import type {
  DataSource,
  Report,
  ReportFormat,
  ReportRange,
  ReportRun,
  ReportRunStatus,
  ReportSchedule,
  ReportType,
} from "@opsplane/contract";
import { scheduleText } from "../changes/index.ts";
import type { MarkLook } from "../ui/status-mark.tsx";

export const typeHints: Record<ReportType, string> = {
  "Executive Summary": "Written sentences, main figures and charts, without tables",
  Compliance: "Controls with their findings and evidence",
  Incident: "Incidents of a period, one by one",
  SLA: "Objectives and target times",
  Custom: "The data sources that you choose",
};

export const formatHints: Record<ReportFormat, string> = {
  HTML: "A page with charts, to read and print",
  CSV: "All rows, for a spreadsheet",
  JSON: "All figures and rows, for another program",
};

/** What each data source contains, in one line. */
export const sourceHints: Record<DataSource, string> = {
  Incidents: "Volume, time to acknowledge and resolve, by severity and configuration item",
  Automation: "Workflow runs, their success, and the minutes saved",
  KPIs: "Your own figures against their targets",
  Compliance: "Controls with their findings and evidence",
  SLOs: "Objectives, error budgets and burn rates",
  FinOps: "Costs by item, service and tag, and idle resources",
  Trends: "Week over week, seasonality, and a forecast",
  "ITSM tickets": "Changes and requests: volume, outcome, lead and target times",
  "ITSM catalog": "Orders of each offer, and how long they took",
  "Runbook executions": "Success, verified results and duration",
};

const scheduleWords: Record<Exclude<ReportSchedule, "Custom">, string> = {
  Off: "Off",
  Daily: "Daily at 07:00 UTC",
  Weekly: "Mondays at 07:00 UTC",
  Monthly: "On the 1st at 07:00 UTC",
};

export const scheduleChoices: Record<ReportSchedule, string> = { ...scheduleWords, Custom: "Custom" };

/** `Mondays at 07:00 UTC`, `Every Friday at 18:00 Europe/Berlin`. */
export function planText({ schedule, cron, timezone }: Pick<Report, "schedule" | "cron" | "timezone">): string {
  if (schedule !== "Custom") return scheduleWords[schedule];
  return `${scheduleText(cron ?? "")} ${timezone ?? "UTC"}`.trim();
}

export const rangeWords: Record<ReportRange, string> = {
  last_24_hours: "Last 24 hours",
  last_7_days: "Last 7 days",
  last_30_days: "Last 30 days",
  last_90_days: "Last 90 days",
  today: "Today",
  yesterday: "Yesterday",
  this_week: "This week",
  previous_week: "Previous week",
  this_month: "This month",
  previous_month: "Previous month",
  previous_quarter: "Previous quarter",
  this_year: "This year",
  custom: "Custom times",
};

export const runLooks: Record<ReportRunStatus, MarkLook & { word: string }> = {
  queued: { word: "Queued", tone: "grey", shape: "full" },
  running: { word: "Running", tone: "blue", shape: "ring" },
  succeeded: { word: "Succeeded", tone: "green", shape: "square" },
  failed: { word: "Failed", tone: "red", shape: "square" },
};

/** The name under which an output is saved, which is that of the API. */
export function outputName(reportId: string, format: ReportFormat): string {
  return `report-${reportId}.${format.toLowerCase()}`;
}

const mediaFormats: readonly (readonly [string, ReportFormat])[] = [
  ["text/html", "HTML"],
  ["text/csv", "CSV"],
  ["application/json", "JSON"],
];

/** The format of an output that was loaded. */
export function formatOfMedia(mediaType: string): ReportFormat | undefined {
  return mediaFormats.find(([known]) => mediaType.startsWith(known))?.[1];
}

/** A run whose output can be opened. */
export function hasOutput({ status, size }: Pick<ReportRun, "status" | "size">): boolean {
  return status === "succeeded" && size !== null;
}
