import type { spanKinds } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { inSample } from "./map.ts";
import { spansByService } from "./volume.ts";

/** A span without its attributes. */
export interface SampledSpan {
  trace: string;
  id: string;
  parent: string;
  service: string;
  operation: string;
  /** Unix milliseconds. */
  start: number;
  /** Milliseconds. */
  duration: number;
  failed: boolean;
  /** What a client span called; empty otherwise. */
  peer: string;
  kind: (typeof spanKinds)[number];
  host: string;
  /** Empty when the service does not say it. */
  version: string;
}

export interface SpanSample {
  spans: SampledSpan[];
  /** One in this many traces was read. */
  sampled: number;
  range: BoundedRange;
}

/** More spans than this are not scanned for a sample: the window gets shorter. */
const maxScanned = 20_000_000;
const minWindowMs = 60_000;

/** Whole traces of a window, chosen by their ids, so that a sample has both ends of its calls. At most about `limit` spans. */
export async function readSpanSample(
  clickhouse: ClickHouseReader,
  window: BoundedRange,
  limit: number,
): Promise<SpanSample> {
  const total = (await spansByService(clickhouse, window)).reduce((sum, { spans }) => sum + spans, 0);
  const range = shortened(window, total);
  const within = (total * lengthOf(range)) / lengthOf(window);
  const sampled = Math.max(1, Math.ceil(within / limit));
  if (total === 0) return { spans: [], sampled, range };
  const rows = await clickhouse.rows<Omit<SampledSpan, "failed"> & { failed: number }>(chsql`
    SELECT trace_id AS trace, span_id AS id, parent_span_id AS parent, service, name AS operation,
      toUnixTimestamp64Micro(start) / 1000 AS start, duration / 1e6 AS duration, status = 'error' AS failed,
      if(kind IN ('client', 'producer'), peer, '') AS peer, toString(kind) AS kind, resource['host.name'] AS host, resource['service.version'] AS version
    FROM (
      SELECT trace_id, span_id, parent_span_id, service, name, start, duration, status, kind, peer, resource
      FROM spans
      WHERE tenant_id = {tenant:String} AND ${inRange(chsql`start`, range)} AND ${inSample(sampled)}
      LIMIT ${bind.whole(limit * 2)}
    )`);
  return {
    spans: rows.map((row) => ({ ...row, failed: row.failed === 1 })),
    sampled,
    range,
  };
}

/** The end of the window, as long as can be scanned. */
function shortened({ from, to }: BoundedRange, spans: number): BoundedRange {
  if (spans <= maxScanned) return { from, to };
  const ms = Math.max(minWindowMs, (lengthOf({ from, to }) * maxScanned) / spans);
  return { from: new Date(to.getTime() - ms), to };
}

function lengthOf({ from, to }: BoundedRange): number {
  return Math.max(1, to.getTime() - from.getTime());
}
