import {
  beginningOf,
  type Call,
  logsFrom,
  onsetOf,
  type RcaInput,
  type Series,
  spansFrom,
  type TimeRange,
} from "@opsplane/rca";
import type { Log } from "@opsplane/runtime";
import type { BoundedRange, EntitySeries, SampledLine, SampledSpan, TelemetryReads } from "../../telemetry/index.ts";
import { wordsOf } from "../words.ts";
import type { Facts } from "./facts.ts";
import { afterMs, minuteMs, onsetMs, usualMs } from "./windows.ts";

/** What telemetry shows around an incident, ready for the engine. */
export interface Observation {
  status: "read" | "unavailable" | "no services";
  /** Undefined unless something was read. */
  input?: RcaInput;
  /** Metrics of things, to link and chart them. */
  metrics: readonly EntitySeries[];
  counts: { services: number; spans: number; lines: number; metrics: number };
  /** What could not be read, as sentences. */
  missing: readonly string[];
}

const none: Omit<Observation, "status"> = {
  metrics: [],
  counts: { services: 0, spans: 0, lines: 0, metrics: 0 },
  missing: [],
};

type Records = Pick<Facts, "incident" | "items" | "at" | "relations">;

/** Nearest candidates first; more are not read in full. */
const maxCandidates = 300;
const maxWithMetrics = 80;
const maxSpans = 20_000;
const maxLines = 6_000;
const dayMs = 24 * 60 * minuteMs;

/** Reads the telemetry around an incident. Parts that cannot be read in time are left out and named. */
export async function observe(reads: TelemetryReads, records: Records, now: Date, log: Log): Promise<Observation> {
  const { at } = records;
  const end = new Date(Math.min(at.getTime() + afterMs, now.getTime()));
  const current = { from: new Date(at.getTime() - onsetMs), to: end };
  const usual = { from: new Date(current.from.getTime() - usualMs), to: current.from };
  const missing: string[] = [];
  const attempt = async <T>(what: string, work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      log.warn({ error: String(error), what }, "an analysis goes on without a part of the telemetry");
      missing.push(what);
      return otherwise;
    }
  };
  const noSpans = { spans: [], sampled: 1, range: usual };
  const [volumes, spans, before] = await Promise.all([
    attempt("the list of services", () => reads.serviceVolumes({ from: usual.from, to: end }), []),
    attempt("traces", () => reads.spanSample(current, maxSpans), noSpans),
    attempt("traces of the hour before", () => reads.spanSample(usual, maxSpans), noSpans),
  ]);
  const affected = affectedNames(records);
  const calls = callsOf([...spans.spans, ...before.spans], records);
  const names = candidates(
    affected,
    calls,
    records,
    volumes.map(({ service }) => service),
    spans.spans,
  );
  const measured = names.slice(0, maxWithMetrics);
  const wide = { from: usual.from, to: end };
  const yesterday = { from: new Date(usual.from.getTime() - dayMs), to: new Date(end.getTime() - dayMs) };
  const bars = Math.ceil((end.getTime() - usual.from.getTime()) / minuteMs) + 1;
  const problems = async () => {
    const [one, two] = await Promise.all([
      reads.countProblems(current, measured),
      reads.countProblems(usual, measured),
    ]);
    const sampledProblems = Math.max(1, Math.ceil(Math.max(one, two) / maxLines));
    const lines = (range: BoundedRange, sampledTraces: number) =>
      reads.lineSample({ range, services: measured, sampledTraces, sampledProblems, limit: maxLines });
    return Promise.all([lines(current, spans.sampled), lines(usual, before.sampled)]);
  };
  const [red, redYesterday, metrics, [lines, usualLines]] = await Promise.all([
    attempt("calls of services", () => reads.serviceSeries(names, wide, bars), []),
    attempt("calls of the day before", () => reads.serviceSeries(names, yesterday, bars), []),
    attempt("metrics", () => reads.entitySeries(measured, wide, minuteMs / 1000), []),
    attempt("logs", problems, [[], []] as [SampledLine[], SampledLine[]]),
  ]);
  const calledSeries = red.flatMap(({ service, points }) =>
    redSeries(service, points, redYesterday.find((each) => each.service === service)?.points ?? [], wide),
  );
  const seen = spans.spans.length + before.spans.length + lines.length + usualLines.length + metrics.length;
  if (seen + calledSeries.length === 0)
    return { ...none, status: missing.length > 0 ? "unavailable" : "no services", missing };
  const front = calledSeries.filter(({ service }) => affected.length === 0 || affected.includes(service));
  const onset = onsetOf(front, at.getTime(), onsetMs);
  const currentColumns = spansFrom(spans.spans);
  const usualColumns = spansFrom(before.spans);
  const series = [...calledSeries, ...metrics.map((each) => metricSeries(each, wide))].map((each) =>
    splitAt(each, current.from),
  );
  const seenNames = new Set([
    ...series.map(({ service }) => service),
    ...currentColumns.spans.services,
    ...(currentColumns.spans.hosts ?? []),
    ...lines.map(({ service }) => service),
  ]);
  return {
    status: "read",
    metrics,
    counts: {
      services: new Set([
        ...red.filter(({ points }) => points.length > 0).map(({ service }) => service),
        ...metrics.map(({ entity }) => entity),
      ]).size,
      spans: spans.spans.length + before.spans.length,
      lines: lines.length + usualLines.length,
      metrics: metrics.length,
    },
    missing,
    input: {
      at: onset,
      ...(affected.length > 0 && { affected }),
      services: names.filter((name) => seenNames.has(name)),
      calls,
      series,
      front: front.map((each) => splitAt(each, current.from)),
      ...(spans.spans.length > 0 && { spans: { current: currentColumns.spans, reference: usualColumns.spans } }),
      logs: {
        current: logsFrom(lines, currentColumns.indexOf),
        reference: logsFrom(usualLines, usualColumns.indexOf),
        windows: { current: asRange(current), reference: asRange(usual) },
      },
    },
  };
}

