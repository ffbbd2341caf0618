import type { LogRecord } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { asRecord, columns, type RecordRow } from "./records.ts";

/** `stored_at` is the arrival time of the request. The row may become visible this much later. */
const overlapMs = 10_000;
const maxAtOnce = 500;

export interface News {
  /** Oldest first. */
  records: LogRecord[];
  /** The number of matching records that are left out of a flood. */
  skipped: number;
}

/** Each call returns the records stored since the previous call. The first call returns those of the last seconds. */
export function follow(clickhouse: ClickHouseReader, where: SqlFragment): (now: Date) => Promise<News> {
  let lookedAt = 0;
  let floor = 0;
  let seen = new Map<string, number>();
  return async (now) => {
    const since = Math.max(floor, (lookedAt || now.getTime()) - overlapMs);
    const seenSince = [...seen.values()].filter((storedAt) => storedAt > since).length;
    const most = maxAtOnce + seenSince;
    const rows = await readStored(
      clickhouse,
      every([where, chsql`stored_at > ${bind.instant(new Date(since))}`]),
      most + 1,
    );
    const fresh = rows.filter(({ record }) => !seen.has(record.id)).slice(0, maxAtOnce);
    const newest = rows[0]?.storedAt ?? since;
    let skipped = 0;
    if (rows.length > most) {
      const total = await countStored(clickhouse, where, { since, until: newest });
      skipped = Math.max(1, total - seenSince - fresh.length);
    }
    lookedAt = now.getTime();
    // In a flood the overlap is dropped, because remembering all of its rows would take too much memory.
    floor = skipped > 0 ? newest : floor;
    seen = new Map(rows.map(({ record, storedAt }) => [record.id, storedAt]));
    return { records: fresh.map(({ record }) => record).sort(byTime), skipped };
  };
}

async function readStored(clickhouse: ClickHouseReader, where: SqlFragment, limit: number) {
  const rows = await clickhouse.rows<RecordRow & { stored_ms: number }>(chsql`
    SELECT ${columns}, toUnixTimestamp64Milli(stored_at) AS stored_ms
    FROM log_records WHERE tenant_id = {tenant:String} AND ${where}
    ORDER BY stored_at DESC, ts DESC, batch DESC, row DESC LIMIT ${bind.unsigned(limit)}`);
  return rows.map(({ stored_ms, ...row }) => ({ record: asRecord(row), storedAt: stored_ms }));
}

async function countStored(clickhouse: ClickHouseReader, where: SqlFragment, window: { since: number; until: number }) {
  const counted = await clickhouse.first<{ total: number }>(chsql`
    SELECT count() AS total FROM log_records
    WHERE tenant_id = {tenant:String} AND stored_at > ${bind.instant(new Date(window.since))}
      AND stored_at <= ${bind.instant(new Date(window.until))} AND ${where}`);
  return counted?.total ?? 0;
}

function byTime(one: LogRecord, other: LogRecord): number {
  const [first, second] = [BigInt(one.time_unix_nano), BigInt(other.time_unix_nano)];
  return first < second ? -1 : first > second ? 1 : 0;
}
