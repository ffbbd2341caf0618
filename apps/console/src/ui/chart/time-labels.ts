import { inEachMode, type TimeMode } from "../../time/format.ts";

const dayMs = 86_400_000;

/** The labels of a time axis whose ticks are `stepMs` apart: days, or clock times with the day at midnight. */
export function tickLabels(ticks: readonly number[], stepMs: number, mode: TimeMode): string[] {
  const { day, clock, clockSeconds } = formats(mode);
  if (stepMs >= dayMs) return ticks.map((tick) => day.format(tick));
  const time = stepMs < 60_000 ? clockSeconds : clock;
  return ticks.map((tick) => (clockSeconds.format(tick) === "00:00:00" ? day.format(tick) : time.format(tick)));
}

/** The time of one point: a day where points are days, else `Nov 16, 14:05:00`. */
export function pointLabel(time: number, stepMs: number, mode: TimeMode): string {
  const { weekday, day, clockSeconds } = formats(mode);
  if (stepMs >= dayMs) return weekday.format(time);
  return `${day.format(time)}, ${clockSeconds.format(time)}`;
}

const formats = inEachMode(formatsIn);

function formatsIn(zone: string | undefined) {
  const timeZone = zone ? { timeZone: zone } : {};
  const day = { ...timeZone, month: "short", day: "numeric" } as const;
  const clock = { ...timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return {
    day: new Intl.DateTimeFormat("en-US", day),
    weekday: new Intl.DateTimeFormat("en-US", { ...day, weekday: "short", year: "numeric" }),
    clock: new Intl.DateTimeFormat("en-US", clock),
    clockSeconds: new Intl.DateTimeFormat("en-US", { ...clock, second: "2-digit" }),
  };
}
