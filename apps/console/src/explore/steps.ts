import type { Interval } from "../time/range.ts";

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const steps = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * second),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * minute),
  ...[1, 2, 3, 6, 12].map((count) => count * hour),
  day,
  7 * day,
];

/** The smallest step, of at least `least`, that divides the interval into at most `points` parts. */
export function stepFor({ from, to }: Interval, points: number, least = second): number {
  return steps.find((step) => step >= least && (to - from) / step <= points) ?? 7 * day;
}

/** A step as the API writes durations: `15s`, `5m`, `2h`. */
export function durationText(ms: number): string {
  if (ms % hour === 0) return `${ms / hour}h`;
  return ms % minute === 0 ? `${ms / minute}m` : `${Math.max(1, Math.round(ms / second))}s`;
}

/** The starts of all steps that overlap the interval. */
export function timesOf({ from, to }: Interval, step: number): number[] {
  const times: number[] = [];
  for (let at = Math.floor(from / step) * step; at < to; at += step) times.push(at);
  return times;
}
