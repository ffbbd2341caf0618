import {
  type IncidentStatus,
  type IncidentTime,
  logLevels,
  openIncidentStatuses,
  own,
  type QueryFigure,
  type QuerySource,
  type Severity,
  severities,
  sourceFigures,
  telemetryKinds,
  type WidgetQuery,
  withVariables,
} from "@opsplane/contract";
import { fail } from "@opsplane/runtime";
import { callLines } from "./call-lines.ts";
import { logQueryOf, matchersOf, namesOf } from "./interpolate.ts";
import { rangeOf, type View } from "./view.ts";

/** One series of a query. Sources without time have one point. */
export interface Line {
  labels: Record<string, string>;
  points: [unixMs: number, value: number | null][];
}

export interface Lines {
  stepSeconds: number;
  lines: Line[];
}

/** A query that keeps its series apart may have this many of them. */
export const maxSeries = 100;

/** Reads a query of a widget. */
export function readLines(query: WidgetQuery, view: View): Promise<Lines> {
  return readers[query.source](query, view);
}

/** The name of a line in legends: the given one, or what distinguishes it. */
export function nameOf({ name, source, metric_name, figure }: WidgetQuery, { labels }: Line, view: View): string {
  if (name)
    return withVariables(name, view.chosen).replace(
      /\{\{([^{}]+)\}\}/g,
      (_, label: string) => own(labels, label.trim()) ?? "",
    );
  const values = Object.values(labels).filter((value) => value !== "");
  return values.length > 0 ? values.join(" ") : (metric_name ?? figure ?? source);
}

type Reader = (query: WidgetQuery, view: View) => Promise<Lines>;

const readers: Record<QuerySource, Reader> = {
  metric: async ({ metric_name = "", match, agg, by = [], over, window }, view) => {
    const step = stepOf(view);
    const matchers = matchersOf(match, view.chosen);
    const { series } = await view.reads.metrics.query({
      query: {
        ...{ metric_name, start: alignedStart(view, step), end: view.to.toISOString(), step: `${step}s` },
        ...{ limit: maxSeries },
        ...(matchers.length > 0 ? { match: matchers } : {}),
        ...(agg ? { agg } : {}),
        ...(by.length > 0 ? { by } : {}),
        ...(over ? { over } : {}),
        ...(window ? { window } : {}),
      },
    });
    const lines = series.map(({ labels, points }) => ({
      labels,
      points: points.map(([at, value]): [number, number | null] => [at, typeof value === "number" ? value : null]),
    }));
    return { stepSeconds: step, lines };
  },

  logs: async ({ q, level, service, by = [] }, view) => {
    const search = await logQueryOf(q, view);
    const services = await namesOf(service, view);
    const { step_seconds, buckets } = await view.reads.logs.histogram({
      query: {
        ...{ ...rangeOf(view), bars: view.points },
        ...(search ? { q: search } : {}),
        ...(level && level.length > 0 ? { level } : {}),
        ...(services ? { service: services } : {}),
      },
    });
    const counted = (labels: Record<string, string>, count: (bucket: (typeof buckets)[number]) => number): Line => ({
      labels,
      points: buckets.map((bucket) => [Date.parse(bucket.ts), count(bucket)]),
    });
    const seen = new Set(buckets.flatMap((bucket) => Object.keys(bucket.levels)));
    // The most severe level is at the bottom of a stack, where a small number is still visible.
    const levels = logLevels.toReversed().filter((each) => seen.has(each));
    const lines = by.includes("level")
      ? levels.map((each) => counted({ level: each }, (bucket) => bucket.levels[each] ?? 0))
      : [counted({}, ({ total }) => total)];
    return { stepSeconds: step_seconds, lines };
  },

  calls: callLines,

  flows: async ({ figure, by: [group] = [] }, view) => {
    const shown = sourceFigures.flows.find((each) => each === figure) ?? "bytes";
    const { step_seconds, times, series } = await view.reads.netflow.series({
      query: { ...rangeOf(view), points: view.points, ...(isSplit(group) ? { group_by: group } : {}) },
    });
    const lines = series.map((each) => ({
      labels: group === undefined ? {} : { [group]: flowName(each, group) },
      points: times.map((at, index): [number, number | null] => [Date.parse(at), each[shown][index] ?? null]),
    }));
    return { stepSeconds: step_seconds, lines };
  },

  ingest: async ({ figure, kind = [] }, view) => {
    const { signals } = await view.reads.telemetry.health();
    const now = view.now.getTime();
    const values = signals
      .filter((signal) => kind.length === 0 || kind.includes(signal.kind))
      .toSorted((one, other) => telemetryKinds.indexOf(one.kind) - telemetryKinds.indexOf(other.kind))
      .map((signal) => ({ kind: signal.kind, value: ingestFigure(signal, figure, now) }));
    return single(
      values.map(({ kind: of, value }) => [{ kind: of }, value]),
      now,
    );
  },

  incidents: async ({ figure, status = [], severity = [], by = [] }, view) => {
    const read = (severities: readonly Severity[]) => incidentValue(view, figure, status, severities);
    if (!by.includes("severity")) return single([[{}, await read(severity)]], view.now.getTime());
    const wanted = severity.length > 0 ? severity : severities;
    const values = await Promise.all(
      wanted.map(
        async (each): Promise<[Record<string, string>, number | null]> => [{ severity: each }, await read([each])],
      ),
    );
    return single(values, view.now.getTime());
  },
};