/** When each candidate became unusual, for those that did. */
export function beginningsOf({ series, at }: RcaInput): Map<string, number> {
  const earliest = at - 5 * minuteMs;
  const found = new Map<string, number>();
  for (const each of series) {
    const last = each.times.at(-1);
    const beginning = last === undefined ? undefined : beginningOf(each, earliest, last);
    if (beginning !== undefined) found.set(each.service, Math.min(beginning, found.get(each.service) ?? beginning));
  }
  return found;
}

function affectedNames({ incident, items }: Records): string[] {
  const own = items.filter(({ distance }) => distance === 0).map(({ name }) => name);
  return own.length > 0 ? own : wordsOf(incident.title);
}

/** Calls that were seen, and relations of the CMDB: what depends on what, and what runs where. */
function callsOf(spans: readonly SampledSpan[], { relations }: Records): Call[] {
  const service = new Map(spans.map(({ trace, id, service: name }) => [`${trace} ${id}`, name]));
  const found = new Map<string, Call>();
  const add = (caller: string | undefined, callee: string) => {
    if (caller !== undefined && callee !== "" && caller !== callee)
      found.set(`${caller}\n${callee}`, { caller, callee });
  };
  for (const span of spans) {
    add(service.get(`${span.trace} ${span.parent}`), span.service);
    add(span.service, span.peer);
  }
  for (const { from, to } of relations) add(from, to);
  return [...found.values()];
}

/** What may be the cause, nearest to the incident first: what the affected services call or run on, then all other services. */
function candidates(
  affected: readonly string[],
  calls: readonly Call[],
  { items }: Records,
  services: readonly string[],
  spans: readonly SampledSpan[],
): string[] {
  const callees = new Map<string, string[]>();
  for (const { caller, callee } of calls) callees.set(caller, [...(callees.get(caller) ?? []), callee]);
  const hosts = new Map<string, Set<string>>();
  for (const { service, host } of spans)
    if (host !== "") hosts.set(service, (hosts.get(service) ?? new Set()).add(host));
  const met = new Set(affected);
  for (const name of met) {
    for (const callee of callees.get(name) ?? []) met.add(callee);
    for (const host of hosts.get(name) ?? []) met.add(host);
  }
  for (const { name } of items) met.add(name);
  for (const name of services) met.add(name);
  for (const host of [...hosts.values()].flatMap((each) => [...each])) met.add(host);
  return [...met].slice(0, maxCandidates);
}

interface CalledPoint {
  ts: string;
  calls: number;
  errors: number;
  p50_ms: number;
}

/** Fewer calls in a minute say nothing about their rate of errors or their latency. */
const minCalls = 3;

function redSeries(
  service: string,
  points: readonly CalledPoint[],
  dayBefore: readonly CalledPoint[],
  range: BoundedRange,
): Series[] {
  if (points.length === 0) return [];
  const times = minutesOf(range);
  const byMinute = (all: readonly CalledPoint[]) => new Map(all.map((point) => [Date.parse(point.ts), point]));
  const [now, then] = [byMinute(points), byMinute(dayBefore)];
  const enough = (value: (point: CalledPoint) => number) => (point: CalledPoint | undefined) =>
    point === undefined || point.calls < minCalls ? null : value(point);
  const read = {
    requests: (point: CalledPoint | undefined) => point?.calls ?? 0,
    "success rate": enough(({ calls, errors }) => 1 - errors / calls),
    "latency p50": enough(({ p50_ms }) => p50_ms),
  };
  return Object.entries(read).map(([metric, value]) => ({
    service,
    metric,
    stepMs: minuteMs,
    times,
    values: times.map((time) => value(now.get(time))),
    reference: dayBefore.length === 0 ? [] : times.map((time) => value(then.get(time - dayMs))),
  }));
}

/** Labels that name the series itself rather than what it measures. */
const naming = new Set([
  "service.name",
  "service.instance.id",
  "service.namespace",
  "host.name",
  "job",
  "instance",
  "service",
  "app",
  "host",
  "node",
]);

function metricSeries({ entity, metric, labels, points }: EntitySeries, range: BoundedRange): Series {
  const times = minutesOf(range);
  const byMinute = new Map(points.map(([at, value]) => [Math.floor(at / minuteMs) * minuteMs, value]));
  const kinds = Object.entries(labels).flatMap(([name, value]) => (naming.has(name) ? [] : [value]));
  return {
    service: entity,
    metric: [metric, ...kinds].join(" "),
    stepMs: minuteMs,
    times,
    values: times.map((time) => byMinute.get(time) ?? null),
    reference: [],
  };
}

/** Values of the hour before join the reference, so that both levels count as usual. */
function splitAt(series: Series, from: Date): Series {
  const first = series.times.findIndex((time) => time >= from.getTime());
  const cut = first < 0 ? series.times.length : first;
  return {
    ...series,
    times: series.times.slice(cut),
    values: series.values.slice(cut),
    reference: [...series.reference, ...series.values.slice(0, cut)],
  };
}

function minutesOf({ from, to }: BoundedRange): number[] {
  const first = Math.floor(from.getTime() / minuteMs) * minuteMs;
  // The last minute is not complete.
  const count = Math.max(0, Math.floor((to.getTime() - first) / minuteMs));
  return Array.from({ length: count }, (_, at) => first + at * minuteMs);
}

function asRange({ from, to }: BoundedRange): TimeRange {
  return { from: from.getTime(), to: to.getTime() };
}
