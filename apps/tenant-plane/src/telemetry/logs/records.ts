import type { LogRecord } from "@opsplane/contract";
import { bind, ch, type Piece, type TenantTelemetry } from "@opsplane/runtime";
import { writePlace } from "./place.ts";

/** Their names are not those of columns: a condition that names a column must not meet what the SELECT made of it. */
export const columns = ch`
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

/** Newest first. */
export async function readNewest(telemetry: TenantTelemetry, where: Piece, limit: number): Promise<LogRecord[]> {
  const rows = await telemetry.rows<RecordRow>(ch`
    SELECT ${columns} FROM log_records WHERE tenant_id = {tenant:String} AND ${where}
    ORDER BY ts DESC, batch DESC, row DESC LIMIT ${bind.unsigned(limit)}`);
  return rows.map(asRecord);
}

/** Oldest first. */
export async function readOldest(telemetry: TenantTelemetry, where: Piece, limit: number): Promise<LogRecord[]> {
  const rows = await telemetry.rows<RecordRow>(ch`
    SELECT ${columns} FROM log_records WHERE tenant_id = {tenant:String} AND ${where}
    ORDER BY ts, batch, row LIMIT ${bind.unsigned(limit)}`);
  return rows.map(asRecord);
}

export function asRecord(row: RecordRow): LogRecord {
  const nanos = BigInt(row.nanos);
  return {
    id: writePlace({ nanos, batch: BigInt(row.batch_number), row: row.row_number }),
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
