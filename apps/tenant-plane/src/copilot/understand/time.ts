import { own } from "@opsplane/contract";
import { Temporal } from "temporal-polyfill";
import { between, type Clock, type Span } from "./calendar.ts";
import { spanOf } from "./time-forms.ts";

/** A half-open time range. `at` is set for an instant, such as "at 9am". */
export interface AskedTime {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly at?: Date;
  /** The first and the last word of the expression, exclusive. */
  readonly start: number;
  readonly end: number;
}

/** The first time expression of a question. Words are in lower case without punctuation at their ends. */
export function findTime(words: readonly string[], now: Date, timezone: string, ahead = false): AskedTime | undefined {
  const clock = { now: Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone), ahead };
  for (let start = 0; start < words.length; start += 1) {
    const found = timeAt(words, start, clock);
    if (found) return found;
  }
  return undefined;
}

/** The time expression that begins at a word. */
export function timeFrom(words: readonly string[], start: number, now: Date, timezone: string): AskedTime | undefined {
  const clock = {
    now: Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone),
    ahead: false,
  };
  return timeAt(words, start, clock);
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
  const opened = own(openers, words[start] ?? "");
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

const maxWords = 6;

function longest(words: readonly string[], start: number, clock: Clock): { span: Span; end: number } | undefined {
  const first = words[start] === "the" ? start + 1 : start;
  for (let length = Math.min(maxWords, words.length - first); length > 0; length -= 1) {
    const span = spanOf(words.slice(first, first + length).join(" "), clock);
    if (span) return { span, end: first + length };
  }
  return undefined;
}
