import { type Static, Type } from "typebox";
import { type OperationSpec, operation } from "./operation.ts";

/** The result of an ingest request. Valid rows are stored even when others are rejected. */
export const Received = Type.Object({
  accepted: Type.Integer({ description: "Number of stored rows" }),
  rejected: Type.Integer({ description: "Number of rejected rows" }),
  duplicate: Type.Boolean({ description: "The same batch was stored before, so nothing was stored again" }),
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
    description: "Reasons for rejected rows, at most twenty",
  }),
});
export type Received = Static<typeof Received>;

const json = "application/json";
const protobuf = "application/x-protobuf";

const shared = { method: "POST", access: "observability:write", effect: "write", module: "observability" } as const;

function otlp(signal: "traces" | "metrics" | "logs") {
  return operation({
    ...shared,
    path: `/v1/${signal}`,
    summary: `OpenTelemetry ${signal} (OTLP/HTTP)`,
    description:
      "An export request as protobuf or JSON, plain or gzip. The response has the same encoding and is sent after the rows are stored. It is a partial success when some rows were rejected.",
    envelope: "none",
    intake: { types: [protobuf, json], encodings: ["gzip"] },
    reply: Type.Unsafe<object>({
      type: "object",
      additionalProperties: true,
      description: "OTLP export response. One bad row never rejects the whole batch",
    }),
  } satisfies OperationSpec);
}

export const ingest = {
  otlpTraces: otlp("traces"),
  otlpMetrics: otlp("metrics"),
  otlpLogs: otlp("logs"),
  prometheus: operation({
    ...shared,
    path: "/api/ingest/prometheus",
    summary: "Prometheus remote write 1.0",
    description:
      "A snappy-compressed WriteRequest. Staleness markers, out-of-order and repeated samples, NaN and infinities are accepted.",
    intake: { types: [protobuf], encodings: ["snappy"] },
    reply: Received,
  }),
  logs: operation({
    ...shared,
    path: "/api/logs",
    summary: "Send logs as JSON",
    description:
      "One record, an array, `{ logs: [...] }`, or lines of JSON (application/x-ndjson). A record has `message` and may have `timestamp` (default: arrival time), `level`, `service`, `trace_id`, `span_id`, `attributes`, `resource`. Other fields become attributes.",
    intake: { types: [json, "application/x-ndjson"], encodings: ["gzip"] },
    reply: Received,
  }),
  flows: operation({
    ...shared,
    module: "netflow",
    path: "/api/netflow",
    summary: "Send network flows as JSON",
    description:
      "One record, an array, or `{ flows: [...] }`. A record has `protocol`, `src_ip`, `dst_ip`, `dst_port`, `bytes`, `packets` and may have `timestamp` (default: `end`, otherwise the arrival time), `src_port`, `in_interface`, `out_interface`, `start`, `end`, `sampling`, `exporter`.",
    intake: { types: [json], encodings: ["gzip"] },
    reply: Received,
  }),
};
