import { addDays, type Day, dayName, isDay, mondayOf, monthName } from "../../time/days.ts";
import { startOfDay } from "../../time/zone.ts";

export const spanKinds = ["week", "two-weeks", "month"] as const;
export type SpanKind = (typeof spanKinds)[number];

export const spanWords: Record<SpanKind, string> = { week: "1 week", "two-weeks": "2 weeks", month: "Month" };

/** The days that a timeline shows. */
export interface Span {
  kind: SpanKind;
  first: Day;
  days: Day[];
  title: string;
}

/** Weeks begin on Monday. Anything that is no day is today. */
export function spanOf(kind: string | undefined, at: string | undefined, today: Day): Span {
  const known = spanKinds.find((each) => each === kind) ?? "two-weeks";
  const day = at && isDay(at) ? at : today;
  if (known === "month") {
    const first = `${day.slice(0, 8)}01`;
    return { kind: known, first, days: daysFrom(first, daysIn(first)), title: monthName(first) };
  }
  const first = mondayOf(day);
  const days = daysFrom(first, known === "week" ? 7 : 14);
  const last = days.at(-1) ?? first;
  return { kind: known, first, days, title: `${dayName(first)} – ${dayName(last)} ${last.slice(0, 4)}` };
}

/** The first day of the span before or after. */
export function turned({ days, first }: Span, step: 1 | -1): Day {
  return step === 1 ? addDays(days.at(-1) ?? first, 1) : addDays(first, -1);
}

export interface Window {
  from: number;
  to: number;
}

export function windowOf({ first, days }: Span, zone: string): Window {
  return { from: startOfDay(first, zone), to: startOfDay(addDays(days.at(-1) ?? first, 1), zone) };
}

const marginMs = 31 * 86_400_000;

/** Wider than what is shown, so that shifts at its ends are whole. */
export function askedWindow({ from, to }: Window): Window {
  return { from: from - marginMs, to: to + marginMs };
}

function daysFrom(first: Day, count: number): Day[] {
  return Array.from({ length: count }, (_, index) => addDays(first, index));
}

function daysIn(first: Day): number {
  const [year = 0, month = 0] = first.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
