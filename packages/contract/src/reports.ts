import { type Static, Type } from "typebox";
import { chartTones } from "./chart-tones.ts";
import { event } from "./event.ts";
import { severities } from "./incidents.ts";
import { operation } from "./operation.ts";
import {
  gone,
  Id,
  IdParams,
  line,
  listOf,
  nullable,
  oneOf,
  paging,
  QueryTime,
  recordFields,
  Timestamp,
  text,
} from "./schema.ts";

export const reportTypes = ["Executive Summary", "Compliance", "Incident", "SLA", "Custom"] as const;
export type ReportType = (typeof reportTypes)[number];

export const reportFormats = ["HTML", "CSV", "JSON"] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** `Custom` is a cron expression of its own, which the operation `schedule` sets. */
export const reportSchedules = ["Off", "Daily", "Weekly", "Monthly", "Custom"] as const;
export type ReportSchedule = (typeof reportSchedules)[number];

/** When the named schedules run, in UTC. */
export const scheduleCrons = {
  Daily: "0 7 * * *",
  Weekly: "0 7 * * 1",
  Monthly: "0 7 1 * *",
} as const satisfies Partial<Record<ReportSchedule, string>>;

export const dataSources = [
  "Incidents",
  "Automation",
  "KPIs",
  "Compliance",
  "SLOs",
  "FinOps",
  "Trends",
  "ITSM tickets",
  "ITSM catalog",
  "Runbook executions",
] as const;
export type DataSource = (typeof dataSources)[number];

export const reportRanges = [
  "last_24_hours",
  "last_7_days",
  "last_30_days",
  "last_90_days",
  "today",
  "yesterday",
  "this_week",
  "previous_week",
  "this_month",
  "previous_month",
  "previous_quarter",
  "this_year",
  "custom",
] as const;
export type ReportRange = (typeof reportRanges)[number];

/** The range of a report that names none: what the schedule has just completed. */
export const usualRanges: Readonly<Record<ReportSchedule, ReportRange>> = {
  Off: "last_30_days",
  Daily: "yesterday",
  Weekly: "previous_week",
  Monthly: "previous_month",
  Custom: "last_30_days",
};

const names = (about: string) => Type.Array(line(200), { maxItems: 50, uniqueItems: true, description: about });

/** What a report is about. A run can be given others than the report has. */
export const ReportParameters = Type.Object({
  range: Type.Optional(oneOf(reportRanges, { description: "Unless given: what the schedule has just completed" })),
  from: Type.Optional(Type.String({ ...QueryTime, description: "The start of a custom range" })),
  to: Type.Optional(Type.String({ ...QueryTime, description: "The end of a custom range, which is not included" })),
  timezone: Type.Optional(line(64, "Decides where days begin, such as Europe/Berlin; UTC unless given")),
  services: Type.Optional(names("Names of configuration items. Empty: all")),
  teams: Type.Optional(names("Names of groups; counts what is assigned to their members. Empty: all")),
  severities: Type.Optional(
    Type.Array(oneOf(severities), { maxItems: 5, uniqueItems: true, description: "Of incidents. Empty: all" }),
  ),
});
export type ReportParameters = Static<typeof ReportParameters>;

export const reportRunStatuses = ["queued", "running", "succeeded", "failed"] as const;
export type ReportRunStatus = (typeof reportRunStatuses)[number];

export const reportTriggers = ["manual", "schedule"] as const;

export const ReportRun = Type.Object({
  id: Id,
  report_id: Id,
  status: oneOf(reportRunStatuses),
  format: oneOf(reportFormats),
  trigger: oneOf(reportTriggers),
  slot: nullable(Type.String({ ...Timestamp, description: "The scheduled time that the run is for" })),
  parameters: ReportParameters,
  period_from: nullable(Timestamp),
  period_to: nullable(Timestamp),
  started_by: Type.String(),
  created_at: Timestamp,
  started_at: nullable(Timestamp),
  finished_at: nullable(Timestamp),
  duration_ms: nullable(Type.Integer()),
  size: nullable(Type.Integer({ description: "Bytes of the output; null when it failed or was removed by retention" })),
  error: nullable(Type.String()),
});
export type ReportRun = Static<typeof ReportRun>;

