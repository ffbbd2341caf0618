import type { Fault, Point, Slice, Span } from "@opsplane/demo";
import { openSimulation } from "@opsplane/demo";
import type { BoundedRange, EntitySeries, SampledLine, SampledSpan, TelemetryReads } from "../src/telemetry/index.ts";

/** The reads of an analysis, answered by the simulated shop instead of ClickHouse. Before `from` there is nothing. */
export type SimulatedReads = Pick<
  TelemetryReads,
  "serviceVolumes" | "spanSample" | "serviceSeries" | "countProblems" | "lineSample" | "entitySeries"
>;

const minute = 60_000;

export function simulatedReads(seed: number, fault: Fault, from: number, to: number): SimulatedReads {
  const slices = [...openSimulation({ seed, fault }).between(from, to)];
  const within = ({ from: first, to: end }: BoundedRange) =>
    slices.filter(({ at }) => at >= first.getTime() && at < end.getTime());
  const problems = new Set(["warn", "error", "fatal"]);
  return {
    serviceVolumes: async (range) => {
      const counts = new Map<string, number>();
      for (const { source } of within(range).flatMap(({ spans }) => spans))
        counts.set(source.service, (counts.get(source.service) ?? 0) + 1);
      return [...counts].map(([service, spans]) => ({ service, spans })).sort((a, b) => b.spans - a.spans);
    },
    spanSample: async (range, limit) => {
      const found = within(range);
      const sampled = Math.max(1, Math.ceil(found.reduce((sum, { spans }) => sum + spans.length, 0) / limit));
      // Whole traces: those of every so many slices.
      const chosen = found.filter((_, at) => at % sampled === 0);
      return { spans: chosen.flatMap(({ spans }) => spans.map(asRow)), sampled, range };
    },
    serviceSeries: async (services, range) =>
      services.map((service) => ({ service, points: callsOf(within(range), service) })),
    countProblems: async () => 0,
    lineSample: async ({ range, services, hosts }) =>
      within(range).flatMap(({ logs }) =>
        logs.flatMap(({ source, at, level, message, traceId = "", spanId = "" }): SampledLine[] => {
          const isProblem = problems.has(level);
          const line = { at, trace: traceId, span: spanId, text: `${level} ${message}` };
          if (services.includes(source.service))
            return isProblem || traceId !== "" ? [{ ...line, owner: source.service }] : [];
          return isProblem && hosts.includes(source.host) ? [{ ...line, owner: source.host }] : [];
        }),
      ),
    entitySeries: async (names, range) => entitiesOf(within(range), names),
  };
}

function asRow({ source, traceId, spanId, parentId, name, kind, start, ms, error, attributes }: Span): SampledSpan {
  const isCall = kind === "client" || kind === "producer";
  return {
    ...{ trace: traceId, id: spanId, parent: parentId ?? "", service: source.service, operation: name, start },
    ...{ duration: ms, failed: error !== undefined, host: source.host, version: source.version ?? "" },
    peer: isCall ? String(attributes["peer.service"] ?? attributes["server.address"] ?? "") : "",
    kind,
  };
}

function callsOf(slices: readonly Slice[], service: string) {
  const minutes = new Map<number, Span[]>();
  for (const { at, spans } of slices)
    for (const span of spans)
      if (span.source.service === service && (span.kind === "server" || span.kind === "consumer")) {
        const start = Math.floor(at / minute) * minute;
        minutes.set(start, [...(minutes.get(start) ?? []), span]);
      }
  return [...minutes].map(([at, spans]) => {
    const times = spans.map(({ ms }) => ms).sort((a, b) => a - b);
    const quantile = (part: number) => times[Math.floor((times.length - 1) * part)] ?? 0;
    return {
      ts: new Date(at).toISOString(),
      calls: spans.length,
      errors: spans.filter(({ error }) => error !== undefined).length,
      p50_ms: quantile(0.5),
      p95_ms: quantile(0.95),
      p99_ms: quantile(0.99),
    };
  });
}

/** Gauges as they are, counters as rates. */
function entitiesOf(slices: readonly Slice[], names: readonly string[]): EntitySeries[] {
  const found = new Map<string, { entity: string; points: Point[] }>();
  for (const { points } of slices)
    for (const point of points) {
      const { service, host, instance } = point.source;
      const entity = names.includes(service) ? service : host;
      if (point.metric.type === "histogram" || !names.includes(entity)) continue;
      const key = [entity, point.metric.name, instance, ...Object.values(point.labels)].join("\n");
      const known = found.get(key) ?? { entity, points: [] };
      known.points.push(point);
      found.set(key, known);
    }
  return [...found.values()].map(({ entity, points }) => ({
    entity,
    metric: points[0]?.metric.name ?? "",
    labels: Object.fromEntries(Object.entries(points[0]?.labels ?? {}).map(([name, value]) => [name, String(value)])),
    points: byMinute(points),
  }));
}

function byMinute(points: readonly Point[]): [number, number][] {
  const minutes = new Map<number, { sum: number; count: number }>();
  for (const [index, point] of points.entries()) {
    const before = points[index - 1];
    const isCounter = point.metric.type === "counter";
    if (isCounter && (before === undefined || point.value < before.value)) continue;
    const value = isCounter && before ? ((point.value - before.value) * 1000) / (point.at - before.at) : point.value;
    const start = Math.floor(point.at / minute) * minute;
    const known = minutes.get(start) ?? { sum: 0, count: 0 };
    minutes.set(start, { sum: known.sum + value, count: known.count + 1 });
  }
  return [...minutes].map(([at, { sum, count }]) => [at, sum / count]);
}
