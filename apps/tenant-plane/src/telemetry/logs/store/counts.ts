import { bind, chsql, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";

const minuteMs = 60_000;

/** A grouping key, as an expression on the records and on the minute roll-up. */
export interface Key {
  ofRecord: SqlFragment;
  ofMinute: SqlFragment;
}

export interface Count {
  key: string;
  level: string;
  records: number;
}

export const byService: Key = { ofRecord: chsql`service`, ofMinute: chsql`service` };

/** Groups by bar number, as `barsOf` numbers them. */
export function byBar(step: number): Key {
  const width = bind.unsigned(step);
  return {
    ofRecord: chsql`toString(intDiv(toUnixTimestamp64Second(ts), ${width}))`,
    ofMinute: chsql`toString(intDiv(toUnixTimestamp(toStartOfMinute(ts)), ${width}))`,
  };
}

/** Counts records one by one. */
export function countedOneByOne(key: Key, range: BoundedRange, where: SqlFragment): SqlFragment {
  return chsql`
    SELECT ${key.ofRecord} AS key, level, count() AS records FROM log_records
    WHERE tenant_id = {tenant:String} AND ${inRange(chsql`ts`, range)} AND ${where}
    GROUP BY key, level ORDER BY records DESC LIMIT 20000`;
}

/**
 * Counts whole minutes from the projection `minutes`, and the partial minutes at both ends from the records. `where` may only
 * filter by service and level.
 */
export function countedByMinutes(key: Key, window: BoundedRange, where: SqlFragment): SqlFragment {
  const first = Math.ceil(window.from.getTime() / minuteMs) * minuteMs;
  const end = Math.floor(window.to.getTime() / minuteMs) * minuteMs;
  if (first >= end) return countedOneByOne(key, window, where);
  const [from, to] = [bind.instant(window.from), bind.instant(window.to)];
  const [firstMinute, endMinute] = [bind.instant(new Date(first)), bind.instant(new Date(end))];
  return chsql`
    SELECT key, level, sum(part) AS records FROM (
      SELECT ${key.ofMinute} AS key, level, count() AS part FROM log_records
      WHERE tenant_id = {tenant:String} AND toStartOfMinute(ts) >= ${firstMinute} AND toStartOfMinute(ts) < ${endMinute} AND ${where}
      GROUP BY key, level
      UNION ALL
      SELECT ${key.ofRecord} AS key, level, count() AS part FROM log_records
      WHERE tenant_id = {tenant:String} AND (ts >= ${from} AND ts < ${firstMinute} OR ts >= ${endMinute} AND ts < ${to}) AND ${where}
      GROUP BY key, level
    ) GROUP BY key, level ORDER BY records DESC LIMIT 20000`;
}