const incidentTimeOf: Partial<Record<QueryFigure, IncidentTime>> = {
  created: "created",
  resolved: "resolved",
  seconds_to_acknowledge: "acknowledged",
  seconds_to_resolve: "resolved",
};

async function incidentValue(
  view: View,
  figure: QueryFigure | undefined,
  status: readonly IncidentStatus[],
  severity: readonly Severity[],
): Promise<number | null> {
  const at = figure && incidentTimeOf[figure];
  const statuses = status.length === 0 && at === undefined ? openIncidentStatuses : status;
  const { count, mean_seconds } = await view.reads.incidents.figures({
    query: {
      ...(at ? { at, ...rangeOf(view) } : {}),
      ...(statuses.length > 0 ? { status: [...statuses] } : {}),
      ...(severity.length > 0 ? { severity: [...severity] } : {}),
    },
  });
  return figure?.startsWith("seconds_to_") ? mean_seconds : count;
}

/** Addresses by themselves, protocols and ports by their names. */
function flowName({ key, label }: { key: string | null; label: string }, group: string): string {
  if (key === null) return "Other";
  return group.endsWith("_ip") ? key : label || key;
}

type Signal = { last_received_at: string | null; rows_today: number; bytes_today: number };

function ingestFigure({ last_received_at, rows_today, bytes_today }: Signal, figure: string | undefined, now: number) {
  if (figure === "rows_today") return rows_today;
  if (figure === "bytes_today") return bytes_today;
  return last_received_at === null ? null : Math.max(0, Math.round((now - Date.parse(last_received_at)) / 1000));
}

function single(values: readonly (readonly [Record<string, string>, number | null])[], at: number): Lines {
  return { stepSeconds: 0, lines: values.map(([labels, value]) => ({ labels, points: [[at, value]] })) };
}

const splits = ["src_ip", "dst_ip", "protocol", "dst_port"] as const;

function isSplit(word: string | undefined): word is (typeof splits)[number] {
  return splits.some((split) => split === word);
}

const [minute, hour, day] = [60, 3600, 86_400];
/** Steps in seconds that are easy to read on an axis. */
const steps = [
  ...[1, 2, 5, 10, 15, 30],
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  ...[1, 7].map((count) => count * day),
];

/** The shortest step that gives at most `points` points. */
function stepOf({ from, to, points }: Pick<View, "from" | "to" | "points">): number {
  const seconds = (to.getTime() - from.getTime()) / 1000;
  return steps.find((step) => seconds / step <= points) ?? Math.ceil(seconds / points);
}

/** Points at multiples of the step do not move when the dashboard is refreshed. */
function alignedStart({ from }: View, step: number): string {
  const ms = step * 1000;
  return new Date(Math.ceil(from.getTime() / ms) * ms).toISOString();
}

/** The only line of a figure. */
export function onlyLine({ lines }: Lines): Line | undefined {
  if (lines.length > 1)
    fail("VALIDATION_ERROR", `The query has ${lines.length} series. Choose an aggregation, or filter to one of them.`);
  return lines[0];
}
