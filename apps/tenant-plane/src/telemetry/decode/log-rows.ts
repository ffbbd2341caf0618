import type { LogLevel } from "@opsplane/contract";
import * as native from "@opsplane/runtime/native";
import { ByDay, dayOf } from "./by-day.ts";
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

const emptyColumns = () => ({
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
});

export class LogRows {
  /** True when every record carries its time; then the same body is the same batch. */
  timed = true;
  #count = 0;
  readonly #days = new ByDay(() => ({ rows: 0, columns: emptyColumns() }));

  constructor(readonly now: number) {}

  add(row: LogRow): void {
    const day = this.#days.of(dayOf(Number(row.time / 1_000_000n)));
    day.rows += 1;
    const { columns } = day;
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
    return this.#days.map(({ rows, columns }, day) => ({
      ...keptRows("log_records", rows, tenantId, keepDays, { ...columns, batch: native.same64(batch, rows) }),
      probe: { by: "batch", table: "log_records", batch, day },
    }));
  }
}
