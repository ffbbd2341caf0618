import { type Static, Type } from "typebox";
import { type OperationSpec, operation } from "./operation.ts";

/** What became of the rows of a request. Good rows are kept whatever the others were. */
export const Received = Type.Object({
  accepted: Type.Integer({ description: "Rows that are stored now" }),
  rejected: Type.Integer({ description: "Rows that were not taken" }),
  duplicate: Type.Boolean({ description: "The very same batch was stored before, so that nothing was stored again" }),
  errors: Type.Array(Type.Object({ path: Type.String(), message: Type.String() }), {
    description: "Why rows were not taken; the first twenty",
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
      "Export request as protobuf or JSON, plain or gzip; answered in the same encoding once the rows are stored, with a partial success when some were not taken.",
    envelope: "none",
    intake: { types: [protobuf, json], encodings: ["gzip"] },
    reply: Type.Unsafe<object>({
      type: "object",
      additionalProperties: true,
      description: "OTLP's export response; the server never rejects a whole batch for one bad row",
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
      "A snappy-compressed WriteRequest. Staleness markers, out-of-order and repeated samples, NaN and infinities are taken as they are.",
    intake: { types: [protobuf], encodings: ["snappy"] },
    reply: Received,
  }),
  logs: operation({
    ...shared,
    path: "/api/logs",
    summary: "Logs as JSON",
    description:
      "One record, an array, or `{ logs: [...] }`; or lines of JSON (application/x-ndjson). A record has `message` and may have `timestamp` (default: arrival), `level`, `service`, `trace_id`, `span_id`, `attributes`, `resource`; other fields become attributes.",
    intake: { types: [json, "application/x-ndjson"], encodings: ["gzip"] },
    reply: Received,
  }),
  flows: operation({
    ...shared,
    module: "netflow",
    path: "/api/netflow",
    summary: "Network flows as JSON",
    description:
      "One record, an array, or `{ flows: [...] }`. A record has `protocol`, `src_ip`, `dst_ip`, `dst_port`, `bytes`, `packets` and may have `timestamp` (default: `end`, else arrival), `src_port`, `in_interface`, `out_interface`, `start`, `end`, `sampling`, `exporter`.",
    intake: { types: [json], encodings: ["gzip"] },
    reply: Received,
  }),
};
