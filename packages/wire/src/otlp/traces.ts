import { type Attributes, attribute } from "./any-value.ts";
import { exportRequest, type Scoped } from "./export-request.ts";
import { field, inline, message, repeated } from "./message.ts";
import { enumeration, id, text, time } from "./scalars.ts";

export interface Span {
  traceId: string;
  spanId: string;
  parentSpanId: string;
  traceState: string;
  name: string;
  kind: number;
  start: bigint;
  end: bigint;
  attributes: Attributes;
  events: SpanEvent[];
  links: SpanLink[];
  statusCode: number;
  statusMessage: string;
}

export interface SpanEvent {
  time: bigint;
  name: string;
  attributes: Attributes;
}

export interface SpanLink {
  traceId: string;
  spanId: string;
  attributes: Attributes;
}

const kinds = [
  "SPAN_KIND_UNSPECIFIED",
  "SPAN_KIND_INTERNAL",
  "SPAN_KIND_SERVER",
  "SPAN_KIND_CLIENT",
  "SPAN_KIND_PRODUCER",
  "SPAN_KIND_CONSUMER",
];

const statusCodes = ["STATUS_CODE_UNSET", "STATUS_CODE_OK", "STATUS_CODE_ERROR"];

const event = message<SpanEvent>(
  () => ({ time: 0n, name: "", attributes: [] }),
  [field(1, "timeUnixNano", time, "time"), field(2, "name", text), repeated(3, "attributes", attribute)],
);

const link = message<SpanLink>(
  () => ({ traceId: "", spanId: "", attributes: [] }),
  [field(1, "traceId", id), field(2, "spanId", id), repeated(4, "attributes", attribute)],
);

const span = message<Span>(
  () => ({
    traceId: "",
    spanId: "",
    parentSpanId: "",
    traceState: "",
    name: "",
    kind: 0,
    start: 0n,
    end: 0n,
    attributes: [],
    events: [],
    links: [],
    statusCode: 0,
    statusMessage: "",
  }),
  [
    field(1, "traceId", id),
    field(2, "spanId", id),
    field(3, "traceState", text),
    field(4, "parentSpanId", id),
    field(5, "name", text),
    field(6, "kind", enumeration(kinds)),
    field(7, "startTimeUnixNano", time, "start"),
    field(8, "endTimeUnixNano", time, "end"),
    repeated(9, "attributes", attribute),
    repeated(11, "events", event),
    repeated(13, "links", link),
    inline<Span>(15, "status", [
      field(2, "message", text, "statusMessage"),
      field(3, "code", enumeration(statusCodes), "statusCode"),
    ]),
  ],
);

const request = exportRequest({ resources: "resourceSpans", scopes: "scopeSpans", items: "spans" }, span);

export const decodeTraces: (bytes: Uint8Array) => Scoped<Span>[] = request.decode;
export const tracesFromJson: (value: unknown) => Scoped<Span>[] = request.fromJson;
