import type { ReportRange } from "@opsplane/contract";
import { Temporal } from "temporal-polyfill";
import type { Period } from "./model.ts";

type Zoned = Temporal.ZonedDateTime;

const startOfDay = (at: Zoned) => at.startOfDay();
const startOfWeek = (at: Zoned) => startOfDay(at.subtract({ days: at.dayOfWeek - 1 }));
const startOfMonth = (at: Zoned) => startOfDay(at.with({ day: 1 }));
const startOfQuarter = (at: Zoned) => startOfMonth(at.with({ day: 1, month: at.month - ((at.month - 1) % 3) }));
const startOfYear = (at: Zoned) => startOfDay(at.with({ day: 1, month: 1 }));

/** The bounds of each named range. `from` is included, `to` is not. */
const bounds: Readonly<Record<Exclude<ReportRange, "custom">, (now: Zoned) => readonly [Zoned, Zoned]>> = {
  last_24_hours: (now) => [now.subtract({ hours: 24 }), now],
  last_7_days: (now) => [startOfDay(now.subtract({ days: 7 })), startOfDay(now)],
  last_30_days: (now) => [startOfDay(now.subtract({ days: 30 })), startOfDay(now)],
  last_90_days: (now) => [startOfDay(now.subtract({ days: 90 })), startOfDay(now)],
  yesterday: (now) => [startOfDay(now.subtract({ days: 1 })), startOfDay(now)],
  today: (now) => [startOfDay(now), now],
  this_week: (now) => [startOfWeek(now), now],
  previous_week: (now) => [startOfWeek(now.subtract({ weeks: 1 })), startOfWeek(now)],
  this_month: (now) => [startOfMonth(now), now],
  previous_month: (now) => [startOfMonth(now.subtract({ months: 1 })), startOfMonth(now)],
  previous_quarter: (now) => [startOfQuarter(startOfQuarter(now).subtract({ days: 1 })), startOfQuarter(now)],
  this_year: (now) => [startOfYear(now), now],
};

/** The period of a named range at this time. */
export function periodOf(range: Exclude<ReportRange, "custom">, timezone: string, now: Date): Period {
  const [from, to] = bounds[range](zoned(now, timezone));
  return { from: dateOf(from), to: dateOf(to), timezone };
}

/** The period of the same length that ends where this one begins. Whole months are compared with whole months. */
export function periodBefore({ from, to, timezone }: Period): Period {
  const [start, end] = [zoned(from, timezone), zoned(to, timezone)];
  const months = (end.year - start.year) * 12 + end.month - start.month;
  const isWholeMonths = months > 0 && [start, end].every((at) => at.equals(startOfMonth(at)));
  if (isWholeMonths) return { from: dateOf(start.subtract({ months })), to: from, timezone };
  const isWholeDays = [start, end].every((at) => at.equals(startOfDay(at)));
  const days = start.toPlainDate().until(end.toPlainDate()).days;
  if (isWholeDays && days > 0) return { from: dateOf(start.subtract({ days })), to: from, timezone };
  return { from: new Date(2 * from.getTime() - to.getTime()), to: from, timezone };
}

export interface Bucket {
  from: Date;
  to: Date;
  label: string;
}

export type BucketSize = "hour" | "day" | "week" | "month";

/** The size that gives a chart between a dozen and a hundred columns. */
export function bucketSize({ from, to }: Period): BucketSize {
  const days = (to.getTime() - from.getTime()) / 86_400_000;
  if (days <= 2) return "hour";
  if (days <= 100) return "day";
  return days <= 550 ? "week" : "month";
}

const starts: Readonly<Record<BucketSize, (at: Zoned) => Zoned>> = {
  hour: (at) => at.with({ minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 }),
  day: startOfDay,
  week: startOfWeek,
  month: startOfMonth,
};

const steps: Readonly<Record<BucketSize, Temporal.DurationLike>> = {
  hour: { hours: 1 },
  day: { days: 1 },
  week: { weeks: 1 },
  month: { months: 1 },
};

const maxBuckets = 2000;

/** The columns of a chart, in the timezone of the period. A day with a clock change is one day. */
export function bucketsOf({ from, to, timezone }: Period, size: BucketSize): Bucket[] {
  const buckets: Bucket[] = [];
  let at = starts[size](zoned(from, timezone));
  while (dateOf(at) < to && buckets.length < maxBuckets) {
    const next = size === "hour" ? at.add(steps.hour) : starts[size](at.add(steps[size]));
    buckets.push({ from: dateOf(at), to: dateOf(next), label: labelOf(at, size) });
    at = next;
  }
  return buckets;
}

function labelOf(at: Zoned, size: BucketSize): string {
  const date = at.toPlainDate().toString();
  if (size === "hour") return `${date} ${String(at.hour).padStart(2, "0")}:00`;
  return size === "month" ? date.slice(0, 7) : date;
}

/** `2026-11-01 00:00` in the timezone of the report. */
export function timeText(at: Date, timezone: string): string {
  return zoned(at, timezone).toPlainDateTime().toString({ smallestUnit: "minute" }).replace("T", " ");
}

/** Whole days by their first and last day, such as `2026-11-01 to 2026-11-30 (UTC)`; other periods with their times. */
export function periodText({ from, to, timezone }: Period): string {
  const [start, end] = [zoned(from, timezone), zoned(to, timezone)];
  const isWholeDays = [start, end].every((at) => at.equals(startOfDay(at)));
  const [first, last] = isWholeDays
    ? [start.toPlainDate().toString(), end.toPlainDate().subtract({ days: 1 }).toString()]
    : [timeText(from, timezone), timeText(to, timezone)];
  return `${first === last ? first : `${first} to ${last}`} (${timezone})`;
}

function zoned(at: Date, timezone: string): Zoned {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
}

function dateOf(at: Zoned): Date {
  return new Date(at.epochMilliseconds);
}
