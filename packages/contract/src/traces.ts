import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { line, nullable, oneOf, Timestamp, text } from "./schema.ts";
import { Attributes, attributeFilter, cursor, timeWindow } from "./telemetry.ts";

export const spanKinds = ["unspecified", "internal", "server", "client", "producer", "consumer"] as const;
export const spanStatuses = ["unset", "ok", "error"] as const;

const TraceId = Type.String({ pattern: "^[0-9a-fA-F]{32}$", description: "32 hexadecimal digits" });
const nanos = Type.String({ description: "Unix nanoseconds" });
const milliseconds = Type.Number({ description: "Milliseconds" });

/** One row of the list: a trace as far as it has been received. */
export const TraceSummary = Type.Object({
  trace_id: Type.String(),
  service: Type.String({ description: "Of the root span, or of the earliest where the root is not here" }),
  operation: Type.String(),
  start: Timestamp,
  duration_ms: milliseconds,
  spans: Type.Integer(),
  errors: Type.Integer({ description: "Spans that failed" }),
  services: Type.Array(Type.String()),
  complete: Type.Boolean({ description: "The root span is here" }),
});
export type TraceSummary = Static<typeof TraceSummary>;

export const Span = Type.Object({
  span_id: Type.String(),
  parent_span_id: nullable(Type.String()),
  name: Type.String(),
  service: Type.String(),
  kind: oneOf(spanKinds),
  status: oneOf(spanStatuses),
  status_message: Type.String(),
  start: Timestamp,
  start_unix_nano: nanos,
  duration_ms: milliseconds,
  attributes: Attributes,
  resource: Attributes,
  events: Type.Array(Type.Object({ ts: Timestamp, name: Type.String(), attributes: Attributes })),
  links: Type.Array(Type.Object({ trace_id: Type.String(), span_id: Type.String(), attributes: Attributes })),
});
export type Span = Static<typeof Span>;

const latency = {
  p50_ms: milliseconds,
  p95_ms: milliseconds,
  p99_ms: milliseconds,
};

/** What a service, or one of its operations, did in a window: its entry spans (server, consumer, or the root of a trace). */
const served = {
  calls: Type.Integer(),
  rate_per_second: Type.Number(),
  errors: Type.Integer(),
  error_rate: Type.Number({ description: "Share of the calls that failed, 0 to 1" }),
  ...latency,
};

export const ServiceFigures = Type.Object({ service: Type.String(), ...served, last_seen: Timestamp });
export const OperationFigures = Type.Object({ operation: Type.String(), ...served, last_seen: Timestamp });
export const ServiceEdge = Type.Object({
  source: Type.String(),
  target: Type.String(),
  type: oneOf(["service", "database", "messaging", "external"], {
    description: "What the target is: a service that sends spans, or something that only its callers tell of",
  }),
  calls: Type.Integer(),
  errors: Type.Integer(),
  ...latency,
});
export type ServiceEdge = Static<typeof ServiceEdge>;

const shared = { method: "GET", access: "observability:read", module: "observability", effect: "read" } as const;

export const traces = {
  list: operation({
    ...shared,
    path: "/api/traces",
    summary: "Search traces, newest first, one row a trace",
    description:
      "A trace is found by any one span that meets all conditions. `to` defaults to now, `from` to 24 hours before. `next` is the place of the following page.",
    envelope: "cursor",
    query: Type.Object({
      ...timeWindow,
      service: Type.Optional(line(300)),
      operation: Type.Optional(line(300, "A span's name; * stands for any characters")),
      status: Type.Optional(oneOf(spanStatuses)),
      kind: Type.Optional(oneOf(spanKinds)),
      min_duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
      max_duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
      attribute: attributeFilter,
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
      next: cursor,
    }),
    reply: TraceSummary,
  }),
  get: operation({
    ...shared,
    path: "/api/traces/:trace_id",
    summary: "A trace with its spans, oldest first",
    params: Type.Object({ trace_id: TraceId }),
    reply: Type.Object({
      ...TraceSummary.properties,
      span_list: Type.Array(Span),
      truncated: Type.Boolean({ description: "There are more spans than are shown" }),
    }),
  }),
};

const figuresWindow = Type.Object({ ...timeWindow, q: Type.Optional(text(200, "Part of a name")) });

export const services = {
  list: operation({
    ...shared,
    path: "/api/services",
    summary: "Services that send spans: rate, errors, latency",
    description: "`to` defaults to now, `from` to an hour before.",
    query: figuresWindow,
    reply: Type.Array(ServiceFigures),
  }),
  operations: operation({
    ...shared,
    path: "/api/services/:service/operations",
    summary: "A service's operations: rate, errors, latency",
    description: "`to` defaults to now, `from` to an hour before.",
    params: Type.Object({ service: Type.String({ minLength: 1, maxLength: 300 }) }),
    query: figuresWindow,
    reply: Type.Array(OperationFigures),
  }),
  map: operation({
    ...shared,
    path: "/api/services/map",
    summary: "Who calls whom, from spans",
    description:
      "`to` defaults to now, `from` to an hour before. Where there are very many spans, whole traces are sampled and the counts scaled.",
    query: Type.Object({ ...timeWindow, service: Type.Optional(line(300, "Only edges from or to this service")) }),
    reply: Type.Object({
      nodes: Type.Array(
        Type.Object({ name: Type.String(), type: oneOf(["service", "database", "messaging", "external"]) }),
      ),
      edges: Type.Array(ServiceEdge),
      sampled: Type.Integer({ description: "1: every trace counted; n: one in n" }),
    }),
  }),
};
