import { parseTime } from "@opsplane/contract";
import { fail } from "../failure.ts";
import { type Sql, sql } from "./sql.ts";

/** A half-open time range: includes `from`, excludes `to`. An undefined end is open. */
export interface TimeRange {
  from: Date | undefined;
  to: Date | undefined;
}

/** Parses `from` and `to` of a query. The schema has checked the format. Refuses a reversed range. */
export function parseRange(query: { from?: string; to?: string }, now: Date): TimeRange {
  const from = query.from === undefined ? undefined : parseTime(query.from, now);
  const to = query.to === undefined ? undefined : parseTime(query.to, now);
  if (from && to && from > to) {
    fail("VALIDATION_ERROR", `The time range is reversed: from (${query.from}) is after to (${query.to}).`, {
      details: [{ path: "from", message: "must not be after to" }],
    });
  }
  return { from, to };
}

/** Conditions for a list of filters; an open end adds none. */
export function inRange(column: Sql, { from, to }: TimeRange): (Sql | undefined)[] {
  return [from && sql`${column} >= ${from}`, to && sql`${column} < ${to}`];
}
