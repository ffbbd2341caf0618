import type { LogRecord } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { inRange } from "../../time-range.ts";
import { readInWideningSteps } from "../../widening-reads.ts";
import { writeCursor } from "../cursor.ts";

/** The aliases differ from the column names, because ClickHouse would use an alias in WHERE instead of the column. */
export const columns = chsql`
  toString(toUnixTimestamp64Nano(ts)) AS nanos, toString(batch) AS batch_number, row AS row_number, level, service, message,
  trace_id, span_id, attributes, resource`;

export interface RecordRow {
  nanos: string;
  batch_number: string;
  row_number: number;
  level: LogRecord["level"];
  service: string;
  message: string;
  trace_id: string;
  span_id: string;
  attributes: Record<string, string>;
  resource: Record<string, string>;
}

/** The start of a read, its direction, and its length in milliseconds. */
export interface RecordRange {
  at: Date;
  towards: "past" | "future";
  reach: number;
}

/** The records nearest to the start come first. */
export function readRecords(
  clickhouse: ClickHouseReader,
  where: SqlFragment,
  { at, towards, reach }: RecordRange,
  limit: number,
): Promise<LogRecord[]> {
  const isBack = towards === "past";
  const order = isBack ? chsql`ts DESC, batch DESC, row DESC` : chsql`ts, batch, row`;
  return readInWideningSteps<LogRecord>(reach, limit, async (near, far, found) => {
    const stretch = isBack ? between(at, -far, -near) : between(at, near, far);
    const rows = await clickhouse.rows<RecordRow>(chsql`
      SELECT ${columns} FROM log_records WHERE tenant_id = {tenant:String} AND ${every([stretch, where])}
      ORDER BY ${order} LIMIT ${bind.unsigned(limit - found.length)}`);
    return rows.map(asRecord);
  });
}

/** The range between two distances from a time. A distance of 0 sets no bound; the caller's condition sets the exact start. */
function between(time: Date, from: number, to: number): SqlFragment {
  const away = (ms: number) => (ms === 0 || !Number.isFinite(ms) ? undefined : new Date(time.getTime() + ms));
  return inRange(chsql`ts`, { from: away(from), to: away(to) });
}

export function asRecord(row: RecordRow): LogRecord {
  const nanos = BigInt(row.nanos);
  return {
    id: writeCursor({ nanos, batch: BigInt(row.batch_number), row: row.row_number }),
    timestamp: new Date(Number(nanos / 1_000_000n)).toISOString(),
    time_unix_nano: row.nanos,
    level: row.level,
    service: row.service,
    message: row.message,
    trace_id: row.trace_id || null,
    span_id: row.span_id || null,
    attributes: row.attributes,
    resource: row.resource,
  };
}
