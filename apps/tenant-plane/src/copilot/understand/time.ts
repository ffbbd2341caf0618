import { Temporal } from "temporal-polyfill";

/** A half-open time range. `at` is set for an instant, such as "at 9am". */
export interface AskedTime {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly at?: Date;
  /** The first and the last word of the expression, exclusive. */
  readonly start: number;
  readonly end: number;
}

interface Clock {
  readonly now: Temporal.ZonedDateTime;
  /** The question is about the future, so that "Monday" is the next one. */
  readonly ahead: boolean;
}

/** An interval, or an instant when both ends are equal. */
interface Span {
  readonly from: Temporal.ZonedDateTime;
  readonly to: Temporal.ZonedDateTime;
}

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const months = [
  "january",
  "february",
  "march",
  "april",
  "may",
  "june",
  "july",
  "august",
  "september",
  "october",
  "november",
  "december",
];
const numbers = [
  "zero",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

type Unit = "minute" | "hour" | "day" | "week" | "month" | "quarter" | "year";
const unitOf: Readonly<Record<string, Unit>> = {
  ...{ minute: "minute", minutes: "minute", min: "minute", mins: "minute", m: "minute" },
  ...{ hour: "hour", hours: "hour", hr: "hour", hrs: "hour", h: "hour" },
  ...{ day: "day", days: "day", d: "day", week: "week", weeks: "week", wk: "week", wks: "week", w: "week" },
  ...{ month: "month", months: "month", quarter: "quarter", quarters: "quarter", year: "year", years: "year" },
};

/** Words of dates and times, for the correction of typos. */
export const timeWords = [
  ...weekdays,
  ...months,
  ...["today", "yesterday", "tomorrow", "week", "weeks", "month", "months", "hour", "hours", "minutes", "days", "year"],
  ...["last", "past", "previous", "since", "between", "during", "quarter", "weekend", "morning", "tonight"],
];

/** The first time expression of a question. Words are in lower case without punctuation at their ends. */
export function findTime(words: readonly string[], now: Date, timezone: string, ahead = false): AskedTime | undefined {
  const clock = { now: Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone), ahead };
  for (let start = 0; start < words.length; start += 1) {
    const found = timeAt(words, start, clock);
    if (found) return found;
  }
  return undefined;
}

const joints = new Set(["to", "until", "till", "through", "and", "-"]);
const prefixes = new Set(["in", "on", "during", "over", "within", "for", "at", "of", "the", "around", "by"]);

type Opener = (words: readonly string[], start: number, clock: Clock) => AskedTime | undefined;

/** Words that open a range, each with how the rest is read. */
const openers: Readonly<Record<string, Opener>> = {
  between: (words, start, clock) => pair(words, start, start + 1, clock),
  from: (words, start, clock) => pair(words, start, start + 1, clock) ?? since(words, start, clock),
  since,
  after: (words, start, clock) => {
    const found = longest(words, start + 1, clock);
    return found && asked({ from: found.span.to, to: clock.now }, start, found.end);
  },
  before: upTo,
  until: upTo,
};

function timeAt(words: readonly string[], start: number, clock: Clock): AskedTime | undefined {
  const opened = openers[words[start] ?? ""];
  if (opened) return opened(words, start, clock);
  let at = start;
  while (prefixes.has(words[at] ?? "")) at += 1;
  const found = longest(words, at, clock);
  if (!found) return undefined;
  // "Monday to Wednesday" without "from". Two days with "and" are not a range.
  const both = words[found.end] === "and" ? undefined : pair(words, start, at, clock);
  if (both) return both;
  const isInstant = found.span.from.equals(found.span.to);
  return { ...asked(found.span, start, found.end), ...(isInstant ? { at: dateOf(found.span.from) } : {}) };
}

/** Two times that are joined by a word. */
function pair(words: readonly string[], start: number, at: number, clock: Clock): AskedTime | undefined {
  const first = longest(words, at, clock);
  if (!first || !joints.has(words[first.end] ?? "")) return undefined;
  const second = longest(words, first.end + 1, clock);
  const both = second && between(first.span, second.span);
  return second && both && asked(both, start, second.end);
}

function since(words: readonly string[], start: number, clock: Clock): AskedTime | undefined {
  const found = longest(words, start + 1, clock);
  return found && asked({ from: found.span.from, to: clock.now }, start, found.end);
}

function upTo(words: readonly string[], start: number, clock: Clock): AskedTime | undefined {
  const found = longest(words, start + 1, clock);
  return found && { ...asked(found.span, start, found.end), from: undefined, to: dateOf(found.span.from) };
}

function asked({ from, to }: Span, start: number, end: number): AskedTime {
  return { from: dateOf(from), to: dateOf(to), start, end };
}

function dateOf(time: Temporal.ZonedDateTime): Date {
  return new Date(time.epochMilliseconds);
}

