const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Data that arrives this late still counts. */
const lateMs = 10 * minute;
/** Minutes are kept for this long. What is older is measured by hours. */
const minutesKept = 3 * day;
/** Slots that one read returns at most, unless there are very many objectives. */
const maxSlots = 20_000;

/** A part of the time that was not measured yet. Bounds are Unix milliseconds. */
export interface Part {
  unit: "minutes" | "hours";
  from: number;
  to: number;
}

export const minuteOf = (ms: number) => Math.floor(ms / minute) * minute;
export const hourOf = (ms: number) => Math.floor(ms / hour) * hour;

/** What comes next for objectives that are measured until a time. The last ten minutes before are read again for late data. */
export function nextPart(measuredUntil: number, now: number, objectives: number): Part {
  const again = measuredUntil - lateMs;
  const firstMinute = hourOf(now - minutesKept);
  const slots = Math.floor(maxSlots / objectives);
  if (measuredUntil < firstMinute) {
    const from = hourOf(again);
    return { unit: "hours", from, to: Math.min(firstMinute, from + clamp(slots, 24, 720) * hour) };
  }
  const from = Math.max(again, firstMinute);
  return { unit: "minutes", from, to: Math.min(minuteOf(now), from + clamp(slots, 60, 1440) * minute) };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** As far back as windows reach and telemetry is kept. */
export function backfillStart(now: Date, retentionDays: number | null): Date {
  return new Date(hourOf(now.getTime() - Math.min(90, retentionDays ?? 90) * day));
}