export const Report = Type.Object({
  ...recordFields,
  name: Type.String(),
  description: Type.String(),
  type: oneOf(reportTypes),
  format: oneOf(reportFormats),
  schedule: oneOf(reportSchedules),
  cron: nullable(Type.String({ description: "When it runs; null when the schedule is Off" })),
  timezone: nullable(Type.String({ description: "In which the cron expression is read" })),
  next_run_at: nullable(Timestamp),
  data_sources: Type.Array(oneOf(dataSources)),
  parameters: ReportParameters,
  created_by: Type.String(),
  last_run: nullable(ReportRun),
});
export type Report = Static<typeof Report>;

export const figureUnits = ["count", "percent", "precise_percent", "seconds", "minutes", "money", "number"] as const;
export type FigureUnit = (typeof figureUnits)[number];

const value = nullable(Type.Number());

/** A number of a data source, with what it is compared to. */
export const ReportFigure = Type.Object({
  name: Type.String(),
  value,
  unit: oneOf(figureUnits),
  previous_value: value,
  target: value,
  better: nullable(oneOf(["lower", "higher"], { description: "Which direction is good" })),
  currency: nullable(Type.String()),
});
export type ReportFigure = Static<typeof ReportFigure>;

export const ReportChart = Type.Object({
  title: Type.String(),
  kind: oneOf(["bars", "lines", "shares"], {
    description: "bars: over time, stacked. lines: over time. shares: one bar for each label",
  }),
  unit: oneOf(figureUnits),
  currency: nullable(Type.String()),
  labels: Type.Array(Type.String()),
  starts: nullable(
    Type.Array(Timestamp, { description: "When each column begins; null when the labels are no times" }),
  ),
  series: Type.Array(
    Type.Object({
      name: Type.String(),
      values: Type.Array(value),
      tone: nullable(
        oneOf(chartTones, { description: "What it means, such as bad for P1; null when the name says enough" }),
      ),
    }),
  ),
});
export type ReportChart = Static<typeof ReportChart>;

const word = (about: string) => line(40, `${about}. Upper and lower case are the same`);

const fields = {
  name: line(200),
  description: text(2000),
  type: word(`One of: ${reportTypes.join(", ")}`),
  format: word(`One of: ${reportFormats.join(", ")}`),
  output_format: word("The same as format"),
  schedule: word("One of: Off, Daily (07:00 UTC), Weekly (Monday 07:00 UTC), Monthly (the 1st at 07:00 UTC)"),
  data_sources: Type.Array(word(`One of: ${dataSources.join(", ")}`), { minItems: 1, maxItems: 20 }),
  parameters: ReportParameters,
};

const reading = { access: "reports:read", module: "reports", effect: "read" } as const;
const writing = { access: "reports:write", module: "reports", effect: "write" } as const;
const running = {
  access: "reports:run",
  module: "reports",
  // It stores its output, and still works in states that refuse writes: people get their data out of a read-only tenant.
  effect: "read",
  download: true,
  reply: Type.Null(),
} as const;

const { name, type, data_sources, ...rest } = fields;
const Definition = Type.Object({ name, type, data_sources, ...Type.Partial(Type.Object(rest)).properties });

const Cron = {
  cron: Type.Optional(line(100, "Five fields, such as 0 7 * * 1; empty fields keep the named schedule")),
  timezone: Type.Optional(line(64, "UTC unless given")),
};