/** From the start of one to the end of the other, so that "between Monday and Wednesday" includes Wednesday. */
function between({ from }: Span, { to }: Span): Span | undefined {
  const isBefore = (start: Temporal.ZonedDateTime) => Temporal.ZonedDateTime.compare(start, to) < 0;
  if (isBefore(from)) return { from, to };
  // Of two weekdays the first one may be in the week before.
  const earlier = from.subtract({ weeks: 1 });
  return isBefore(earlier) ? { from: earlier, to } : undefined;
}

const maxWords = 6;

function longest(words: readonly string[], start: number, clock: Clock): { span: Span; end: number } | undefined {
  const first = words[start] === "the" ? start + 1 : start;
  for (let length = Math.min(maxWords, words.length - first); length > 0; length -= 1) {
    const span = spanOf(words.slice(first, first + length).join(" "), clock);
    if (span) return { span, end: first + length };
  }
  return undefined;
}

type Reader = (match: RegExpExecArray, clock: Clock) => Span | undefined;

const number = `(\\d{1,4}|a|an|few|couple|${numbers.slice(1).join("|")})`;
const unit = `(${Object.keys(unitOf).join("|")})`;
const weekday = `(mon|tues?|wed|thu(?:rs?)?|fri|sat|sun|${weekdays.join("|")})s?`;
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
  [form(`(?:(last|this|next) )?${weekday}(?: (?:at )?${clockTime})?`), weekdayOf],
  [form(`(?:the )?(\\d{1,2})(?:st|nd|rd|th)? (?:of )?${month}(?: (\\d{4}))?(?: at ${clockTime})?`), dayMonth],
  [form(`${month} (?:the )?(\\d{1,2})(?:st|nd|rd|th)?(?: (\\d{4}))?(?: at ${clockTime})?`), monthDay],
  [form("(\\d{4})-(\\d{2})-(\\d{2})(?:(?: at | |t)(\\d{1,2})[:.](\\d{2}))?"), isoDay],
  [form(`(?:(last|this) )?${month}(?: (\\d{4}))?`), wholeMonth],
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

function spanOf(text: string, clock: Clock): Span | undefined {
  for (const [pattern, read] of forms) {
    const match = pattern.exec(text);
    const span = match && read(match, clock);
    if (span) return span;
  }
  return undefined;
}

function instant(at: Temporal.ZonedDateTime): Span {
  return { from: at, to: at };
}

function daysFrom(now: Temporal.ZonedDateTime, offset: number, days: number): Span {
  const from = now.add({ days: offset }).startOfDay();
  return { from, to: from.add({ days }) };
}

