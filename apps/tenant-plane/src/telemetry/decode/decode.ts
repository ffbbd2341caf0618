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
import { BadBody, type Decoded, formats, type Job, type TableRows } from "./job.ts";
import { jsonRows, ndjsonRows } from "./json-body.ts";
import { jsonLogRows } from "./json-logs.ts";
import type { MetricRows } from "./metric-rows.ts";
import { otlpLogRows } from "./otlp-logs.ts";
import { otlpMetricRows } from "./otlp-metrics.ts";
import { remoteWriteRows } from "./remote-write.ts";
import { SeriesBooks } from "./series.ts";
import { SpanRows } from "./span-rows.ts";
import { Tally } from "./tally.ts";
import { unpack } from "./unpack.ts";

export type Decode = (job: Job) => Decoded;

/** Bodies to blocks. Remembers the series it has seen, so that one decoder serves a whole process. */
export function openDecode(): Decode {
  const books = new SeriesBooks();
  return (job) => {
    const bytes = unpack(job.body, job.encoding);
    const tally = new Tally(job.now, job.keepDays);
    try {
      const made = rowsOf(job, bytes, books, tally);
      const repeatable = made.repeatable || job.key !== undefined;
      const hash = repeatable ? hashOf(job, bytes) : randomBytes(16);
      const batch = hash.readBigUInt64LE();
      return {
        kind: formats[job.format],
        accepted: tally.accepted,
        rejected: tally.rejected,
        errors: tally.errors,
        bytes: bytes.length,
        hash: repeatable ? hash : undefined,
        series: made.series,
        tables: made.tables(batch),
        hours: made.hours,
      };
    } catch (error) {
      if (error instanceof WireError) throw new BadBody(`The body cannot be read: ${error.message}`);
      throw error;
    }
  };
}

/** A sender's own key tells bodies apart that are equal on purpose. */
function hashOf({ format, type, key }: Job, bytes: Uint8Array): Buffer {
  return createHash("sha256")
    .update(`${format} ${type} ${key ?? ""}\n`)
    .update(bytes)
    .digest()
    .subarray(0, 16);
}

/** What every format comes to. */
interface Made {
  series: TableRows | undefined;
  tables(batch: bigint): TableRows[];
  hours: number[];
  /** The same bytes are the same batch: every row has a time of its own. */
  repeatable: boolean;
}

function rowsOf(job: Job, bytes: Uint8Array, books: SeriesBooks, tally: Tally): Made {
  const isJson = job.type !== "application/x-protobuf";
  switch (job.format) {
    case "remote-write":
      return ofMetrics(remoteWriteRows(bytes, job, books.of(job.tenantId, job.now), tally));
    case "otlp-metrics": {
      const metrics = isJson ? metricsFromJson(parsed(bytes)) : decodeMetrics(bytes);
      return ofMetrics(otlpMetricRows(metrics, job, books.of(job.tenantId, job.now), tally));
    }
    case "otlp-logs":
      return ofRows(job, otlpLogRows(isJson ? logsFromJson(parsed(bytes)) : decodeLogs(bytes), tally), true);
    case "otlp-traces":
      return ofRows(job, new SpanRows(isJson ? tracesFromJson(parsed(bytes)) : decodeTraces(bytes), tally), true);
    case "json-logs": {
      const isLines = job.type === "application/x-ndjson";
      const { rows, timed } = jsonLogRows(isLines ? ndjsonRows(bytes) : jsonRows(bytes, "logs"), tally);
      return ofRows(job, rows, timed);
    }
    case "json-flows": {
      const rows = new FlowRows(jsonRows(bytes, "flows"), tally);
      return ofRows(job, rows, rows.timed);
    }
  }
}

function ofMetrics(rows: MetricRows): Made {
  return {
    series: rows.series(),
    tables: () => rows.tables(),
    hours: [...rows.hours],
    repeatable: true,
  };
}

function ofRows(
  { tenantId, keepDays }: Job,
  rows: { tables(tenantId: string, keepDays: number, batch: bigint): TableRows[] },
  repeatable: boolean,
): Made {
  return {
    series: undefined,
    tables: (batch) => rows.tables(tenantId, keepDays, batch),
    hours: [],
    repeatable,
  };
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")) as unknown;
  } catch {
    throw new BadBody("The body is not valid JSON.");
  }
}
