import type { OnCallShift } from "@opsplane/contract";
import { addDays, type Day } from "../../time/days.ts";
import { startOfDay } from "../../time/zone.ts";
import type { Span, Window } from "./span.ts";

/** A shift on the track; positions are shares of its width from 0 to 1. */
export interface Bar {
  key: string;
  shift: OnCallShift;
  left: number;
  width: number;
}

export function isGap({ user, layer, override_id }: OnCallShift): boolean {
  return user === null && layer === null && override_id === null;
}

/** The bars of a row, cut at the ends of the window. */
export function barsOf(shifts: readonly OnCallShift[], window: Window): Bar[] {
  return shifts.flatMap((shift) => {
    const from = Math.max(Date.parse(shift.from), window.from);
    const to = Math.min(Date.parse(shift.to), window.to);
    if (to <= from) return [];
    const left = shareOf(from, window);
    return [{ key: shift.from, shift, left, width: shareOf(to, window) - left }];
  });
}

/** The shifts that a window shows, whole. */
export function shiftsIn(shifts: readonly OnCallShift[], { from, to }: Window): OnCallShift[] {
  return joined(shifts).filter((shift) => Date.parse(shift.to) > from && Date.parse(shift.from) < to);
}

export interface DayColumn {
  day: Day;
  left: number;
  width: number;
  isWeekend: boolean;
  /** 23 or 25 on a day when the clocks change. */
  hours: number;
}

export function columnsOf(span: Span, window: Window, zone: string): DayColumn[] {
  return span.days.map((day) => {
    const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
    const left = shareOf(from, window);
    const weekday = new Date(day).getUTCDay();
    return {
      day,
      left,
      width: shareOf(to, window) - left,
      isWeekend: weekday === 0 || weekday === 6,
      hours: (to - from) / 3_600_000,
    };
  });
}

export function shareOf(instant: number, { from, to }: Window): number {
  return (instant - from) / (to - from);
}

/** Shifts of one person that follow each other, as one: layers that take turns split them. */
export function joined(shifts: readonly OnCallShift[]): OnCallShift[] {
  const result: OnCallShift[] = [];
  for (const shift of shifts) {
    const last = result.at(-1);
    const same =
      last && last.to === shift.from && last.user?.id === shift.user?.id && last.override_id === shift.override_id;
    if (last && same) result[result.length - 1] = { ...last, to: shift.to };
    else result.push(shift);
  }
  return result;
}

/** The gaps that are not over yet, from now on. */
export function gapsAhead(final: readonly OnCallShift[], now: number): { from: string; to: string }[] {
  return joined(final)
    .filter((shift) => isGap(shift) && Date.parse(shift.to) > now)
    .map(({ from, to }) => ({ from: Date.parse(from) < now ? new Date(now).toISOString() : from, to }));
}
