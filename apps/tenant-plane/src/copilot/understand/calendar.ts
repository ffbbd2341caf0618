import { Temporal } from "temporal-polyfill";

// What dates and times mean on a calendar.

/** An interval, or an instant when both ends are equal. */
export interface Span {
  readonly from: Temporal.ZonedDateTime;
  readonly to: Temporal.ZonedDateTime;
}

export interface Clock {
  readonly now: Temporal.ZonedDateTime;
  /** The question is about the future, so that "Monday" is the next one. */
  readonly ahead: boolean;
}

export type Unit = "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";

export function instant(at: Temporal.ZonedDateTime): Span {
  return { from: at, to: at };
}

export function daysFrom(now: Temporal.ZonedDateTime, offset: number, days: number): Span {
  const from = now.add({ days: offset }).startOfDay();
  return { from, to: from.add({ days }) };
}

export function hoursOf(day: Temporal.ZonedDateTime, from: number, to: number): Span {
  const start = day.startOfDay();
  return {
    from: start.withPlainTime({ hour: from }),
    to: to === 24 ? start.add({ days: 1 }) : start.withPlainTime({ hour: to }),
  };
}

const parts: Readonly<Record<string, readonly [number, number]>> = {
  morning: [0, 12],
  afternoon: [12, 18],
  evening: [18, 24],
};

export function partOf(day: Temporal.ZonedDateTime, part: string): Span {
  const [from, to] = parts[part] ?? [0, 24];
  return hoursOf(day, from, to);
}

export function lastNight(now: Temporal.ZonedDateTime): Span {
  const today = now.startOfDay();
  return { from: today.subtract({ days: 1 }).withPlainTime({ hour: 18 }), to: today.withPlainTime({ hour: 6 }) };
}

function startOfWeek(now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return now.subtract({ days: now.dayOfWeek - 1 }).startOfDay();
}

export function weekend(now: Temporal.ZonedDateTime, which: string): Span {
  const monday = startOfWeek(now).add({ weeks: which === "next" ? 1 : 0 });
  // During a weekend the last one is that of the week before.
  const saturday = ["last", "past", "previous"].includes(which)
    ? monday.subtract({ days: 2 })
    : monday.add({ days: 5 });
  return { from: saturday, to: saturday.add({ days: 2 }) };
}

export function spanning(now: Temporal.ZonedDateTime, amount: number, of: Unit, ahead: boolean): Span {
  const length = of === "quarter" ? { months: amount * 3 } : { [`${of}s`]: amount };
  return ahead ? { from: now, to: now.add(length) } : { from: now.subtract(length), to: now };
}

/** "this" or "next" unit of the calendar, or the one before. */
export function wholeUnit(now: Temporal.ZonedDateTime, of: Unit, which: "previous" | "this" | "next"): Span {
  if (of === "minute" || of === "hour") return startingNow(now, of);
  const start = startOf(now, of);
  const step = of === "quarter" ? { months: 3 } : { [`${of}s`]: 1 };
  if (which === "previous") return { from: start.subtract(step), to: start };
  const from = which === "next" ? start.add(step) : start;
  return { from, to: from.add(step) };
}

function startingNow(now: Temporal.ZonedDateTime, of: Unit): Span {
  const from =
    of === "minute"
      ? now.with({ second: 0, millisecond: 0 })
      : now.round({ smallestUnit: "hour", roundingMode: "floor" });
  return { from, to: from.add({ [`${of}s`]: 1 }) };
}

export function startOf(now: Temporal.ZonedDateTime, of: Unit): Temporal.ZonedDateTime {
  if (of === "week") return startOfWeek(now);
  if (of === "month") return now.with({ day: 1 }).startOfDay();
  if (of === "quarter") return now.with({ day: 1, month: now.month - ((now.month - 1) % 3) }).startOfDay();
  if (of === "year") return now.with({ day: 1, month: 1 }).startOfDay();
  return now.startOfDay();
}

/** A day of the week, from 1 for Monday. Without "this" or "next" it is the latest one, or the next one when the question is about the future. */
export function weekday({ now, ahead }: Clock, wanted: number, which: string | undefined): Temporal.ZonedDateTime {
  if (which === "this") return startOfWeek(now).add({ days: wanted - 1 });
  const today = now.startOfDay();
  const since = (now.dayOfWeek - wanted + 7) % 7;
  if (which === "next" || (ahead && which !== "last"))
    return today.add({ days: since === 0 ? (which === "next" ? 7 : 0) : 7 - since });
  return today.subtract({ days: which === "last" && since === 0 ? 7 : since });
}

/** A day of a year; undefined where the month does not have it. */
export function dayIn(
  now: Temporal.ZonedDateTime,
  year: number,
  month: number,
  day: number,
): Temporal.ZonedDateTime | undefined {
  if (month < 1 || month > 12) return undefined;
  const first = now.with({ year, month, day: 1 }).startOfDay();
  return day >= 1 && day <= first.daysInMonth ? first.with({ day }).startOfDay() : undefined;
}

/** The latest such day that is not ahead; or the next one when the question is about the future. */
export function nearestDay({ now, ahead }: Clock, month: number, day: number): Temporal.ZonedDateTime | undefined {
  const thisYear = dayIn(now, now.year, month, day);
  if (!thisYear) return undefined;
  const side = Temporal.ZonedDateTime.compare(thisYear, now.startOfDay());
  if (ahead) return side < 0 ? dayIn(now, now.year + 1, month, day) : thisYear;
  return side > 0 ? dayIn(now, now.year - 1, month, day) : thisYear;
}

export function wholeMonth(now: Temporal.ZonedDateTime, year: number, month: number): Span {
  const from = now.with({ year, month, day: 1 }).startOfDay();
  return { from, to: from.add({ months: 1 }) };
}

export function wholeYear(now: Temporal.ZonedDateTime, year: number): Span {
  const from = now.with({ year, month: 1, day: 1 }).startOfDay();
  return { from, to: from.add({ years: 1 }) };
}

/** A number alone is no time: it needs minutes, am or pm. */
export function clockOn(
  day: Temporal.ZonedDateTime,
  hour: string,
  minute: string | undefined,
  half: string | undefined,
): Span | undefined {
  if (minute === undefined && half === undefined) return undefined;
  const written = Number(hour);
  const hours = half === undefined ? written : (written % 12) + (half === "pm" ? 12 : 0);
  if (hours > 23 || (half !== undefined && (written < 1 || written > 12)) || Number(minute ?? 0) > 59) return undefined;
  return instant(day.startOfDay().withPlainTime({ hour: hours, minute: Number(minute ?? 0) }));
}

/** From the start of one to the end of the other, so that "between Monday and Wednesday" includes Wednesday. */
export function between({ from }: Span, { to }: Span): Span | undefined {
  const isBefore = (start: Temporal.ZonedDateTime) => Temporal.ZonedDateTime.compare(start, to) < 0;
  if (isBefore(from)) return { from, to };
  // Of two weekdays the first one may be in the week before.
  const earlier = from.subtract({ weeks: 1 });
  return isBefore(earlier) ? { from: earlier, to } : undefined;
}
