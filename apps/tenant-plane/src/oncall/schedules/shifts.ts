import { type Rotation, type ScheduleLayer, type Weekday, weekdays } from "@opsplane/contract";
import { type LocalTime, localTime, wallOf } from "./local-time.ts";

/** A stretch of time with one person; `from` belongs to it, `to` does not. Milliseconds. */
export interface Shift {
  from: number;
  to: number;
  userId: string | null;
  /** The number of the layer from 0; null for an override or a gap. */
  layer: number | null;
  overrideId: string | null;
}

export interface Override {
  id: string;
  user_id: string;
  starts_at: string;
  ends_at: string;
}

export interface Rota {
  timezone: string;
  layers: readonly ScheduleLayer[];
  /** Oldest first; of overlapping ones the newest applies. */
  overrides: readonly Override[];
}

export interface RotaTimeline {
  layers: Shift[][];
  overrides: Shift[];
  /** Without holes: gaps have no person. */
  final: Shift[];
}

const hour = 3_600_000;
const day = 24 * hour;

export const maxDays = 366;

/** Who is on call in [from, to). */
export function timelineOf({ timezone, layers, overrides }: Rota, from: number, to: number): RotaTimeline {
  const clock = localTime(timezone, from, to);
  const each = layers.map((layer, index) =>
    layerShifts(layer, wallOf(timezone, Date.parse(layer.starts_at)), clock, from, to).map((turn) => ({
      ...turn,
      layer: index,
      overrideId: null,
    })),
  );
  const chosen = overrides.reduce<Shift[]>((below, override) => overlay(below, overrideShift(override, from, to)), []);
  const base = each.reduce<Shift[]>(overlay, []);
  return {
    layers: each.map((shifts) => joined(shifts)),
    overrides: chosen,
    final: joined(withGaps(overlay(base, chosen), from, to)),
  };
}

/** Wall-clock hours of one turn. */
export function turnHours(rotation: Rotation, shiftHours: number | undefined): number | undefined {
  return { daily: 24, weekly: 168, custom: shiftHours }[rotation];
}

type Turn = Pick<Shift, "from" | "to" | "userId">;

function layerShifts(layer: ScheduleLayer, firstWall: number, clock: LocalTime, from: number, to: number): Turn[] {
  const start = Math.max(from, Date.parse(layer.starts_at));
  const end = Math.min(to, layer.ends_at === null ? to : Date.parse(layer.ends_at));
  if (start >= end) return [];
  const turns = turnsOf(layer, firstWall, clock, start, end);
  return layer.restrictions.length === 0 ? turns : within(turns, windowsOf(layer, clock, start, end));
}

/** Turn k begins k turns after the first one on the wall clock, so handoffs keep their local time. */
function turnsOf(
  { user_ids, shift_hours }: ScheduleLayer,
  firstWall: number,
  clock: LocalTime,
  start: number,
  end: number,
): Turn[] {
  const length = shift_hours * hour;
  const turns: Turn[] = [];
  let number = Math.max(0, Math.floor((clock.wallAt(start) - firstWall) / length));
  for (let at = start; at < end; number++) {
    const next = Math.min(end, clock.instantOf(firstWall + (number + 1) * length));
    // A turn of one hour is left out when its hour is skipped.
    if (next <= at) continue;
    turns.push({ from: at, to: next, userId: user_ids[number % user_ids.length] ?? null });
    at = next;
  }
  return turns;
}

interface Window {
  from: number;
  to: number;
}

/** The restrictions as windows of time, sorted and without overlaps. */
function windowsOf({ restrictions }: ScheduleLayer, clock: LocalTime, start: number, end: number): Window[] {
  const windows: Window[] = [];
  // A window of the day before may reach into the first day.
  const lastDay = Math.floor(clock.wallAt(end) / day);
  for (let date = Math.floor(clock.wallAt(start) / day) - 1; date <= lastDay; date++) {
    const weekday = weekdayOf(date);
    for (const restriction of restrictions) {
      if (restriction.days && !restriction.days.includes(weekday)) continue;
      const [opens, closes] = [minutesOf(restriction.start), minutesOf(restriction.end)];
      const until = closes > opens ? closes : closes + 24 * 60;
      windows.push({
        from: clock.instantOf(date * day + opens * 60_000),
        to: clock.instantOf(date * day + until * 60_000),
      });
    }
  }
  return merged(windows.filter(({ from, to }) => from < to));
}

/** 1970-01-01, day 0, was a Thursday. */
function weekdayOf(date: number): Weekday {
  return weekdays[(((date + 3) % 7) + 7) % 7] ?? "mon";
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}

function merged(windows: Window[]): Window[] {
  const result: Window[] = [];
  for (const window of windows.toSorted((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last && window.from <= last.to) last.to = Math.max(last.to, window.to);
    else result.push({ ...window });
  }
  return result;
}

/** The parts of sorted turns that are inside of sorted windows. */
function within(turns: readonly Turn[], windows: readonly Window[]): Turn[] {
  const parts: Turn[] = [];
  let first = 0;
  for (const turn of turns) {
    while (first < windows.length && (windows[first]?.to ?? 0) <= turn.from) first++;
    for (let index = first; index < windows.length; index++) {
      const window = windows[index];
      if (!window || window.from >= turn.to) break;
      const [from, to] = [Math.max(turn.from, window.from), Math.min(turn.to, window.to)];
      if (from < to) parts.push({ ...turn, from, to });
    }
  }
  return parts;
}

function overrideShift({ id, user_id, starts_at, ends_at }: Override, from: number, to: number): Shift[] {
  const [start, end] = [Math.max(from, Date.parse(starts_at)), Math.min(to, Date.parse(ends_at))];
  return start < end ? [{ from: start, to: end, userId: user_id, layer: null, overrideId: id }] : [];
}

/** Both lists are sorted and have no overlaps; `top` replaces `below`. */
function overlay(below: readonly Shift[], top: readonly Shift[]): Shift[] {
  if (top.length === 0) return [...below];
  const result: Shift[] = [];
  let index = 0;
  for (const shift of below) {
    let { from } = shift;
    while (index < top.length && (top[index]?.to ?? 0) <= from) index++;
    for (let covering = index; covering < top.length; covering++) {
      const cover = top[covering];
      if (!cover || cover.from >= shift.to) break;
      if (from < cover.from) result.push({ ...shift, from, to: cover.from });
      from = Math.max(from, cover.to);
    }
    if (from < shift.to) result.push({ ...shift, from });
  }
  return [...result, ...top].toSorted((a, b) => a.from - b.from);
}

function withGaps(shifts: readonly Shift[], from: number, to: number): Shift[] {
  const result: Shift[] = [];
  let at = from;
  for (const shift of shifts) {
    if (at < shift.from) result.push(gap(at, shift.from));
    result.push(shift);
    at = shift.to;
  }
  if (at < to) result.push(gap(at, to));
  return result;
}

function gap(from: number, to: number): Shift {
  return { from, to, userId: null, layer: null, overrideId: null };
}

/** Joins neighbors that are alike: by default in everything but their time. */
export function joined(
  shifts: readonly Shift[],
  alike = (a: Shift, b: Shift) => a.userId === b.userId && a.layer === b.layer && a.overrideId === b.overrideId,
): Shift[] {
  const result: Shift[] = [];
  for (const shift of shifts) {
    const last = result.at(-1);
    if (last && last.to === shift.from && alike(last, shift)) last.to = shift.to;
    else result.push({ ...shift });
  }
  return result;
}
