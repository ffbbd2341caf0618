import { environment } from "../shop/shop.ts";
import {
  type Attributes,
  type LogLine,
  latencyBounds,
  type Point,
  type Source,
  type Span,
  type SpanEvent,
} from "../simulator/signals.ts";

// OTLP/HTTP JSON, as OpenTelemetry SDKs send it.

const kinds = { server: 2, client: 3, producer: 4, consumer: 5 };
const severities = { debug: 5, info: 9, warn: 13, error: 17 };
const cumulative = 2;
const scope = { name: "shop" };

export function otlpTraces(spans: readonly Span[]): object {
  return {
    resourceSpans: bySource(spans).map(([source, own]) => ({
      resource: resourceOf(source),
      scopeSpans: [{ scope, spans: own.map(spanOf) }],
    })),
  };
}

export function otlpLogs(lines: readonly LogLine[]): object {
  return {
    resourceLogs: bySource(lines).map(([source, own]) => ({
      resource: resourceOf(source),
      scopeLogs: [{ scope, logRecords: own.map(recordOf) }],
    })),
  };
}

export function otlpMetrics(points: readonly Point[]): object {
  return {
    resourceMetrics: bySource(points).map(([source, own]) => ({
      resource: resourceOf(source),
      scopeMetrics: [{ scope, metrics: [...grouped(own, ({ metric }) => metric.name).values()].map(metricOf) }],
    })),
  };
}

function spanOf(span: Span): object {
  return {
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentId === undefined ? {} : { parentSpanId: span.parentId }),
    name: span.name,
    kind: kinds[span.kind],
    startTimeUnixNano: nanos(span.start),
    endTimeUnixNano: nanos(span.start + span.ms),
    attributes: pairs(span.attributes),
    ...(span.events.length === 0 ? {} : { events: span.events.map(eventOf) }),
    status: span.error === undefined ? {} : { code: 2, message: span.error },
  };
}

function eventOf({ at, name, attributes }: SpanEvent): object {
  return { timeUnixNano: nanos(at), name, attributes: pairs(attributes) };
}

function recordOf({ at, level, message, traceId, spanId, attributes }: LogLine): object {
  return {
    timeUnixNano: nanos(at),
    severityNumber: severities[level],
    severityText: level.toUpperCase(),
    body: { stringValue: message },
    attributes: pairs(attributes),
    ...(traceId === undefined ? {} : { traceId, spanId }),
  };
}

function metricOf(points: readonly Point[]): object {
  const [first] = points;
  if (!first) return {};
  const { name, unit, about: description, type } = first.metric;
  const aggregationTemporality = cumulative;
  const shared = { name, unit, description };
  switch (type) {
    case "gauge":
      return { ...shared, gauge: { dataPoints: points.map(numberOf) } };
    case "counter":
      return { ...shared, sum: { aggregationTemporality, isMonotonic: true, dataPoints: points.map(numberOf) } };
    case "histogram":
      return { ...shared, histogram: { aggregationTemporality, dataPoints: points.map(histogramOf) } };
  }
}

function numberOf({ labels, at, since, value, metric }: Point): object {
  const start = metric.type === "counter" ? { startTimeUnixNano: nanos(since) } : {};
  return { attributes: pairs(labels), ...start, timeUnixNano: nanos(at), asDouble: value };
}

function histogramOf({ labels, at, since, value, buckets = [] }: Point): object {
  return {
    attributes: pairs(labels),
    startTimeUnixNano: nanos(since),
    timeUnixNano: nanos(at),
    count: String(buckets.reduce((sum, count) => sum + count, 0)),
    sum: value,
    bucketCounts: buckets.map(String),
    explicitBounds: latencyBounds,
  };
}

function resourceOf({ service, version, instance, host }: Source): object {
  return {
    attributes: pairs({
      "service.name": service,
      ...(version === undefined ? {} : { "service.version": version }),
      ...(instance === undefined ? {} : { "service.instance.id": instance }),
      "host.name": host,
      "deployment.environment.name": environment,
    }),
  };
}

function pairs(attributes: Attributes): object[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: anyValue(value) }));
}

function anyValue(value: string | number): object {
  if (typeof value === "string") return { stringValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Milliseconds with fractions as whole nanoseconds. */
function nanos(ms: number): string {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, "0")}`;
}

function bySource<T extends { source: Source }>(all: readonly T[]): (readonly [Source, T[]])[] {
  const groups = grouped(all, ({ source }) => `${source.service} ${source.host} ${source.instance} ${source.version}`);
  return [...groups.values()].flatMap((own) => (own[0] ? [[own[0].source, own] as const] : []));
}

function grouped<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
