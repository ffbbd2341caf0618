import type { ChangeSummary } from "@opsplane/contract";
import type { TimeMode } from "../time/format.ts";
import { type Day, dayOf } from "./calendar-days.ts";

/** A change within one week: from which column to which, and in which lane it lies. */
export interface Bar {
  change: ChangeSummary;
  first: number;
  last: number;
  lane: number;
  /** It began before this week, or goes on after it. */
  before: boolean;
  after: boolean;
}

/** Lays the changes of a week into lanes so that none covers another: longest first among those that begin together. */
export function barsOf(changes: readonly ChangeSummary[], week: readonly Day[], mode: TimeMode): Bar[] {
  const [monday = "", sunday = ""] = [week[0], week[6]];
  const spans = changes
    .flatMap((change) => {
      const days = daysOf(change, mode);
      if (!days || days.last < monday || days.first > sunday) return [];
      return [
        {
          change,
          first: Math.max(0, week.indexOf(days.first)),
          last: days.last > sunday ? 6 : week.indexOf(days.last),
          before: days.first < monday,
          after: days.last > sunday,
        },
      ];
    })
    .sort((one, other) => one.first - other.first || other.last - one.last);
  const lanes: number[] = [];
  return spans.map((span) => {
    const free = lanes.findIndex((last) => last < span.first);
    const lane = free === -1 ? lanes.length : free;
    lanes[lane] = span.last;
    return { ...span, lane };
  });
}

/** The days a change touches; one that ends at midnight does not touch the day that begins then. */
export function daysOf(
  { requested_start, requested_end }: ChangeSummary,
  mode: TimeMode,
): { first: Day; last: Day } | undefined {
  if (!requested_start) return undefined;
  const first = dayOf(requested_start, mode);
  const last = requested_end ? dayOf(Date.parse(requested_end) - 1, mode) : first;
  return { first, last: last < first ? first : last };
}
