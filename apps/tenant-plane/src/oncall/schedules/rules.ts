import { type OnCallShift, parseTime, type Restriction, type Rotation, type ScheduleLayer } from "@opsplane/contract";
import { invalid } from "@opsplane/runtime";
import type { People } from "../people.ts";
import { isTimezone } from "./local-time.ts";
import { joined, maxDays, type Rota, type Shift, timelineOf, turnHours } from "./shifts.ts";

const day = 86_400_000;

export interface LayerInput {
  name?: string;
  user_ids: string[];
  starts_at: string;
  ends_at?: string | null;
  rotation?: Rotation;
  shift_hours?: number;
  restrictions?: Restriction[];
}

export function assertTimezone(timezone: string): void {
  if (!isTimezone(timezone)) invalid("timezone", `'${timezone}' is no timezone; use a name such as Europe/Berlin`);
}

/** Layers with their defaults. Refuses what the schema cannot check. */
export function layersFrom(layers: readonly LayerInput[]): ScheduleLayer[] {
  return layers.map((layer, index) => {
    const path = `layers.${index}`;
    const { name = "", user_ids, rotation = "weekly", restrictions = [] } = layer;
    const starts_at = instantOf(layer.starts_at, `${path}.starts_at`);
    const ends_at = layer.ends_at ? instantOf(layer.ends_at, `${path}.ends_at`) : null;
    if (ends_at !== null && ends_at <= starts_at) invalid(`${path}.ends_at`, "must be after starts_at");
    const shift_hours =
      turnHours(rotation, layer.shift_hours) ?? invalid(`${path}.shift_hours`, "is required for a custom rotation");
    const users = user_ids.map((id) => id.toLowerCase());
    return { name, user_ids: users, starts_at, ends_at, rotation, shift_hours, restrictions };
  });
}

const [firstYear, lastYear] = [1970, 2200];

/** A time as it is stored. The schema allows times that do not exist, such as a leap second. */
export function instantOf(written: string, path: string): string {
  const time = new Date(written);
  if (Number.isNaN(time.getTime())) invalid(path, "is no time that exists");
  const year = time.getUTCFullYear();
  if (year < firstYear || year >= lastYear) invalid(path, `must be between ${firstYear} and ${lastYear}`);
  return time.toISOString();
}

export interface Window {
  from: number;
  to: number;
}

/** From now for 14 days, unless given. */
export function windowOf(query: { from?: string; to?: string }, now: Date): Window {
  const read = (name: "from" | "to", fallback: Date) => {
    const time = query[name] === undefined ? fallback : parseTime(query[name], now);
    return Date.parse(instantOf((time ?? fallback).toISOString(), name));
  };
  const from = read("from", now);
  const to = read("to", new Date(from + 14 * day));
  if (to <= from) invalid("from", "must be before to");
  if (to - from > maxDays * day) invalid("to", `must be at most ${maxDays} days after from`);
  return { from, to };
}

export interface Current {
  /** Who is on call; a gap has no person. */
  shift: Shift;
  /** Null: no end is in sight. */
  until: number | null;
  next: Shift | null;
  gap: { from: number; to: number | null } | null;
}

const horizonMs = 35 * day;
const gapsMs = 30 * day;

/** Who is on call at an instant and after it. Shifts of one person that follow each other count as one. */
export function currentOf(rota: Rota, at: number): Current {
  const end = at + horizonMs;
  const { final } = timelineOf(rota, at - horizonMs, end);
  const shifts = joined(final, (a, b) => a.userId === b.userId && a.overrideId === b.overrideId);
  const index = shifts.findIndex(({ to }) => to > at);
  const shift = shifts[index] ?? { from: at, to: end, userId: null, layer: null, overrideId: null };
  const gap = shifts.find(({ from, to, userId }) => userId === null && to > at && from < at + gapsMs);
  return {
    shift,
    until: shift.to === end ? null : shift.to,
    next: shifts.slice(index + 1).find(({ userId }) => userId !== null) ?? null,
    gap: gap ? { from: Math.max(gap.from, at), to: gap.to === end ? null : gap.to } : null,
  };
}

export function shown(shift: Shift, people: People): OnCallShift {
  return {
    from: isoOf(shift.from),
    to: isoOf(shift.to),
    user: shift.userId === null ? null : (people.get(shift.userId) ?? null),
    layer: shift.layer,
    override_id: shift.overrideId,
  };
}

export function isoOf(instant: number): string {
  return new Date(instant).toISOString();
}
