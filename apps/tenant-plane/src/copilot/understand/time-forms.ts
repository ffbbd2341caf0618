import type { Temporal } from "temporal-polyfill";
import {
  type Clock,
  clockOn,
  dayIn,
  daysFrom,
  hoursOf,
  instant,
  lastNight,
  nearestDay,
  partOf,
  type Span,
  spanning,
  startOf,
  weekday,
  weekend,
  wholeMonth,
  wholeUnit,
  wholeYear,
} from "./calendar.ts";
import { months, numbers, unitOf, weekdays } from "./time-words.ts";

/** What a text means as a date, a time or a duration. */
export function spanOf(text: string, clock: Clock): Span | undefined {
  for (const [pattern, read] of forms) {
    const match = pattern.exec(text);
    const span = match && read(match, clock);
    if (span) return span;
  }
  return undefined;
}

type Reader = (match: RegExpExecArray, clock: Clock) => Span | undefined;

const number = `(\\d{1,4}|a|an|few|couple|${numbers.slice(1).join("|")})`;
const unit = `(${Object.keys(unitOf).join("|")})`;
const weekdayName = `(mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|${weekdays.join("|")})s?`;
const month = `(jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|${months.join("|")})`;
const clockTime = "(\\d{1,2})(?:[:.](\\d{2}))? ?(am|pm)?";

/** The forms of dates and times, each with its meaning. */
const forms: readonly (readonly [RegExp, Reader])[] = [
  [form("today|this day"), (_, { now }) => daysFrom(now, 0, 1)],
  [form("yesterday"), (_, { now }) => daysFrom(now, -1, 1)],
  [form("tomorrow"), (_, { now }) => daysFrom(now, 1, 1)],
  [form("(?:the )?day before yesterday"), (_, { now }) => daysFrom(now, -2, 1)],
  [form("(?:the )?day after tomorrow"), (_, { now }) => daysFrom(now, 2, 1)],
  [form("tonight|this evening"), (_, { now }) => hoursOf(now, 18, 24)],
  [form("last night"), (_, { now }) => lastNight(now)],
  [form("this morning"), (_, { now }) => hoursOf(now, 0, 12)],
  [form("this afternoon"), (_, { now }) => hoursOf(now, 12, 18)],
  [form("yesterday (morning|afternoon|evening)"), ([, part = ""], { now }) => partOf(now.subtract({ days: 1 }), part)],
  [form("(?:the )?(last|past|this|next|previous) weekend"), ([, which = ""], { now }) => weekend(now, which)],
  [form(`(last|past|previous|prior|recent|preceding|next|coming) ${number} ?${unit}`), durationOf],
  [form(`(last|past|previous|prior|recent|preceding|next|coming) (?:couple|few) of ${unit}`), fewOf],
  [form(`(\\d{1,4}) ?(h|d|hrs?|hours?|days?|m|mins?|minutes?|w|weeks?)`), bareDuration],
  [form(`(last|previous|past|this|current|next|coming) ${unit}(?: so far| to date)?`), calendarUnit],
  [form(`${number} ${unit} ago`), ago],
  [form(`(?:the )?(?:start|beginning) of (?:the |this )?${unit}`), startOfUnit],
  [form(`(?:(last|this|next) )?${weekdayName}(?: (?:at )?${clockTime})?`), weekdayOf],
  [form(`(?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month}(?: (\\d{4}))?(?: at ${clockTime})?`), dayMonth],
  [form(`${month} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?(?: at ${clockTime})?`), monthDay],
  [form("(\\d{4})-(\\d{2})-(\\d{2})(?:(?: at | |t)(\\d{1,2})[:.](\\d{2}))?"), isoDay],
  [form("(\\d{1,2})\\.(\\d{1,2})\\.(\\d{4})"), dottedDay],
  [form(`(?:(last|this) )?${month}(?: (\\d{4}))?`), namedMonth],
  [form("(20\\d{2})"), ([, year = ""], { now }) => wholeYear(now, Number(year))],
  [form(`(today|yesterday|tomorrow) (?:at )?${clockTime}`), dayAndTime],
  [form(clockTime), ([, hour = "", minute, half], { now }) => clockOn(now, hour, minute, half)],
  [form("noon|midday"), (_, { now }) => instant(now.withPlainTime({ hour: 12 }))],
  [form("midnight"), (_, { now }) => instant(now.startOfDay())],
  [form("right now|now|currently|at the moment|the moment"), (_, { now }) => instant(now)],
];

function form(source: string): RegExp {
  return new RegExp(`^(?:${source})$`);
}

function amountOf(written: string): number {
  if (written === "a" || written === "an") return 1;
  return numbers.indexOf(written) > 0 ? numbers.indexOf(written) : Number(written);
}

const isAhead = (which: string) => which === "next" || which === "coming";

