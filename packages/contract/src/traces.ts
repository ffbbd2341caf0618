import { type Static, Type } from "typebox";
import { operation } from "./operation.ts";
import { line, listOf, nullable, oneOf, QueryTime, Timestamp, text } from "./schema.ts";
import { Attributes, attributeFilter, cursor, timeWindow } from "./telemetry.ts";
import { ComparedSpans, SpanDifference, SpanErrorGroup, SpanFacet, SpanHeatmap } from "./trace-figures.ts";

export const spanKinds = ["unspecified", "internal", "server", "client", "producer", "consumer"] as const;
export const spanStatuses = ["unset", "ok", "error"] as const;
/** Which spans are counted: the entry spans of services, or every span. */
export const spanScopes = ["entry", "all"] as const;

const TraceId = Type.String({ pattern: "^[0-9a-fA-F]{32}$", description: "32 hexadecimal digits" });
const nanos = Type.String({ description: "Unix nanoseconds" });
const milliseconds = Type.Number({ description: "Milliseconds" });

/** A trace in the list, from the spans received so far. */
export const TraceSummary = Type.Object({
  trace_id: Type.String(),
  service: Type.String({ description: "Service of the root span, or of the earliest span if the root is missing" }),
  operation: Type.String(),
  start: Timestamp,
  duration_ms: milliseconds,
  spans: Type.Integer(),
  errors: Type.Integer({ description: "Number of failed spans" }),
  services: Type.Array(Type.String()),
  complete: Type.Boolean({ description: "The root span has been received" }),
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

/** Rate, errors and latency of a service or operation, from its entry spans: server, consumer, or the root of a trace. */
const served = {
  calls: Type.Integer(),
  rate_per_second: Type.Number(),
  errors: Type.Integer(),
  error_rate: Type.Number({ description: "Share of failed calls, 0 to 1" }),
  ...latency,
};

export const ServiceFigures = Type.Object({ service: Type.String(), ...served, last_seen: Timestamp });
export const OperationFigures = Type.Object({ operation: Type.String(), ...served, last_seen: Timestamp });
export const ServiceEdge = Type.Object({
  source: Type.String(),
  target: Type.String(),
  type: oneOf(["service", "database", "messaging", "external"], {
    description: "Type of the target: a service that sends spans, or a peer that only its callers name",
  }),
  calls: Type.Integer(),
  errors: Type.Integer(),
  ...latency,
});
export type ServiceEdge = Static<typeof ServiceEdge>;

const shared = { method: "GET", access: "observability:read", module: "observability", effect: "read" } as const;

/** The conditions that one span must meet. */
const spanFilter = {
  service: Type.Optional(line(300)),
  not_service: Type.Optional(listOf(line(300), "Services to leave out")),
  operation: Type.Optional(line(300, "Name of a span; * matches any characters")),
  not_operation: Type.Optional(listOf(line(300), "Names of spans to leave out; * matches any characters")),
  status: Type.Optional(oneOf(spanStatuses)),
  kind: Type.Optional(oneOf(spanKinds)),
  min_duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
  max_duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
  attribute: attributeFilter,
};

function scope(initial: (typeof spanScopes)[number]) {
  return Type.Optional(
    oneOf(spanScopes, {
      description: "`entry`: only server and consumer spans and roots of traces; `all`: every span",
      default: initial,
    }),
  );
}

export const traces = {
  list: operation({
    ...shared,
    path: "/api/traces",
    summary: "Search traces, newest first",
    description:
      "A trace matches when one of its spans meets all conditions. `to` defaults to now, `from` to 24 hours before. `next` is the cursor of the next page.",
    envelope: "cursor",
    query: Type.Object({
      ...timeWindow,
      ...spanFilter,
      scope: scope("all"),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
      next: cursor,
    }),
    reply: TraceSummary,
  }),
  heatmap: operation({
    ...shared,
    path: "/api/traces/heatmap",
    summary: "Count spans by time and duration",
    description:
      "`to` defaults to now, `from` to an hour before. Durations are in logarithmic buckets, at most 40. With very many spans, whole traces are sampled and the counts are scaled.",
    query: Type.Object({
      ...timeWindow,
      ...spanFilter,
      scope: scope("entry"),
      columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 120, default: 60 })),
    }),
    reply: SpanHeatmap,
  }),
  facets: operation({
    ...shared,
    path: "/api/traces/facets",
    summary: "List services, operations and attributes of spans with their most frequent values",
    description:
      "`to` defaults to now, `from` to an hour before. Services, operations and statuses are counted exactly, each without its own filter. Kinds and attributes are counted among the newest 20,000 spans.",
    query: Type.Object({
      ...timeWindow,
      ...spanFilter,
      scope: scope("entry"),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 10 })),
    }),
    reply: Type.Object({
      facets: Type.Array(SpanFacet),
      total: Type.Integer({ description: "Number of matching spans" }),
      sampled: Type.Boolean({ description: "Kinds and attributes were counted among the newest spans only" }),
    }),
  }),
  errors: operation({
    ...shared,
    path: "/api/traces/errors",
    summary: "Group failed spans by service, operation and message",
    description:
      "`to` defaults to now, `from` to an hour before. Ids, addresses and numbers in messages are replaced, so that equal failures form one group. The newest 100,000 failed spans are read.",
    query: Type.Object({
      ...timeWindow,
      ...spanFilter,
      scope: scope("all"),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    }),
    reply: Type.Object({
      groups: Type.Array(SpanErrorGroup),
      total: Type.Integer({ description: "Number of failed spans in all groups" }),
      sampled: Type.Boolean({ description: "Only the newest failed spans were read" }),
    }),
  }),
  differences: operation({
    ...shared,
    path: "/api/traces/differences",
    summary: "Compare the attributes of selected spans with those of the rest",
    description:
      "The filters and the window are the baseline. `selected_*` select spans in it; at least one is required. `to` defaults to now, `from` to an hour before. Up to 10,000 spans of each group are read, chosen by a hash.",
    query: Type.Object({
      ...timeWindow,
      ...spanFilter,
      scope: scope("entry"),
      selected_from: Type.Optional(QueryTime),
      selected_to: Type.Optional(QueryTime),
      selected_min_duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
      selected_max_duration_ms: Type.Optional(Type.Number({ minimum: 0 })),
      selected_status: Type.Optional(oneOf(spanStatuses)),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
    }),
    reply: Type.Object({
      selection: ComparedSpans,
      rest: ComparedSpans,
      differences: Type.Array(SpanDifference),
    }),
  }),
  get: operation({
    ...shared,
    path: "/api/traces/:trace_id",
    summary: "Get a trace with its spans, oldest first",
    params: Type.Object({ trace_id: TraceId }),
    reply: Type.Object({
      ...TraceSummary.properties,
      span_list: Type.Array(Span),
      truncated: Type.Boolean({ description: "The trace has more spans than are returned" }),
    }),
  }),
};

