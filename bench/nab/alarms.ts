import { openSeasonSurprise } from "@opsplane/rca";
import type { yearOf } from "./year.ts";

const hour = 3600;
const day = 24 * hour;
/** An alert policy reads as much history. */
const weeks = 4;

/** What fires again within half an hour is the same alert. */
const sameAlert = 30 * 60;

export interface AlarmRule {
  /** The surprise that fires. */
  readonly threshold: number;
  /** Seconds over which values are averaged, and for which the condition must hold. */
  readonly window: number;
  readonly hold: number;
}

/** How often an alert policy on the surprise of a metric fires, evaluated every five minutes as the product does. */
export function alarmsIn(
  { times, values }: ReturnType<typeof yearOf>,
  { threshold, window, hold }: AlarmRule,
): number[] {
  const hours = hourly(times, values);
  const first = times[0] ?? 0;
  const alarms: number[] = [];
  let season = openSeasonSurprise("week");
  let [since, quietSince, firing] = [Number.POSITIVE_INFINITY, 0, false];
  let learnedUntil = 0;
  let from = 0;
  let to = 0;
  let [sum, count] = [0, 0];
  for (let at = first + 5 * 60; at <= (times.at(-1) ?? 0); at += 5 * 60) {
    for (; (times[to] ?? Infinity) <= at; to += 1) {
      const value = values[to];
      if (typeof value === "number") [sum, count] = [sum + value, count + 1];
    }
    for (; (times[from] ?? Infinity) <= at - window; from += 1) {
      const value = values[from];
      if (typeof value === "number") [sum, count] = [sum - value, count - 1];
    }
    // The product learns four weeks anew at each evaluation. Once a day is enough here.
    if (at % day === 0) {
      season = openSeasonSurprise("week");
      learnedUntil = at - weeks * 7 * day;
    }
    for (; learnedUntil + hour <= at; learnedUntil += hour) {
      const value = hours.get(learnedUntil);
      if (value !== undefined) season.learn(learnedUntil, ...value);
    }
    const usual = season.usualAt(at);
    if (usual === undefined || count <= 0) continue;
    const away = Math.abs(sum / count - usual);
    const isOver = away > Math.max(Math.abs(usual) * 0.01, 1e-9) && season.surpriseOf(away) > threshold;
    since = isOver ? Math.min(since, at) : Number.POSITIVE_INFINITY;
    if (isOver) quietSince = at;
    if (!firing && isOver && at - since >= hold) {
      firing = true;
      alarms.push(at);
    }
    if (firing && at - quietSince >= sameAlert) firing = false;
  }
  return alarms;
}

/** Mean, lowest and highest value of each hour. */
function hourly(times: Float64Array, values: readonly (number | null)[]): Map<number, [number, number, number]> {
  const hours = new Map<number, { sum: number; count: number; low: number; high: number }>();
  for (const [index, value] of values.entries()) {
    if (value === null) continue;
    const key = Math.floor((times[index] ?? 0) / hour) * hour;
    const known = hours.get(key) ?? { sum: 0, count: 0, low: value, high: value };
    known.sum += value;
    known.count += 1;
    known.low = Math.min(known.low, value);
    known.high = Math.max(known.high, value);
    hours.set(key, known);
  }
  return new Map([...hours].map(([key, { sum, count, low, high }]) => [key, [sum / count, low, high]]));
}