export const reports = {
  list: operation({
    ...reading,
    method: "GET",
    path: "/api/reports",
    summary: "List reports",
    envelope: "page",
    query: Type.Object({
      q: Type.Optional(text(200, "Words in the name")),
      type: Type.Optional(listOf(oneOf(reportTypes))),
      schedule: Type.Optional(listOf(oneOf(reportSchedules))),
      ...paging,
    }),
    reply: Report,
  }),
  figures: operation({
    ...reading,
    method: "GET",
    path: "/api/reports/figures",
    summary: "Get the figures and charts of a data source",
    description: "What a report of this data source shows, without its tables.",
    query: Type.Object({
      data_source: word(`One of: ${dataSources.join(", ")}`),
      from: Type.Optional(Type.String({ ...QueryTime, description: "now-30d unless given" })),
      to: Type.Optional(QueryTime),
      timezone: Type.Optional(line(64, "Decides where days begin; UTC unless given")),
    }),
    reply: Type.Object({
      data_source: oneOf(dataSources),
      findings: Type.Array(Type.String()),
      figures: Type.Array(ReportFigure),
      charts: Type.Array(ReportChart),
    }),
  }),
  create: operation({
    ...writing,
    method: "POST",
    path: "/api/reports",
    summary: "Create a report",
    description: "A schedule other than Off is registered at once. Format is HTML and schedule is Off unless given.",
    status: 201,
    body: Definition,
    reply: Report,
  }),
  preview: operation({
    ...running,
    method: "POST",
    path: "/api/reports/preview",
    summary: "Preview a report that is not stored",
    description: "Answers with the HTML document. Nothing is kept.",
    body: Definition,
  }),
  get: operation({
    ...reading,
    method: "GET",
    path: "/api/reports/:id",
    summary: "Get a report",
    params: IdParams,
    reply: Report,
  }),
  update: operation({
    ...writing,
    method: "PATCH",
    path: "/api/reports/:id",
    summary: "Change a report",
    params: IdParams,
    body: Type.Partial(Type.Object(fields)),
    reply: Report,
  }),
  remove: operation({
    ...writing,
    ...gone,
    method: "DELETE",
    path: "/api/reports/:id",
    summary: "Delete a report with its runs and subscriptions",
    params: IdParams,
  }),
  runs: operation({
    ...reading,
    method: "GET",
    path: "/api/reports/:id/run",
    summary: "List the runs of a report, the newest first",
    envelope: "page",
    params: IdParams,
    query: Type.Object({ status: Type.Optional(oneOf(reportRunStatuses)), ...paging }),
    reply: ReportRun,
  }),
  run: operation({
    ...running,
    method: "POST",
    path: "/api/reports/:id/run",
    summary: "Run a report",
    description:
      "Answers with the output in its format. The header x-report-run-id names the run, whose output can be opened again. Format and parameters are those of the report unless given.",
    params: IdParams,
    body: Type.Object({
      format: Type.Optional(fields.format),
      parameters: Type.Optional(ReportParameters),
    }),
  }),
  output: operation({
    ...reading,
    method: "GET",
    path: "/api/reports/:id/runs/:run_id/output",
    summary: "Open the output of an earlier run",
    params: Type.Object({ id: Id, run_id: Id }),
    download: true,
    reply: Type.Null(),
  }),
  schedule: operation({
    ...writing,
    method: "POST",
    path: "/api/reports/:id/schedule",
    summary: "Schedule a report",
    description:
      "Takes cron and timezone, alone or under schedule. A schedule may also be a name: Off, Daily, Weekly, Monthly.",
    params: IdParams,
    body: Type.Object({
      ...Cron,
      schedule: Type.Optional(
        Type.Unsafe<string | { cron?: string; timezone?: string }>({
          anyOf: [fields.schedule, Type.Object(Cron)],
        }),
      ),
    }),
    reply: Report,
  }),
};

export const reportEvents = {
  updated: event({ type: "report.updated", access: "reports:read", module: "reports", data: Type.Object({}) }),
  ran: event({
    type: "report.ran",
    access: "reports:read",
    module: "reports",
    data: Type.Object({ run_id: Id, trigger: oneOf(reportTriggers), status: oneOf(reportRunStatuses) }),
  }),
};