const figuresWindow = Type.Object({ ...timeWindow, q: Type.Optional(text(200, "Part of a name")) });

export const services = {
  list: operation({
    ...shared,
    path: "/api/services",
    summary: "List services with rate, errors and latency",
    description: "`to` defaults to now, `from` to an hour before.",
    query: figuresWindow,
    reply: Type.Array(ServiceFigures),
  }),
  operations: operation({
    ...shared,
    path: "/api/services/:service/operations",
    summary: "List a service's operations with rate, errors and latency",
    description: "`to` defaults to now, `from` to an hour before.",
    params: Type.Object({ service: Type.String({ minLength: 1, maxLength: 300 }) }),
    query: figuresWindow,
    reply: Type.Array(OperationFigures),
  }),
  series: operation({
    ...shared,
    path: "/api/services/series",
    summary: "Get rate, errors and latency of services over time",
    description:
      "Of the given services, or of the 50 busiest. `to` defaults to now, `from` to an hour before. The step is a whole number of minutes, chosen to give at most `points` points. A step without calls has no point. Quantiles are within 4.5 % of the true value.",
    query: Type.Object({
      ...timeWindow,
      service: Type.Optional(listOf(line(300), "Names of services")),
      points: Type.Optional(Type.Integer({ minimum: 2, maximum: 300, default: 60 })),
    }),
    reply: Type.Object({
      from: Timestamp,
      to: Timestamp,
      step_seconds: Type.Integer(),
      services: Type.Array(
        Type.Object({
          service: Type.String(),
          points: Type.Array(
            Type.Object({
              ts: Timestamp,
              calls: Type.Integer(),
              errors: Type.Integer(),
              p50_ms: milliseconds,
              p95_ms: milliseconds,
              p99_ms: milliseconds,
            }),
          ),
        }),
      ),
    }),
  }),
  map: operation({
    ...shared,
    path: "/api/services/map",
    summary: "Get the service map from spans",
    description:
      "`to` defaults to now, `from` to an hour before. With very many spans, whole traces are sampled and the counts are scaled.",
    query: Type.Object({ ...timeWindow, service: Type.Optional(line(300, "Only edges from or to this service")) }),
    reply: Type.Object({
      nodes: Type.Array(
        Type.Object({ name: Type.String(), type: oneOf(["service", "database", "messaging", "external"]) }),
      ),
      edges: Type.Array(ServiceEdge),
      sampled: Type.Integer({ description: "Sampling rate: 1 means every trace, n means one in n" }),
    }),
  }),
};
