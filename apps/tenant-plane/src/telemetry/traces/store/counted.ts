import { bind, chsql, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";

const minute = 60_000;

/** A window cut into whole minutes, which the projection `minutes` answers, and the partial minutes at its ends. */
export interface MinuteParts {
  minutes: SqlFragment;
  ends: SqlFragment;
}

export function minuteParts(window: BoundedRange): MinuteParts {
  const from = new Date(Math.ceil(window.from.getTime() / minute) * minute);
  const to = new Date(Math.max(from.getTime(), Math.floor(window.to.getTime() / minute) * minute));
  return {
    minutes: chsql`toStartOfMinute(start) >= ${bind.instant(from)} AND toStartOfMinute(start) < ${bind.instant(to)}`,
    ends: chsql`${inRange(chsql`start`, window)} AND (start < ${bind.instant(from)} OR start >= ${bind.instant(to)})`,
  };
}

/**
 * Counts the spans of a window by columns: `SELECT <columns>, part`. A group may appear twice. `where` may only use columns of the
 * projection `minutes`.
 */
export function countedByMinutes(columns: SqlFragment, window: BoundedRange, where: SqlFragment): SqlFragment {
  const { minutes, ends } = minuteParts(window);
  return chsql`${counted(columns, chsql`${minutes} AND ${where}`)} UNION ALL ${counted(columns, chsql`${ends} AND ${where}`)}`;
}

/** The same from the spans themselves, for any condition. */
export function countedOneByOne(columns: SqlFragment, window: BoundedRange, where: SqlFragment): SqlFragment {
  return counted(columns, chsql`${inRange(chsql`start`, window)} AND ${where}`);
}

function counted(columns: SqlFragment, where: SqlFragment): SqlFragment {
  return chsql`
    SELECT ${columns}, count() AS part FROM spans
    WHERE tenant_id = {tenant:String} AND ${where}
    GROUP BY ALL`;
}
