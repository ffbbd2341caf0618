import { createHash, randomBytes } from "node:crypto";
import {
  decodeLogs,
  decodeMetrics,
  decodeTraces,
  logsFromJson,
  metricsFromJson,
  tracesFromJson,
  WireError,
} from "@opsplane/wire";
import { FlowRows } from "./flow-rows.ts";
import { IngestReport } from "./ingest-report.ts";
import { BadBody, type Decoded, formats, type Job, type TableRows } from "./job.ts";
import { jsonRows, ndjsonRows, parseBody } from "./json-body.ts";
import { jsonLogRows } from "./json-logs.ts";
import type { MetricRows } from "./metric-rows.ts";
import { otlpLogRows } from "./otlp-logs.ts";
import { otlpMetricRows } from "./otlp-metrics.ts";
import { remoteWriteRows } from "./remote-write.ts";
import { SeriesIndexes } from "./series.ts";
import { SpanRows } from "./span-rows.ts";
import { unpack } from "./unpack.ts";

export type Decode = (job: Job) => Decoded;

export interface BodyDecoder {
  decode: Decode;
  /** Reports whether the new series of an announcement were stored. If not, they are announced again. */
  settle(announcement: number, stored: boolean): void;
}

/** Decodes bodies into ClickHouse blocks. It remembers series, so their labels are parsed and stored once a day. */
export function openDecode(): BodyDecoder {
  const indexes = new SeriesIndexes();
  const announced = new Map<number, () => void>();
  let announcements = 0;
  const decode: Decode = (job) => {
    const bytes = unpack(job.body, job.encoding, isJson(job) ? "json" : "binary");
    const report = new IngestReport(job.now, job.keepDays);
    try {
      const made = rowsOf(job, bytes, indexes, report);
      const repeatable = made.repeatable || job.key !== undefined;
      const hash = repeatable ? hashOf(job, bytes) : randomBytes(16);
      const batch = hash.readBigUInt64LE();
      const announcement = made.metrics && made.series ? announcements++ : undefined;
      if (made.metrics && announcement !== undefined) announced.set(announcement, made.metrics.abandoner());
      return {
        kind: formats[job.format],
        accepted: report.accepted,
        rejected: report.rejected,
        errors: report.errors,
        bytes: bytes.length,
        hash: repeatable ? hash : undefined,
        series: made.series,
        announcement,
        tables: made.tables(batch),
        hours: made.hours,
      };
    } catch (error) {
      if (error instanceof WireError) throw new BadBody(`The body cannot be read: ${error.message}`);
      throw error;
    }
  };
  return {
    decode,
    settle: (announcement, stored) => {
      if (!stored) announced.get(announcement)?.();
      announced.delete(announcement);
    },
  };
}

function isJson({ type }: Job): boolean {
  return type !== "application/x-protobuf";
}

/** The sender's idempotency key distinguishes equal bodies that are different batches. */
function hashOf({ format, type, key }: Job, bytes: Uint8Array): Buffer {
  return createHash("sha256")
    .update(`${format} ${type} ${key ?? ""}\n`)
    .update(bytes)
    .digest()
    .subarray(0, 16);
}

/** The result of decoding, the same for every format. */
interface DecodeResult {
  metrics?: MetricRows;
  series: TableRows | undefined;
  tables(batch: bigint): TableRows[];
  hours: number[];
  /** True when every row carries its timestamp; then equal bytes are the same batch. */
  repeatable: boolean;
}

function rowsOf(job: Job, bytes: Uint8Array, indexes: SeriesIndexes, report: IngestReport): DecodeResult {
  const fromJson = isJson(job);
  switch (job.format) {
    case "remote-write":
      return ofMetrics(remoteWriteRows(bytes, job, indexes.of(job.tenantId, job.now), report));
    case "otlp-metrics": {
      const metrics = fromJson ? metricsFromJson(parseBody(bytes).value) : decodeMetrics(bytes);
      return ofMetrics(otlpMetricRows(metrics, job, indexes.of(job.tenantId, job.now), report));
    }
    case "otlp-logs":
      return ofRows(job, otlpLogRows(fromJson ? logsFromJson(parseBody(bytes).value) : decodeLogs(bytes), report));
    case "otlp-traces":
      return ofRows(job, new SpanRows(fromJson ? tracesFromJson(parseBody(bytes).value) : decodeTraces(bytes), report));
    case "json-logs": {
      const isLines = job.type === "application/x-ndjson";
      return ofRows(job, jsonLogRows(isLines ? ndjsonRows(bytes) : jsonRows(bytes, "logs"), report));
    }
    case "json-flows":
      return ofRows(job, new FlowRows(jsonRows(bytes, "flows"), report));
  }
}

function ofMetrics(rows: MetricRows): DecodeResult {
  return {
    metrics: rows,
    series: rows.series(),
    tables: () => rows.tables(),
    hours: [...rows.hours],
    repeatable: rows.timed,
  };
}

function ofRows(
  { tenantId, keepDays }: Job,
  rows: { timed: boolean; tables(tenantId: string, keepDays: number, batch: bigint): TableRows[] },
): DecodeResult {
  return {
    series: undefined,
    tables: (batch) => rows.tables(tenantId, keepDays, batch),
    hours: [],
    repeatable: rows.timed,
  };
}
