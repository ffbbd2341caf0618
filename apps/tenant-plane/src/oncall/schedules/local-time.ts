import { Temporal } from "temporal-polyfill";

/** Wall-clock times of a zone, as milliseconds that read like UTC. */
export interface LocalTime {
  /** The earliest instant whose wall time is at or after this one. A skipped time is the moment of the change, a repeated one its first pass. */
  instantOf(wall: number): number;
  /** The latest wall time that the clock has shown by this instant. It stands still while an hour is repeated. */
  wallAt(instant: number): number;
}

const day = 86_400_000;

/** Between two changes of the clock: wall = instant + offset. */
interface Span {
  from: number;
  to: number;
  offset: number;
}

/** The local time of a zone, for instants from `from` to `to`. */
export function localTime(timezone: string, from: number, to: number): LocalTime {
  // Three days on each side: no clock has ever been moved by more than one.
  const spans = spansOf(timezone, from - 3 * day, to + 3 * day);
  return {
    instantOf: (wall) => {
      const span = spans.find(({ to, offset }) => to + offset > wall) ?? spans.at(-1);
      return span ? Math.max(span.from, wall - span.offset) : wall;
    },
    wallAt: (instant) => {
      let latest = Number.NEGATIVE_INFINITY;
      for (const { from, to, offset } of spans) {
        if (from > instant) break;
        latest = Math.max(latest, Math.min(instant, to - 1) + offset);
      }
      return latest;
    },
  };
}

export function isTimezone(name: string): boolean {
  // An offset such as +02:00 has no rules for daylight saving, so it is not a zone.
  if (/^[+-]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

function spansOf(timezone: string, from: number, to: number): Span[] {
  const years = [];
  for (let year = yearOf(from); year <= yearOf(to); year++) years.push(...changesIn(timezone, year));
  const changes = years.filter((change) => change > from && change < to);
  const edges = [from, ...changes, to];
  return edges
    .slice(0, -1)
    .map((start, index) => ({ from: start, to: edges[index + 1] ?? to, offset: offsetAt(timezone, start) }));
}

const yearOf = (instant: number) => new Date(instant).getUTCFullYear();
const maxKept = 2_000;
const kept = new Map<string, readonly number[]>();

/** The changes of a zone's clock in a year (UTC). They are remembered, because looking for one takes milliseconds. */
function changesIn(timezone: string, year: number): readonly number[] {
  const key = `${timezone} ${year}`;
  const known = kept.get(key);
  if (known) return known;
  const changes: number[] = [];
  const end = Date.UTC(year + 1, 0);
  // From the millisecond before, because `next` leaves out the instant itself.
  let at: Temporal.ZonedDateTime | null = zoned(timezone, Date.UTC(year, 0) - 1);
  for (;;) {
    at = at.getTimeZoneTransition("next");
    if (at === null || at.epochMilliseconds >= end) break;
    changes.push(at.epochMilliseconds);
  }
  if (kept.size >= maxKept) kept.clear();
  kept.set(key, changes);
  return changes;
}

/** What the clock of a zone shows at an instant. */
export function wallOf(timezone: string, instant: number): number {
  return instant + offsetAt(timezone, instant);
}

function offsetAt(timezone: string, instant: number): number {
  return zoned(timezone, instant).offsetNanoseconds / 1_000_000;
}

function zoned(timezone: string, instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timezone);
}
