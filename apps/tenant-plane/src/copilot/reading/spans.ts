import { Temporal } from "temporal-polyfill";
import { timeFrom } from "../understand/time.ts";
import { numbers } from "../understand/time-words.ts";
import { phraseAt, type Text, wordAt } from "./scan.ts";
import { phrasesOf } from "./words.ts";

export interface Clock {
  readonly now: Date;
  readonly timezone: string;
}

interface Span {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly length: number;
}

/** A time that could mean several things. */
export const unclear = "unclear";

type SpanResult = Span | typeof unclear | undefined;

/** The time that begins at a word: a range, or a part of a day. */
export function spanAt(text: Text, at: number, clock: Clock): SpanResult {
  return beforeDay(text, at, clock) ?? dayPart(text, at, clock) ?? plain(text, at, clock);
}

const plainWords = (text: Text) => text.words.map((_, at) => wordAt(text, at));

function plain(text: Text, at: number, { now, timezone }: Clock): SpanResult {
  const words = plainWords(text);
  const found = timeFrom(words, at, now, timezone);
  if (!found) return undefined;
  // "3 days" and "for 3 days" may be a duration, or the last three days.
  const said = words.slice(at, found.end).join(" ");
  if (/days\b/.test(said) && /\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b/.test(said)) return unclear;
  if (
    /^(?:by|around|until|till) /.test(said) ||
    /^(?:in|over|within|during|for) the last (?:month|quarter|year)$/.test(said)
  )
    return unclear;
  if (/^(?:in|over|within|during) the last week$/.test(said))
    return { from: new Date(now.getTime() - 7 * 86_400_000), to: now, length: found.end - at };
  if (
    /^(?:(?:in|on|for|at|of|over|the|after|before|since|from|within|during) )*\d{1,4} ?(?:h|d|m|w|min|hr|minute|hour|day|week)/.test(
      said,
    )
  )
    return unclear;
  if (found.at) return undefined;
  return { from: found.from, to: found.to, length: found.end - at };
}

const unitSeconds = new Map(
  [
    ["minute|minutes|min|mins|m", 60],
    ["hour|hours|hr|hrs|h", 3600],
    ["day|days|d", 86_400],
    ["week|weeks|w", 604_800],
    ["month|months", 30 * 86_400],
  ].flatMap(([names, seconds]) =>
    String(names)
      .split("|")
      .map((name) => [name, Number(seconds)] as const),
  ),
);

export interface Duration {
  readonly seconds: number;
  readonly words: string;
  readonly length: number;
}

/** "2 hours", "2h", "an hour", "half an hour", "three days". */
export function durationAt(text: Text, at: number): Duration | undefined {
  const [first, second, third] = [wordAt(text, at), wordAt(text, at + 1), wordAt(text, at + 2)];
  if (first === "half" && second === "an" && third === "hour") return { seconds: 1800, words: "30 minutes", length: 3 };
  const joined = /^(\d{1,4})([a-z]{1,7})$/.exec(first);
  const written = joined ? joined[1] : first;
  const unit = unitSeconds.get(joined ? (joined[2] ?? "") : second);
  const amount =
    written === "a" || written === "an"
      ? 1
      : /^\d{1,4}$/.test(written ?? "")
        ? Number(written)
        : numbers.indexOf(written ?? "");
  if (unit === undefined || amount < 1) return undefined;
  return { seconds: amount * unit, words: spoken(amount * unit), length: joined ? 1 : 2 };
}

function spoken(seconds: number): string {
  const units: readonly (readonly [number, string])[] = [
    [86_400, "day"],
    [3600, "hour"],
    [60, "minute"],
  ];
  const [size, name] = units.find(([each]) => seconds % each === 0) ?? [1, "second"];
  return `${seconds / size} ${name}${seconds === size ? "" : "s"}`;
}

/** "the 3 days before today" */
function beforeDay(text: Text, at: number, clock: Clock): SpanResult {
  const start = ["in", "during", "over"].includes(wordAt(text, at)) ? at + 1 : at;
  const first = wordAt(text, start) === "the" ? start + 1 : start;
  const duration = durationAt(text, first);
  const end = first + (duration?.length ?? 0);
  if (!duration || wordAt(text, end) !== "before") return undefined;
  const day = plain(text, end + 1, clock);
  if (!day || day === unclear || !day.from) return undefined;
  const from = new Date(day.from.getTime() - duration.seconds * 1000);
  return { from, to: day.from, length: end + 1 + day.length - at };
}

