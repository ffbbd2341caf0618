import type { LogRecord } from "@opsplane/contract";
import { type ClickHouseReader, chsql, every, type TimeRange } from "@opsplane/runtime";
import { inRange } from "../time-range.ts";
import { isBefore, type LogCursor, timeOf } from "./cursor.ts";
import { type LogFilter, matching } from "./filter.ts";
import { readRecords } from "./store/records.ts";

export interface RecordsQuery {
  range: TimeRange;
  now: Date;
  limit: number;
  /** Only records before this one. */
  before?: LogCursor | undefined;
}

/** The newest records of a range that match. */
export function findRecords(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  { range, now, limit, before }: RecordsQuery,
): Promise<LogRecord[]> {
  const where = every([inRange(chsql`ts`, range), matching(filter), before && isBefore(before)]);
  const at = before ? timeOf(before) : (range.to ?? now);
  const reach = range.from ? Math.max(0, at.getTime() - range.from.getTime()) : Number.POSITIVE_INFINITY;
  return readRecords(clickhouse, where, { at, towards: "past", reach }, limit);
}