/** "last 3 hours". "few" and "couple" are not numbers, so they are not guessed. */
function durationOf([, which = "", written = "", unitWord = ""]: RegExpExecArray, { now }: Clock): Span | undefined {
  const amount = amountOf(written);
  if (!Number.isFinite(amount) || amount < 1) return undefined;
  return spanning(now, amount, unitOf[unitWord] ?? "day", isAhead(which));
}

/** "last couple of days" is two; a few is three. */
function fewOf([matched, which = "", unitWord = ""]: RegExpExecArray, { now }: Clock): Span {
  return spanning(now, matched.includes("couple") ? 2 : 3, unitOf[unitWord] ?? "day", isAhead(which));
}

function bareDuration([, written = "", unitWord = ""]: RegExpExecArray, { now, ahead }: Clock): Span {
  return spanning(now, Number(written), unitOf[unitWord] ?? "hour", ahead);
}

/** "this week" and "last month" follow the calendar; "past week" and "last hour" count back from now. */
function calendarUnit([, which = "", unitWord = ""]: RegExpExecArray, { now }: Clock): Span {
  const of = unitOf[unitWord] ?? "day";
  const isCurrent = which === "this" || which === "current";
  const isCounted = which === "past" || of === "minute" || of === "hour" || (of === "day" && which !== "this");
  if (isCounted && !isCurrent) return spanning(now, 1, of, isAhead(which));
  return wholeUnit(now, of, isAhead(which) ? "next" : isCurrent ? "this" : "previous");
}

function startOfUnit([, unitWord = ""]: RegExpExecArray, { now }: Clock): Span {
  return instant(startOf(now, unitOf[unitWord] ?? "day"));
}

/** "2 hours ago" is an instant; "3 days ago" is that day. */
function ago([, written = "", unitWord = ""]: RegExpExecArray, { now }: Clock): Span | undefined {
  const [amount, of] = [amountOf(written), unitOf[unitWord] ?? "day"];
  if (!Number.isFinite(amount)) return undefined;
  const { from } = spanning(now, amount, of, false);
  return of === "minute" || of === "hour" ? instant(from) : daysFrom(from, 0, 1);
}

function weekdayOf([, which, named = "", hour, minute, half]: RegExpExecArray, clock: Clock): Span | undefined {
  const wanted = weekdays.findIndex((day) => day.startsWith(named.slice(0, 3))) + 1;
  return dayOrTime(weekday(clock, wanted, which), hour, minute, half);
}

/** The number of the month, from 1. */
function monthOf(named: string): number {
  return months.findIndex((each) => each.startsWith(named.slice(0, 3))) + 1;
}

function dayMonth([, day = "", named = "", year, ...time]: RegExpExecArray, clock: Clock): Span | undefined {
  return dayOrTime(dated(clock, named, day, year), ...time);
}

function monthDay([, named = "", day = "", year, ...time]: RegExpExecArray, clock: Clock): Span | undefined {
  return dayOrTime(dated(clock, named, day, year), ...time);
}

function dated(clock: Clock, named: string, day: string, year: string | undefined) {
  const month = monthOf(named);
  return year === undefined
    ? nearestDay(clock, month, Number(day))
    : dayIn(clock.now, Number(year), month, Number(day));
}

function isoDay([, year, month, day, hour, minute]: RegExpExecArray, { now }: Clock): Span | undefined {
  return dayOrTime(dayIn(now, Number(year), Number(month), Number(day)), hour, minute);
}

/** 19.11.2026 is read as day, month and year. */
function dottedDay([, day, month, year]: RegExpExecArray, { now }: Clock): Span | undefined {
  return dayOrTime(dayIn(now, Number(year), Number(month), Number(day)));
}

/** A whole day, or an instant of it. */
function dayOrTime(
  day: Temporal.ZonedDateTime | undefined,
  hour?: string,
  minute?: string,
  half?: string,
): Span | undefined {
  if (!day) return undefined;
  return hour === undefined ? daysFrom(day, 0, 1) : clockOn(day, hour, minute, half);
}

function namedMonth([matched, which, named = "", year]: RegExpExecArray, { now, ahead }: Clock): Span | undefined {
  // "may" is a verb, unless it stands with a year or with "last" or "this".
  if (matched === "may" || matched === "mar" || matched === "sat") return undefined;
  const number = monthOf(named);
  if (year !== undefined) return wholeMonth(now, Number(year), number);
  const isBefore = (number > now.month && !ahead) || (which === "last" && number === now.month);
  return wholeMonth(now, now.year - (isBefore ? 1 : 0), number);
}

const dayOffsets: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };

function dayAndTime([, day = "", hour = "", minute, half]: RegExpExecArray, { now }: Clock): Span | undefined {
  return clockOn(now.add({ days: dayOffsets[day] ?? 0 }), hour, minute, half);
}
