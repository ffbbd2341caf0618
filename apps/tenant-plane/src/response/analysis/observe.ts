import { compareVersions, logsFrom, onsetOf, type RcaInput, spansFrom, type TimeRange } from "@opsplane/rca";
import type { Log } from "@opsplane/runtime";
import type { BoundedRange, EntitySeries, SampledLine, SampledSpan, TelemetryReads } from "../../telemetry/index.ts";
import { deploymentsIn } from "./deployments.ts";
import type { DeploymentFact, Facts } from "./facts.ts";
import { metricSeries, redSeries, splitAt } from "./observed-series.ts";
import { affectedAmong, affectedNames, callsOf, candidates, hostsNamedIn, worthReading } from "./scope.ts";
import { afterMs, dayMs, minuteMs, onsetMs, usualMs } from "./windows.ts";

/** What telemetry shows around an incident, ready for the engine. */
export interface Observation {
  status: "read" | "unavailable" | "no services";
  /** Undefined unless something was read. */
  input?: RcaInput;
  /** Metrics of things, to link and chart them. */
  metrics: readonly EntitySeries[];
  counts: { services: number; spans: number; lines: number; metrics: number };
  /** Services and hosts that alerts name and telemetry has. */
  alerting: readonly string[];
  deployments: readonly DeploymentFact[];
  /** What could not be read. */
  missing: readonly string[];
}

const none: Omit<Observation, "status"> = {
  metrics: [],
  counts: { services: 0, spans: 0, lines: 0, metrics: 0 },
  alerting: [],
  deployments: [],
  missing: [],
};

type Records = Pick<Facts, "incident" | "items" | "at" | "relations"> & Partial<Pick<Facts, "alerts">>;

/** Candidates whose calls by minute are read. */
const maxWithCalls = 300;
/** Candidates whose metrics and logs are read. */
const maxWithMetrics = 80;
/** Of each window. They come as whole traces; more would only take longer to read. */
const maxSpans = 10_000;
const maxLines = 6_000;
/** Telemetry that has not arrived yet is not taken for an outage, unless it is this late. */
const maxLateMs = 10 * minuteMs;

/** Reads the telemetry around an incident. Parts that cannot be read in time are left out and named. */
export async function observe(reads: TelemetryReads, records: Records, now: Date, log: Log): Promise<Observation> {
  const { at } = records;
  const end = endOf(records, now);
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
  const calls = callsOf([...spans.spans, ...before.spans], records);
  const wanted = affectedNames(records);
  const names = candidates(
    wanted,
    calls,
    records,
    volumes.map(({ service }) => service),
    spans.spans,
  );
  const windows = { current: spans.spans, usual: before.spans };
  const called = worthReading(names, maxWithCalls, windows);
  const measured = worthReading(names, maxWithMetrics, windows);
  const hostNames = new Set(spans.spans.map(({ host }) => host));
  const hosts = measured.filter((name) => hostNames.has(name));
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
      reads.lineSample({ range, services: measured, hosts, sampledTraces, sampledProblems, limit: maxLines });
    return Promise.all([lines(current, spans.sampled), lines(usual, before.sampled)]);
  };
  const [red, redYesterday, metrics, [lines, usualLines]] = await Promise.all([
    attempt("calls of services", () => reads.serviceSeries(called, wide, bars), []),
    attempt("calls of the day before", () => reads.serviceSeries(called, yesterday, bars), []),
    attempt("metrics", () => reads.entitySeries(measured, wide, minuteMs / 1000), []),
    attempt("logs", problems, [[], []] as [SampledLine[], SampledLine[]]),
  ]);
  const seenUntil = latestOf([
    spans.spans.map(({ start }) => start),
    lines.map((line) => line.at),
    red.flatMap(({ points }) => points.map(({ ts }) => Date.parse(ts))),
    metrics.flatMap(({ points }) => points.map(([time]) => time)),
  ]);
  const known = {
    from: usual.from,
    to: new Date(Math.max(end.getTime() - maxLateMs, Math.min(end.getTime(), seenUntil))),
  };
  const calledSeries = red.flatMap(({ service, points }) =>
    redSeries(service, points, redYesterday.find((each) => each.service === service)?.points ?? [], known),
  );
  const seen = spans.spans.length + before.spans.length + lines.length + usualLines.length + metrics.length;
  if (seen + calledSeries.length === 0)
    return { ...none, status: missing.length > 0 ? "unavailable" : "no services", missing };
  const { affected, alerting } = affectedAmong(
    records,
    new Set([
      ...[...calledSeries, ...spans.spans].map(({ service }) => service),
      ...metrics.map(({ entity }) => entity),
      ...spans.spans.map(({ host }) => host),
      ...lines.map(({ owner }) => owner),
    ]),
  );
  const noticing = new Set([...affected, ...servicesOn(affected, spans.spans)]);
  const front = calledSeries.filter(({ service }) => noticing.size === 0 || noticing.has(service));
  const onset = onsetOf(front, Math.min(at.getTime(), known.to.getTime()), onsetMs);
  const currentColumns = spansFrom(spans.spans);
  const usualColumns = spansFrom(before.spans);
  const series = [...calledSeries, ...metrics.map((each) => metricSeries(each, known))].map((each) =>
    splitAt(each, current.from),
  );
  const seenNames = new Set([
    ...series.map(({ service }) => service),
    ...currentColumns.spans.services,
    ...(currentColumns.spans.hosts ?? []),
    ...lines.map(({ owner }) => owner),
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
    alerting,
    deployments: deploymentsIn(
      [...before.spans, ...spans.spans],
      compareVersions({ current: currentColumns.spans, reference: usualColumns.spans }, onset),
    ),
    missing,
    input: {
      at: onset,
      ...(affected.length > 0 && { affected }),
      services: [
        ...new Set([
          ...names.filter((name) => seenNames.has(name)),
          ...hostsNamedIn(
            lines.filter((line) => line.at >= onset).map(({ text }) => text),
            names,
          ),
        ]),
      ],
      calls,
      series,
      front: front.map((each) => splitAt(each, current.from)),
      ...(spans.spans.length > 0 && { spans: { current: currentColumns.spans, reference: usualColumns.spans } }),
      logs: {
        current: logsFrom(lines, currentColumns.indexOf),
        reference: logsFrom(usualLines, usualColumns.indexOf),
        windows: { current: asRange({ from: current.from, to: known.to }), reference: asRange(usual) },
      },
    },
  };
}

/** The services that run on hosts. */
function servicesOn(hosts: readonly string[], spans: readonly SampledSpan[]): string[] {
  return spans.filter(({ host }) => host !== "" && hosts.includes(host)).map(({ service }) => service);
}

/** What happens after an incident was resolved is another matter. */
function endOf({ at, incident: { resolved_at } }: Records, now: Date): Date {
  const resolved = resolved_at === null ? Number.POSITIVE_INFINITY : Math.max(at.getTime(), Date.parse(resolved_at));
  return new Date(Math.min(at.getTime() + afterMs, now.getTime(), resolved));
}

function latestOf(times: readonly (readonly number[])[]): number {
  return times.flat().reduce((latest, each) => Math.max(latest, each), 0);
}

function asRange({ from, to }: BoundedRange): TimeRange {
  return { from: from.getTime(), to: to.getTime() };
}