const parts = phrasesOf<readonly [number, number]>([
  ["in the morning|morning", [0, 12]],
  ["in the afternoon|afternoon", [12, 18]],
  ["in the evening|evening", [18, 24]],
  // Until six in the next morning.
  ["at night|night", [18, 30]],
]);

/** "yesterday between 22:00 and 23:00", "before noon yesterday", "saturday night" */
function dayPart(text: Text, at: number, clock: Clock): SpanResult {
  const dayFirst = wholeDay(text, at, clock);
  if (dayFirst) {
    const hours = hoursAt(text, at + dayFirst.length) ?? phraseAt(text, at + dayFirst.length, parts);
    return hours && onDay(dayFirst.day, hours.value, dayFirst.length + hours.length);
  }
  const hours = hoursAt(text, at);
  if (!hours) return undefined;
  const day = wholeDay(text, at + hours.length, clock);
  if (day) return onDay(day.day, hours.value, hours.length + day.length);
  // Of which day? "since 9:00" is of today.
  return wordAt(text, at) === "since" ? undefined : unclear;
}

function wholeDay(text: Text, at: number, clock: Clock) {
  const found = plain(text, at, clock);
  if (!found || found === unclear || !found.from || !found.to) return undefined;
  const day = Temporal.Instant.fromEpochMilliseconds(found.from.getTime()).toZonedDateTimeISO(clock.timezone);
  const isDay = day.equals(day.startOfDay()) && day.add({ days: 1 }).epochMilliseconds === found.to.getTime();
  return isDay ? { day, length: found.length } : undefined;
}

function onDay(day: Temporal.ZonedDateTime, [from, to]: readonly [number, number], length: number): Span {
  const at = (hour: number) => {
    const start = hour >= 24 ? day.add({ days: 1 }).startOfDay() : day;
    const minutes = Math.round((hour % 24) * 60);
    return new Date(start.withPlainTime({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).epochMilliseconds);
  };
  return { from: at(from), to: at(to), length };
}

const joints = new Set(["and", "to", "until", "till", "-"]);

/** Hours of a day: "between 22:00 and 23:00", "before noon", "after 6pm". */
function hoursAt(text: Text, at: number): { value: readonly [number, number]; length: number } | undefined {
  const word = wordAt(text, at);
  const found = hourAt(text, at + 1);
  if (!found) return undefined;
  const isStart = word !== "before" && word !== "until";
  const first = { ...found, hour: isStart ? found.hour % 24 : found.hour };
  const next = at + 1 + first.length;
  if (word === "between" || word === "from") {
    const last = joints.has(wordAt(text, next)) ? hourAt(text, next + 1) : undefined;
    if (last)
      return {
        value: [first.hour, last.hour <= first.hour ? last.hour + 24 : last.hour],
        length: next + 1 + last.length - at,
      };
  }
  if (word === "before" || word === "until") return { value: [0, first.hour], length: 1 + first.length };
  if (word === "after" || word === "since" || word === "from")
    return { value: [first.hour, 24], length: 1 + first.length };
  return undefined;
}

/** 22:00, 6pm, "6 pm", noon, midnight. A number alone is no time. */
function hourAt(text: Text, at: number): { hour: number; length: number } | undefined {
  const word = wordAt(text, at);
  if (word === "noon" || word === "midday") return { hour: 12, length: 1 };
  if (word === "midnight" || word === "24:00") return { hour: 24, length: 1 };
  const half = /^(?:am|pm)$/.test(wordAt(text, at + 1)) ? wordAt(text, at + 1) : "";
  const match = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(`${word}${half}`);
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const written = Number(match[1]);
  const hour = match[3] === undefined ? written : (written % 12) + (match[3] === "pm" ? 12 : 0);
  const isReal = hour < 24 && Number(match[2] ?? 0) < 60 && (match[3] === undefined || (written > 0 && written < 13));
  return isReal ? { hour: hour + Number(match[2] ?? 0) / 60, length: half === "" ? 1 : 2 } : undefined;
}
