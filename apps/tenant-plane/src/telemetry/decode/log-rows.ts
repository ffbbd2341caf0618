import type { LogLevel } from "@opsplane/contract";
import * as native from "@opsplane/runtime/native";
import type { TableRows } from "./job.ts";
import { keptRows } from "./metric-rows.ts";

export interface LogRow {
  /** Unix nanoseconds. */
  time: bigint;
  level: LogLevel;
  service: string;
  message: string;
  traceId: string;
  spanId: string;
  attributes: Iterable<readonly [string, string]>;
  resource: Iterable<readonly [string, string]>;
}

export class LogRows {
  #count = 0;
  readonly #columns = {
    ts: native.nanoseconds(),
    row: native.uint32(),
    stored_at: native.milliseconds(),
    level: native.words(),
    service: native.words(),
    message: native.strings(),
    trace_id: native.strings(),
    span_id: native.strings(),
    attributes: native.pairs(),
    resource: native.pairs(),
  };

  constructor(readonly now: number) {}

  add(row: LogRow): void {
    const columns = this.#columns;
    columns.ts.push(row.time);
    columns.row.push(this.#count++);
    columns.stored_at.push(this.now);
    columns.level.push(row.level);
    columns.service.push(row.service);
    columns.message.push(row.message);
    columns.trace_id.push(row.traceId);
    columns.span_id.push(row.spanId);
    columns.attributes.push(row.attributes);
    columns.resource.push(row.resource);
  }

  tables(tenantId: string, keepDays: number, batch: bigint): TableRows[] {
    if (this.#count === 0) return [];
    const columns = { ...this.#columns, batch: native.same64(batch, this.#count) };
    return [keptRows("log_records", this.#count, tenantId, keepDays, columns)];
  }
}