function hoursOf(day: Temporal.ZonedDateTime, from: number, to: number): Span {
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

function partOf(day: Temporal.ZonedDateTime, part: string): Span {
  const [from, to] = parts[part] ?? [0, 24];
  return hoursOf(day, from, to);
}

function lastNight(now: Temporal.ZonedDateTime): Span {
  const today = now.startOfDay();
  return { from: today.subtract({ days: 1 }).withPlainTime({ hour: 18 }), to: today.withPlainTime({ hour: 6 }) };
}

function startOfWeek(now: Temporal.ZonedDateTime): Temporal.ZonedDateTime {
  return now.subtract({ days: now.dayOfWeek - 1 }).startOfDay();
}

function weekend(now: Temporal.ZonedDateTime, which: string): Span {
  const monday = startOfWeek(now).add({ weeks: which === "next" ? 1 : 0 });
  // During a weekend the last one is that of the week before.
  const saturday = ["last", "past", "previous"].includes(which)
    ? monday.subtract({ days: 2 })
    : monday.add({ days: 5 });
  return { from: saturday, to: saturday.add({ days: 2 }) };
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

function spanning(now: Temporal.ZonedDateTime, amount: number, of: Unit, ahead: boolean): Span {
  const length = of === "quarter" ? { months: amount * 3 } : { [`${of}s`]: amount };
  return ahead ? { from: now, to: now.add(length) } : { from: now.subtract(length), to: now };
}

/** "this week" and "last month" follow the calendar; "past week" and "last hour" count back from now. */
function calendarUnit([, which = "", unitWord = ""]: RegExpExecArray, { now }: Clock): Span | undefined {
  const of = unitOf[unitWord] ?? "day";
  const counted = which === "past" || of === "minute" || of === "hour" || (of === "day" && which !== "this");
  if (counted) return ["this", "current"].includes(which) ? startingNow(now, of) : spanning(now, 1, of, isAhead(which));
  const start = startOf(now, of);
  const step = of === "quarter" ? { months: 3 } : { [`${of}s`]: 1 };
  if (which === "last" || which === "previous") return { from: start.subtract(step), to: start };
  return isAhead(which)
    ? { from: start.add(step), to: start.add(step).add(step) }
    : { from: start, to: start.add(step) };
}

function startingNow(now: Temporal.ZonedDateTime, of: Unit): Span {
  const from =
    of === "minute"
      ? now.with({ second: 0, millisecond: 0 })
      : now.round({ smallestUnit: "hour", roundingMode: "floor" });
  return { from, to: from.add({ [`${of}s`]: 1 }) };
}

function startOf(now: Temporal.ZonedDateTime, of: Unit): Temporal.ZonedDateTime {
  if (of === "week") return startOfWeek(now);
  if (of === "month") return now.with({ day: 1 }).startOfDay();
  if (of === "quarter") return now.with({ day: 1, month: now.month - ((now.month - 1) % 3) }).startOfDay();
  if (of === "year") return now.with({ day: 1, month: 1 }).startOfDay();
  return now.startOfDay();
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

function weekdayOf(
  [, which, named = "", hour, minute, half]: RegExpExecArray,
  { now, ahead }: Clock,
): Span | undefined {
  const wanted = weekdays.findIndex((day) => day.startsWith(named.slice(0, 3))) + 1;
  const today = now.startOfDay();
  const since = (now.dayOfWeek - wanted + 7) % 7;
  const past = which === "last" && since === 0 ? 7 : since;
  const forward = which === "next" || (ahead && which !== "last");
  const day = forward
    ? today.add({ days: since === 0 ? (which === "next" ? 7 : 0) : 7 - since })
    : today.subtract({ days: past });
  const inWeek = which === "this" ? startOfWeek(now).add({ days: wanted - 1 }) : day;
  return hour === undefined ? daysFrom(inWeek, 0, 1) : clockOn(inWeek, hour, minute, half);
}

/** The number of the month, from 1. */
function monthOf(named: string): number {
  return months.findIndex((each) => each.startsWith(named.slice(0, 3))) + 1;
}

/** The latest such day that is not ahead; or the next one when the question is about the future. */
function dated(
  { now, ahead }: Clock,
  named: string,
  day: number,
  year: string | undefined,
): Temporal.ZonedDateTime | undefined {
  const at = (inYear: number) => {
    const first = now.with({ year: inYear, month: monthOf(named), day: 1 }).startOfDay();
    return day >= 1 && day <= first.daysInMonth ? first.with({ day }).startOfDay() : undefined;
  };
  if (year !== undefined) return at(Number(year));
  const thisYear = at(now.year);
  if (!thisYear) return undefined;
  const today = now.startOfDay();
  if (ahead) return Temporal.ZonedDateTime.compare(thisYear, today) < 0 ? at(now.year + 1) : thisYear;
  return Temporal.ZonedDateTime.compare(thisYear, today) > 0 ? at(now.year - 1) : thisYear;
}

function dayMonth([, day = "", named = "", year, hour, minute, half]: RegExpExecArray, clock: Clock): Span | undefined {
  const found = dated(clock, named, Number(day), year);
  if (!found) return undefined;
  return hour === undefined ? daysFrom(found, 0, 1) : clockOn(found, hour, minute, half);
}

function monthDay([, named = "", day = "", year, hour, minute, half]: RegExpExecArray, clock: Clock): Span | undefined {
  const found = dated(clock, named, Number(day), year);
  if (!found) return undefined;
  return hour === undefined ? daysFrom(found, 0, 1) : clockOn(found, hour, minute, half);
}

function isoDay([, year = "", named = "", day = "", hour, minute]: RegExpExecArray, { now }: Clock): Span | undefined {
  const [inMonth, ofDay] = [Number(named), Number(day)];
  if (inMonth < 1 || inMonth > 12 || ofDay < 1) return undefined;
  const first = now.with({ year: Number(year), month: inMonth, day: 1 }).startOfDay();
  if (ofDay > first.daysInMonth) return undefined;
  const found = first.with({ day: ofDay }).startOfDay();
  return hour === undefined ? daysFrom(found, 0, 1) : clockOn(found, hour, minute, undefined);
}

function wholeMonth([matched, which, named = "", year]: RegExpExecArray, { now, ahead }: Clock): Span | undefined {
  // "may" is a verb, unless it stands with a year or with "last" or "this".
  if (matched === "may" || matched === "mar" || matched === "sat") return undefined;
  const number = monthOf(named);
  const isPast = year === undefined && number > now.month && !ahead;
  const base =
    year === undefined ? now.year - (isPast || (which === "last" && number === now.month) ? 1 : 0) : Number(year);
  const from = now.with({ year: base, month: number, day: 1 }).startOfDay();
  return { from, to: from.add({ months: 1 }) };
}

function wholeYear(now: Temporal.ZonedDateTime, year: number): Span {
  const from = now.with({ year, month: 1, day: 1 }).startOfDay();
  return { from, to: from.add({ years: 1 }) };
}

const dayOffsets: Readonly<Record<string, number>> = { today: 0, yesterday: -1, tomorrow: 1 };

function dayAndTime([, day = "", hour = "", minute, half]: RegExpExecArray, { now }: Clock): Span | undefined {
  return clockOn(now.add({ days: dayOffsets[day] ?? 0 }), hour, minute, half);
}

/** A number alone is no time: it needs minutes, am or pm. */
function clockOn(
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
