import type { Flow, LogLine, Point, Slice, Span } from "../simulator/signals.ts";
import { jsonLogs } from "./json-logs.ts";
import { otlpLogs, otlpMetrics, otlpTraces } from "./otlp.ts";

/** One request of an ingest endpoint. */
export interface IngestRequest {
  readonly path: "/v1/traces" | "/v1/logs" | "/v1/metrics" | "/api/logs" | "/api/netflow";
  readonly rows: number;
  readonly body: object;
}

/** The most rows of one request. Its JSON stays far below the limit of 16 MiB. */
const maxRows = 5000;

/** Slices as requests of bounded size. Services send OpenTelemetry; databases and hosts send JSON logs. */
export function requestsOf(slices: Iterable<Slice>): IngestRequest[] {
  const spans: Span[] = [];
  const logs: LogLine[] = [];
  const points: Point[] = [];
  const flows: Flow[] = [];
  for (const slice of slices) {
    spans.push(...slice.spans);
    logs.push(...slice.logs);
    points.push(...slice.points);
    flows.push(...slice.flows);
  }
  const isService = ({ source }: LogLine) => source.instance !== undefined;
  return [
    ...chunks(spans).map((rows) => request("/v1/traces", rows, otlpTraces)),
    ...chunks(logs.filter(isService)).map((rows) => request("/v1/logs", rows, otlpLogs)),
    ...chunks(logs.filter((line) => !isService(line))).map((rows) => request("/api/logs", rows, jsonLogs)),
    ...chunks(points).map((rows) => request("/v1/metrics", rows, otlpMetrics)),
    ...chunks(flows).map((rows) => request("/api/netflow", rows, (all) => ({ flows: all }))),
  ];
}

function request<T>(path: IngestRequest["path"], rows: readonly T[], encode: (rows: readonly T[]) => object) {
  return { path, rows: rows.length, body: encode(rows) };
}

function chunks<T>(all: readonly T[]): T[][] {
  const parts: T[][] = [];
  for (let at = 0; at < all.length; at += maxRows) parts.push(all.slice(at, at + maxRows));
  return parts;
}
