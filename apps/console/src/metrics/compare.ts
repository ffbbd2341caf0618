import type { Shift } from "./chart-data.ts";

const dayMs = 86_400_000;

/** The comparisons, by their names in the address. */
const shifts: Record<string, Shift> = {
  day: { ms: dayMs, label: "1 day ago" },
  week: { ms: 7 * dayMs, label: "1 week ago" },
};

export const comparisons = [
  { value: "", label: "No comparison" },
  { value: "day", label: "Previous day" },
  { value: "week", label: "Previous week" },
];

export function shiftOf(written: string | undefined): Shift | undefined {
  return Object.hasOwn(shifts, written ?? "") ? shifts[written ?? ""] : undefined;
}
