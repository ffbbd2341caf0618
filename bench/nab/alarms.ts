import { openSeasonSurprise, type SeasonSurprise } from "@opsplane/rca";
import type { yearOf } from "./year.ts";

/** Seconds between evaluations. */
const interval = 300;
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

type Year = ReturnType<typeof yearOf>;

/** When an alert policy on the surprise of a metric fires, evaluated every five minutes as the product does. */
export function alarmsIn(year: Year, { threshold, window, hold }: AlarmRule): number[] {
  const meanAt = openMean(year, window);
  const seasonAt = openHistory(year);
  const alarms: number[] = [];
  let [since, lastOver, firing] = [Number.POSITIVE_INFINITY, 0, false];
  for (let at = (year.times[0] ?? 0) + interval; at <= (year.times.at(-1) ?? 0); at += interval) {
    const value = meanAt(at);
    const season = seasonAt(at);
    const usual = season.usualAt(at);
    if (usual === undefined || value === undefined) continue;
    const away = Math.abs(value - usual);
    const isOver = away > Math.max(Math.abs(usual) * 0.01, 1e-9) && season.surpriseOf(away) > threshold;
    since = isOver ? Math.min(since, at) : Number.POSITIVE_INFINITY;
    if (isOver) lastOver = at;
    if (firing) firing = at - lastOver < sameAlert;
    else if (isOver && at - since >= hold) {
      firing = true;
      alarms.push(at);
    }
  }
  return alarms;
}

/** The mean of the last seconds at moments in ascending order. */
function openMean({ times, values }: Year, window: number): (at: number) => number | undefined {
  let [from, to, sum, count] = [0, 0, 0, 0];
  const add = (value: number | null | undefined, sign: 1 | -1) => {
    if (typeof value !== "number") return;
    sum += sign * value;
    count += sign;
  };
  return (at) => {
    for (; (times[to] ?? Number.POSITIVE_INFINITY) <= at; to += 1) add(values[to], 1);
    for (; (times[from] ?? Number.POSITIVE_INFINITY) <= at - window; from += 1) add(values[from], -1);
    return count > 0 ? sum / count : undefined;
  };
}

/** What the last four weeks say at moments in ascending order. The product reads them at each evaluation; once a day is enough here. */
function openHistory({ times, values }: Year): (at: number) => SeasonSurprise {
  const hours = hourly(times, values);
  let season = openSeasonSurprise("week");
  let learnedUntil = times[0] ?? 0;
  return (at) => {
    if (at % day === 0) {
      season = openSeasonSurprise("week");
      learnedUntil = at - weeks * 7 * day;
    }
    for (; learnedUntil + hour <= at; learnedUntil += hour) {
      const known = hours.get(learnedUntil);
      if (known !== undefined) season.learn(learnedUntil, ...known);
    }
    return season;
  };
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
