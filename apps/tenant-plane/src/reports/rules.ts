import {
  type DataSource,
  dataSources,
  parseTime,
  type ReportFormat,
  type ReportParameters,
  type ReportSchedule,
  type ReportType,
  reportFormats,
  reportSchedules,
  reportTypes,
  scheduleCrons,
  usualRanges,
} from "@opsplane/contract";
import { type Period, periodOf } from "@opsplane/reports";
import { type CronTime, cronProblem, invalid, slotsAfter } from "@opsplane/runtime";

/** What a report is, in the words of the specification. */
export interface Definition {
  name: string;
  description: string;
  type: ReportType;
  format: ReportFormat;
  data_sources: DataSource[];
  parameters: ReportParameters;
}

/** As a request has it: words in any case, and two names for the format. */
export interface WrittenDefinition {
  name?: string;
  description?: string;
  type?: string;
  format?: string;
  output_format?: string;
  data_sources?: readonly string[];
  parameters?: ReportParameters;
}

/** A definition with what was written put in its place. */
export function defined(known: Definition, written: WrittenDefinition): Definition {
  const { type, format = written.output_format, data_sources } = written;
  return {
    name: written.name?.trim() ?? known.name,
    description: written.description ?? known.description,
    type: type === undefined ? known.type : oneOfWords(reportTypes, type, "type"),
    format: format === undefined ? known.format : formatOf(format),
    data_sources: data_sources === undefined ? known.data_sources : sourcesOf(data_sources),
    parameters: written.parameters ?? known.parameters,
  };
}

export const newDefinition: Definition = {
  ...{ name: "", description: "", type: "Custom", format: "HTML", data_sources: [], parameters: {} },
};

export function formatOf(written: string): ReportFormat {
  return oneOfWords(reportFormats, written, "format");
}

/** In the order of the specification, each once. */
export function sourcesOf(written: readonly string[], path?: string): DataSource[] {
  const wanted = written.map((word, index) => oneOfWords(dataSources, word, path ?? `data_sources.${index}`));
  return dataSources.filter((source) => wanted.includes(source));
}

/** One of the words, in any case. */
function oneOfWords<const Word extends string>(words: readonly Word[], written: string, path: string): Word {
  const plain = (word: string) =>
    word
      .trim()
      .toLowerCase()
      .replaceAll(/[\s_-]+/g, " ");
  return words.find((word) => plain(word) === plain(written)) ?? invalid(path, `must be one of: ${words.join(", ")}`);
}

/** When a report runs; undefined for never. */
export interface Plan extends CronTime {
  schedule: ReportSchedule;
}

export const off = { schedule: "Off" } as const;

const namedSchedules = reportSchedules.filter((each) => each !== "Custom");

export function planOfName(written: string): Plan | typeof off {
  const schedule = oneOfWords(namedSchedules, written, "schedule");
  return schedule === "Off" ? off : { schedule, cron: scheduleCrons[schedule], timezone: "UTC" };
}

/** `{ cron, timezone }`, alone or under `schedule`, or a name. */
export function planOf(
  written: { cron?: string; timezone?: string; schedule?: string | { cron?: string; timezone?: string } },
  now: Date,
): Plan | typeof off {
  const { schedule } = written;
  const { cron, timezone = "UTC" } = typeof schedule === "object" ? schedule : written;
  if (cron === undefined)
    return typeof schedule === "string"
      ? planOfName(schedule)
      : invalid("cron", "Give a cron expression, or a schedule.");
  const time = { cron, timezone };
  assertCron(time, now);
  const named = Object.entries(scheduleCrons).find(([, known]) => known === cron.trim().replaceAll(/\s+/g, " "));
  // A cron expression that a name stands for is that schedule.
  if (named && timezone === "UTC") return planOfName(named[0]);
  return { schedule: "Custom", ...time };
}

const minGapMinutes = 15;
const checkedSlots = 50;

function assertCron(time: CronTime, now: Date): void {
  const problem = cronProblem(time);
  if (problem) invalid(problem.field, problem.message);
  const slots = slotsAfter(time, now, checkedSlots);
  const gaps = slots.slice(1).map((slot, index) => slot.getTime() - (slots[index]?.getTime() ?? 0));
  if (Math.min(...gaps) < minGapMinutes * 60_000) invalid("cron", "must leave at least 15 minutes between two runs");
}

const maxDays = 1100;

/** The period of a run at this time. */
export function runPeriod(parameters: ReportParameters, schedule: ReportSchedule, now: Date): Period {
  const { timezone = "UTC", range = parameters.from ? "custom" : usualRanges[schedule] } = parameters;
  assertTimezone(timezone);
  if (range !== "custom") return periodOf(range, timezone, now);
  const at = (path: "from" | "to", otherwise: Date | undefined) => {
    const written = parameters[path];
    const read = written === undefined ? otherwise : parseTime(written, now);
    return read ?? invalid(`parameters.${path}`, "A custom range needs a time such as 2026-11-01T00:00:00Z or now-7d.");
  };
  const [from, to] = [at("from", undefined), at("to", now)];
  if (from >= to) invalid("parameters.from", "must be before the end of the range");
  if (to.getTime() - from.getTime() > maxDays * 86_400_000)
    invalid("parameters.from", `A report covers at most ${maxDays} days.`);
  return { from, to, timezone };
}

function assertTimezone(timezone: string): void {
  try {
    new Intl.DateTimeFormat("en", { timeZone: timezone });
  } catch {
    invalid("parameters.timezone", "must be an IANA name such as Europe/Berlin");
  }
}

const mediaTypes: Readonly<Record<ReportFormat, string>> = {
  HTML: "text/html; charset=utf-8",
  CSV: "text/csv; charset=utf-8",
  JSON: "application/json; charset=utf-8",
};

/** How the output of a report is sent. Only CSV is saved as a file; the others open in the browser. */
export function outputFile(reportId: string, format: ReportFormat) {
  const name = `report-${reportId}.${format.toLowerCase()}`;
  return { name, mediaType: mediaTypes[format], isInline: format !== "CSV" };
}
