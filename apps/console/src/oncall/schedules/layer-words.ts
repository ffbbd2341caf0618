import { type Restriction, type Rotation, type ScheduleLayer, type Weekday, weekdays } from "@opsplane/contract";

export const rotationWords: Record<Rotation, string> = { daily: "Every day", weekly: "Every week", custom: "Custom" };

export const weekdayWords: Record<Weekday, string> = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
};

/** `Changes every week`, `Changes every 12 hours`; one person never changes. */
export function rotationText({ rotation, shift_hours, user_ids }: ScheduleLayer): string {
  if (user_ids.length === 1) return "One person";
  return `Changes ${rotation === "custom" ? `every ${shift_hours} hours` : rotationWords[rotation].toLowerCase()}`;
}

/** `Mon–Fri 09:00–17:00`, `Sat, Mon 22:00–06:00 (next day)`. */
export function restrictionText({ days, start, end }: Restriction): string {
  return `${daysText(days ?? [])} ${start}–${end}${end <= start ? " (next day)" : ""}`;
}

function daysText(days: readonly Weekday[]): string {
  const numbers = weekdays.flatMap((day, index) => (days.includes(day) ? index : []));
  if (numbers.length === 0 || numbers.length === weekdays.length) return "every day";
  const short = (index: number) => weekdayWords[weekdays[index] ?? "mon"].slice(0, 3);
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  const inRow = numbers.length > 2 && last - first === numbers.length - 1;
  return inRow ? `${short(first)}–${short(last)}` : numbers.map(short).join(", ");
}
