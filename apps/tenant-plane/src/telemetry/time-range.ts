import { bind, chsql, every, invalid, parseRange, type SqlFragment, type TimeRange } from "@opsplane/runtime";

/** A range with both ends. */
export type BoundedRange = { [End in keyof TimeRange]: Date };

const hour = 3_600_000;

/** The range of the ClickHouse time columns. */
const [earliest, latest] = [0, Date.UTC(2200, 0, 1)];

/** The range of a query. A missing `to` is now; a missing `from` is `hours` before `to`. */
export function boundedRange(query: { from?: string; to?: string }, now: Date, hours: number): BoundedRange {
  const { from, to = now } = parseRange({ ...query, to: query.to ?? "now" }, now);
  return { from: clamped(from ?? new Date(to.getTime() - hours * hour)), to: clamped(to) };
}

/** The range of a query. A missing bound stays open. */
export function openRange(query: { from?: string; to?: string }, now: Date): TimeRange {
  const { from, to } = parseRange(query, now);
  return { from: from && clamped(from), to: to && clamped(to) };
}

/** The condition that `column` is in the range. */
export function inRange(column: SqlFragment, { from, to }: TimeRange): SqlFragment {
  return every([from && chsql`${column} >= ${bind.instant(from)}`, to && chsql`${column} < ${bind.instant(to)}`]);
}

function clamped(time: Date): Date {
  return new Date(Math.min(Math.max(time.getTime(), earliest), latest));
}

/** Refuses a time that the columns cannot hold. */
export function storableTime(path: string, time: Date): Date {
  const ms = time.getTime();
  if (!(ms >= earliest && ms <= latest)) invalid(path, "must be between 1970-01-01 and 2200-01-01");
  return time;
}
