/** A day as `2026-11-15`. It is a plain text, so that counting days needs no time zone. */
export type Day = string;

const dayMs = 86_400_000;

export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}

export function isDay(day: string): boolean {
  const at = new Date(day);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day);
}

/** The first day of the week, a Monday. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

const dayNames = new Intl.DateTimeFormat("en-GB", {
  timeZone: "UTC",
  weekday: "short",
  day: "numeric",
  month: "short",
});

/** `Mon 16 Nov`. */
export function dayName(day: Day): string {
  return dayNames.format(new Date(day)).replace(",", "");
}

const monthNames = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", month: "long", year: "numeric" });

/** `November 2026`, for a day or a month. */
export function monthName(day: Day): string {
  return monthNames.format(new Date(day));
}
