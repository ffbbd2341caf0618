import {
  type DataSource,
  parseTime,
  type Report,
  type ReportFormat,
  type ReportParameters,
  type ReportRange,
  type ReportSchedule,
  type ReportType,
  type Severity,
  usualRanges,
} from "@opsplane/contract";
import { type RecurringTime, readCron, writeCron } from "../../changes/index.ts";
import { changedFields } from "../../ui/record-draft.ts";
import type { ReportFields, SaveReport } from "../mutations.ts";
import type { Starter } from "../starters.ts";

/** The parameters of a report or of one run in a form. */
export interface ParametersDraft {
  /** Empty: what the schedule has just completed. */
  range: ReportRange | "";
  from: string;
  to: string;
  timezone: string;
  services: string[];
  teams: string[];
  severities: Severity[];
}

export interface ReportDraft {
  name: string;
  description: string;
  type: ReportType;
  format: ReportFormat;
  data_sources: DataSource[];
  schedule: ReportSchedule;
  /** When a custom schedule runs, and in which time zone. */
  when: RecurringTime;
  zone: string;
  parameters: ParametersDraft;
}

const usualTime: RecurringTime = { repeats: "weekly", time: "07:00", weekdays: ["FRI"] };

export function newDraft(starter?: Starter): ReportDraft {
  return {
    name: starter?.name ?? "",
    description: "",
    type: starter?.type ?? "Custom",
    format: "HTML",
    data_sources: [...(starter?.data_sources ?? [])],
    schedule: starter?.schedule ?? "Off",
    when: usualTime,
    zone: "UTC",
    parameters: parametersDraft({}),
  };
}

export function draftOf(report: Report): ReportDraft {
  const { name, description, type, format, data_sources, schedule, cron, timezone, parameters } = report;
  const isCustom = schedule === "Custom" && cron !== null;
  return {
    ...{ name, description, type, format, data_sources, schedule },
    when: isCustom ? readCron(cron) : usualTime,
    zone: isCustom ? (timezone ?? "UTC") : "UTC",
    parameters: parametersDraft(parameters),
  };
}

/** A new report with everything of another one but its name. */
export function copyOf(report: Report): ReportDraft {
  return { ...draftOf(report), name: `${report.name} (copy)`.slice(0, 200) };
}

export function parametersDraft(parameters: ReportParameters): ParametersDraft {
  const { range, from = "", to = "", timezone = "UTC", services = [], teams = [], severities = [] } = parameters;
  return { range: range ?? (from === "" ? "" : "custom"), from, to, timezone, services, teams, severities };
}

/** Only what was chosen, because the others have a meaning of their own. */
export function parametersOf(draft: ParametersDraft): ReportParameters {
  const { range, from, to, timezone, services, teams, severities } = draft;
  const isCustom = range === "custom";
  return {
    ...(range === "" ? {} : { range }),
    ...(isCustom && from !== "" ? { from } : {}),
    ...(isCustom && to !== "" ? { to } : {}),
    ...(timezone === "UTC" ? {} : { timezone }),
    ...(services.length > 0 ? { services } : {}),
    ...(teams.length > 0 ? { teams } : {}),
    ...(severities.length > 0 ? { severities } : {}),
  };
}

/** For one run: every parameter, because those that are left out are the report's. */
export function runParameters(draft: ParametersDraft, schedule: ReportSchedule): ReportParameters {
  const { timezone, services, teams, severities } = draft;
  return { range: usualRanges[schedule], ...parametersOf(draft), timezone, services, teams, severities };
}

/** The definition that the server stores. A custom schedule is not part of it. */
function fieldsOf(draft: ReportDraft): ReportFields {
  const { name, description, type, format, data_sources, schedule } = draft;
  return {
    ...{ name: name.trim(), description: description.trim(), type, format, data_sources },
    ...(schedule === "Custom" ? {} : { schedule }),
    parameters: parametersOf(draft.parameters),
  };
}

/** What must be sent to save a draft: all of a new report, the changes of another. */
export function savedOf(draft: ReportDraft, report: Report | undefined): SaveReport {
  const fields = fieldsOf(draft);
  const plan = draft.schedule === "Custom" ? { cron: writeCron(draft.when), timezone: draft.zone } : undefined;
  if (!report) return { body: fields, plan };
  const isPlanned = plan?.cron === report.cron && plan?.timezone === report.timezone;
  return { body: changedFields(fieldsOf(draftOf(report)), fields), plan: isPlanned ? undefined : plan };
}

/** What the preview shows. Format and description are not part of it, so that changing them loads nothing. */
export function previewOf(draft: ReportDraft): ReportFields {
  const { format: _, description: __, name, ...fields } = fieldsOf(draft);
  return { ...fields, name: name || "Untitled report" };
}

export type ReportProblems = Partial<Record<"name" | "data_sources" | "when" | "from", string>>;

/** What keeps a report from being saved. */
export function problemsOf(draft: ReportDraft, now: Date): ReportProblems {
  const period = periodProblem(draft.parameters, now);
  return {
    ...(draft.name.trim() === "" ? { name: "Enter a name." } : {}),
    ...(draft.data_sources.length === 0 ? { data_sources: "Choose at least one data source." } : {}),
    ...(draft.schedule === "Custom" && isIncomplete(draft.when) ? { when: "Choose when it runs." } : {}),
    ...(period ? { from: period } : {}),
  };
}

function isIncomplete(when: RecurringTime): boolean {
  return (when.repeats === "weekly" && when.weekdays.length === 0) || writeCron(when) === "";
}

/** What is wrong with custom times; undefined for all other ranges. */
export function periodProblem({ range, from, to }: ParametersDraft, now: Date): string | undefined {
  if (range !== "custom") return undefined;
  const start = parseTime(from, now);
  if (!start) return "Enter a time such as 2026-11-01 00:00 or now-7d.";
  const end = to === "" ? now : parseTime(to, now);
  if (!end) return "The end is not a time.";
  return start < end ? undefined : "The start must be before the end.";
}
