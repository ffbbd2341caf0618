export { hashBytes } from "./hash.ts";
export type { AnyValue, Attribute, Attributes } from "./otlp/any-value.ts";
export type { Scope, Scoped } from "./otlp/export-request.ts";
export { decodeLogs, type LogRecord, logsFromJson } from "./otlp/logs.ts";
export type {
  ExponentialBuckets,
  ExponentialHistogramPoint,
  HistogramPoint,
  NumberPoint,
  Point,
  SummaryPoint,
} from "./otlp/metric-points.ts";
export { decodeMetrics, type Metric, type MetricData, metricsFromJson } from "./otlp/metrics.ts";
export { type ExportResponse, exportResponse, type Signal, statusMessage } from "./otlp/responses.ts";
export { asText, textAttributes } from "./otlp/text.ts";
export { decodeTraces, type Span, type SpanEvent, type SpanLink, tracesFromJson } from "./otlp/traces.ts";
export { Reader, tagOf, wireTypes } from "./protobuf/reader.ts";
export { readLabels, readWriteRequest, type WriteMetadata, type WriteSink } from "./remote-write.ts";
export { WireError } from "./wire-error.ts";
