import { type Day, dayName } from "./days.ts";

/** A local date and time as `2026-11-15T03:07`: the value of a datetime-local field. */
export type WallTime = string;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  formats.set(zone, made);
  return made;
}

/** What the clocks of a timezone show at an instant. */
export function wallOf(instant: number, zone: string): WallTime {
  const parts: Record<string, string> = {};
  for (const { type, value } of formatOf(zone).formatToParts(instant)) parts[type] = value;
  return `${parts.year}-${parts.month}-${parts.day}T${parts.hour}:${parts.minute}`;
}

const dayMs = 86_400_000;

/**
 * The instant at which the clocks of a timezone show this time. A time that happens twice is the first one, and a time that is
 * skipped is the moment when the clocks change.
 */
export function instantOf(wall: WallTime, zone: string): number {
  const asUtc = Date.parse(`${wall}Z`);
  const offsetAt = (instant: number) => Date.parse(`${wallOf(instant, zone)}Z`) - Math.floor(instant / 60_000) * 60_000;
  const candidates = [asUtc - offsetAt(asUtc - dayMs), asUtc - offsetAt(asUtc + dayMs)].sort((a, b) => a - b);
  const found = candidates.find((instant) => wallOf(instant, zone) === wall);
  if (found !== undefined) return found;
  let [before = asUtc, after = asUtc] = candidates;
  while (after - before > 60_000) {
    const middle = before + Math.floor((after - before) / 120_000) * 60_000;
    if (wallOf(middle, zone) < wall) before = middle;
    else after = middle;
  }
  return after;
}

export function isWallTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}Z`));
}

/** The day that an instant falls on in a timezone. */
export function zoneDay(instant: number, zone: string): Day {
  return wallOf(instant, zone).slice(0, 10);
}

/** The start of a day in a timezone. */
export function startOfDay(day: Day, zone: string): number {
  return instantOf(`${day}T00:00`, zone);
}

/** The timezone of this browser. */
export function localZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** `Mon 16 Nov 09:00`: a time in a timezone. */
export function zoneTime(iso: string, zone: string): string {
  const wall = wallOf(Date.parse(iso), zone);
  return `${dayName(wall.slice(0, 10))} ${wall.slice(11)}`;
}

/** `Mon 16 Nov 09:00 – 17:00`: the day is written once when both are on it. */
export function zoneRange(from: string, to: string, zone: string): string {
  const [start, end] = [zoneTime(from, zone), zoneTime(to, zone)];
  return `${start} – ${start.slice(0, -5) === end.slice(0, -5) ? end.slice(-5) : end}`;
}
