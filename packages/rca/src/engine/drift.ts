import type { Series, TimeRange } from "./input.ts";
import { mean, quantile, sorted, spread } from "./robust.ts";
import { isRate, isSuccess, signalOf } from "./signal.ts";

/** How far a series is from usual during the problem. */
export interface Drift {
  readonly series: Series;
  /** What stands for all calls in a metric of success: 1 or 100. */
  readonly whole: number;
  /** Levels before and during the problem. Metrics of success are turned into failures. */
  readonly usual: number;
  readonly now: number;
  /** The mean difference from usual, in units of the series. */
  readonly change: number;
  /** The difference that lasts, against usual windows of the same length: 1 is the most that one window in fifty shows. */
  readonly strength: number;
}

const minUsual = 4;
/** A step counts as part of the problem when so much of it is after the beginning. */
const overlap = 0.1;
/** Differences below this part of the level are no news, however quiet the series is. */
const tolerance = 0.02;
/** Fewer failed calls than this part are no news either. */
const minFailures = 0.002;

export function driftOf(series: Series, at: number, disturbed: readonly TimeRange[]): Drift | undefined {
  const { times, values, stepMs, reference } = series;
  const success = isSuccess(series.metric);
  const whole =
    (success || (isRate(series.metric) && signalOf(series.metric) === "errors")) &&
    (largest(reference) > 1.5 || largest(values) > 1.5)
      ? 100
      : 1;
  // Success is read as failure, so that a fall from 100 to 99 is as clear as a rise from 0 to 1.
  const read = (from: readonly (number | null)[], wanted: (index: number) => boolean = () => true): Float64Array => {
    const found = new Float64Array(from.length);
    let count = 0;
    for (let index = 0; index < from.length; index++) {
      const value = from[index];
      if (value === null || value === undefined || !wanted(index)) continue;
      found[count++] = success ? whole - value : value;
    }
    return found.subarray(0, count);
  };
  const isDuring = (index: number) => (times[index] ?? 0) + stepMs - at > overlap * stepMs;
  const isUsual = (index: number) => {
    const time = times[index] ?? 0;
    return !isDuring(index) && !disturbed.some(({ from, to }) => time + stepMs > from && time < to);
  };
  const during = read(values, isDuring);
  const before = read(values, isUsual);
  const known = read(reference);
  const ordered = known.length >= 20 ? known : Float64Array.of(...known, ...before);
  if (ordered.length < minUsual || during.length === 0) return undefined;
  const usual = sorted(ordered);
  const middle = quantile(usual, 0.5);
  const level = before.length >= 1 ? quantile(sorted(before), 0.5) : middle;
  const now = quantile(sorted(during), 0.5);
  const noise = spread(usual);
  // A series that was always 0 has no level; the new one stands for it.
  const scale = noise === 0 && middle === 0 ? now : middle;
  const unit = noise + (success ? minFailures * whole : tolerance * Math.abs(scale)) + 1e-9;
  // A level that already differed before the problem is not news: the nearer of both levels counts.
  const [low, high] = [Math.min(middle, level), Math.max(middle, level)];
  const differences = during.map((value) => beyond(value, low, high));
  const sustained = sustainedOf(differences);
  const chance = chanceOf(ordered, middle, during.length) / unit;
  return {
    series,
    whole,
    usual: level,
    now,
    change: mean(differences),
    strength: sustained / unit / Math.max(chance, 2),
  };
}

function largest(values: readonly (number | null)[]): number {
  let found = 0;
  for (const value of values) if (value !== null && value > found) found = value;
  return found;
}

function beyond(value: number, low: number, high: number): number {
  return value > high ? value - high : value < low ? value - low : 0;
}

/** The difference that at least half of the steps reach, in one direction. */
function sustainedOf(differences: ArrayLike<number>): number {
  const ascending = inOrder(differences);
  const place = Math.ceil(ascending.length / 2) - 1;
  const down = ascending[place] ?? 0;
  const up = ascending[ascending.length - 1 - place] ?? 0;
  if (up > 0 && up >= -down) return up;
  return Math.min(down, 0);
}

/** Windows are a few steps long; inserting is much faster than sorting then. */
function inOrder(values: ArrayLike<number>): ArrayLike<number> {
  if (values.length > 16) return sorted(values);
  const ascending: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    let place = at;
    for (; place > 0 && (ascending[place - 1] ?? 0) > value; place--) ascending[place] = ascending[place - 1] ?? 0;
    ascending[place] = value;
  }
  return ascending;
}

const maxWindows = 60;

/** What usual windows of the same length reach: their 98th percentile. */
function chanceOf(usual: ArrayLike<number>, middle: number, length: number): number {
  const found: number[] = [];
  const stride = Math.max(1, length >> 1, Math.floor((usual.length - length) / maxWindows));
  const window = new Float64Array(length);
  for (let from = 0; from + length <= usual.length; from += stride) {
    for (let at = 0; at < length; at++) window[at] = (usual[from + at] ?? 0) - middle;
    found.push(Math.abs(sustainedOf(window)));
  }
  return found.length < 20 ? 0 : quantile(sorted(found), 0.98);
}
