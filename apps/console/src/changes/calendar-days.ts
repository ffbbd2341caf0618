import { addDays, type Day, dayName, isDay, mondayOf, monthName } from "../time/days.ts";
import type { TimeMode } from "../time/format.ts";

export interface Span {
  /** `month` or `week`. */
  kind: "month" | "week";
  /** The value in the address: `2026-11` or `2026-11-15`. */
  at: string;
  title: string;
  /** Whole weeks, Monday to Sunday. */
  weeks: Day[][];
}

/** `?at=2026-11` is that month, `?at=2026-11-15` the week of that day, anything else the current month. */
export function spanOf(at: string | undefined, today: Day): Span {
  if (at && isDay(at)) return weekOf(at);
  return monthOf(at && /^\d{4}-\d{2}$/.test(at) && isDay(`${at}-01`) ? at : today.slice(0, 7));
}

/** The periods before and after. */
export function turned({ kind, at }: Span, step: 1 | -1): string {
  if (kind === "week") return addDays(at, 7 * step);
  const [year = 0, month = 0] = at.split("-").map(Number);
  return new Date(Date.UTC(year, month - 1 + step, 1)).toISOString().slice(0, 7);
}

/** The day that a moment falls on. */
export function dayOf(moment: number | string, mode: TimeMode): Day {
  const at = new Date(moment);
  if (mode === "local") at.setMinutes(at.getMinutes() - at.getTimezoneOffset());
  return at.toISOString().slice(0, 10);
}

/** The start of a day. */
export function startOf(day: Day, mode: TimeMode): string {
  return new Date(mode === "utc" ? `${day}T00:00:00Z` : `${day}T00:00:00`).toISOString();
}

function monthOf(month: string): Span {
  const first = `${month}-01`;
  const weeks = [weekDays(first)];
  for (let next = addDays(weeks[0]?.[0] ?? first, 7); next.slice(0, 7) <= month; next = addDays(next, 7)) {
    weeks.push(weekDays(next));
  }
  return { kind: "month", at: month, title: monthName(first), weeks };
}

function weekOf(day: Day): Span {
  const days = weekDays(day);
  const [first = day, last = day] = [days[0], days[6]];
  return { kind: "week", at: day, title: `${dayName(first)} – ${dayName(last)} ${last.slice(0, 4)}`, weeks: [days] };
}

function weekDays(day: Day): Day[] {
  const monday = mondayOf(day);
  return Array.from({ length: 7 }, (_, index) => addDays(monday, index));
}
