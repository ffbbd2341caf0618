import { beginningOf, type RcaInput, type Series } from "@opsplane/rca";
import type { BoundedRange, EntitySeries } from "../../telemetry/index.ts";
import { dayMs, minuteMs } from "./windows.ts";

// What was read, as series of one value a minute.

interface CalledPoint {
  ts: string;
  calls: number;
  errors: number;
  p50_ms: number;
}

/** Fewer calls in a minute say nothing about their rate of errors or their latency. */
const minCalls = 3;

export function redSeries(
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

/** Labels that name the series itself or where it runs, rather than what it measures. */
const naming = new Set([
  "service.name",
  "service.instance.id",
  "service.namespace",
  "deployment.environment",
  "deployment.environment.name",
  "environment",
  "env",
  "host.name",
  "job",
  "instance",
  "service",
  "app",
  "host",
  "node",
  "pod",
  "deployment",
  "statefulset",
  "daemonset",
  "k8s.node.name",
  "k8s.pod.name",
  "k8s.deployment.name",
  "k8s.statefulset.name",
  "k8s.daemonset.name",
]);

export function metricSeries({ entity, metric, labels, points }: EntitySeries, range: BoundedRange): Series {
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
export function splitAt(series: Series, from: Date): Series {
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
