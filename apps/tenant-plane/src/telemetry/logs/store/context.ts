import type { LogRecord } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, every, fail, type SqlFragment } from "@opsplane/runtime";
import { isAfter, isAt, isBefore, readCursor, timeOf } from "../cursor.ts";
import { host } from "../query/index.ts";
import { asRecord, columns, type RecordRange, type RecordRow, readRecords } from "./records.ts";

/** Neighbors are searched within this distance of the record. */
const reachMs = 24 * 3_600_000;

/** The neighbors of a record: same service, and same host when the record has one. */
export async function readContext(
  clickhouse: ClickHouseReader,
  id: string,
  counts: { before: number; after: number },
): Promise<{ before: LogRecord[]; record: LogRecord; after: LogRecord[] }> {
  const place = readCursor(id) ?? missing(id);
  const found = await clickhouse.first<RecordRow & { at_host: string }>(chsql`
    SELECT ${columns}, ${host} AS at_host FROM log_records WHERE tenant_id = {tenant:String} AND ${isAt(place)} LIMIT 1`);
  const { at_host, ...row } = found ?? missing(id);
  const beside = every([
    chsql`service = ${bind.text(row.service)}`,
    at_host !== "" && chsql`${host} = ${bind.text(at_host)}`,
  ]);
  const beyond = (limit: number, towards: RecordRange["towards"], side: SqlFragment) =>
    limit === 0
      ? []
      : readRecords(clickhouse, every([beside, side]), { at: timeOf(place), towards, reach: reachMs }, limit);
  const [before, after] = await Promise.all([
    beyond(counts.before, "past", isBefore(place)),
    beyond(counts.after, "future", isAfter(place)),
  ]);
  return { before: before.reverse(), record: asRecord(row), after };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `There is no log record ${id}.`);
}
