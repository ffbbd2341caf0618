import type { ChangeSummary } from "@opsplane/contract";
import type { Day } from "../time/days.ts";
import type { TimeMode } from "../time/format.ts";
import { dayOf } from "./calendar-days.ts";

/** A change within one week: its first and last column, and its lane. */
export interface Bar {
  change: ChangeSummary;
  first: number;
  last: number;
  lane: number;
  /** Whether it starts before this week or ends after it. */
  before: boolean;
  after: boolean;
}

/** Places the changes of a week in lanes so that none covers another. Of those that start together, the longest comes first. */
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

/** The days of a change. One that ends at midnight does not count the day that starts then. */
export function daysOf(
  { requested_start, requested_end }: ChangeSummary,
  mode: TimeMode,
): { first: Day; last: Day } | undefined {
  if (!requested_start) return undefined;
  const first = dayOf(requested_start, mode);
  const last = requested_end ? dayOf(Date.parse(requested_end) - 1, mode) : first;
  return { first, last: last < first ? first : last };
}
