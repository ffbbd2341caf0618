import type { Series, TimeRange } from "./input.ts";
import { mean, quantile, sorted, spread } from "./robust.ts";
import { isSuccess } from "./signal.ts";

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
  // Success is read as failure, so that a fall from 100 to 99 is as clear as a rise from 0 to 1.
  const whole =
    success && Math.max(...reference.map((value) => value ?? 0), ...values.map((value) => value ?? 0)) > 1.5 ? 100 : 1;
  const toward = (value: number) => (success ? whole - value : value);
  const before: number[] = [];
  const during: number[] = [];
  for (const [index, time] of times.entries()) {
    const raw = values[index];
    if (raw === null || raw === undefined) continue;
    const value = toward(raw);
    if (time + stepMs - at > overlap * stepMs) during.push(value);
    else if (!disturbed.some(({ from, to }) => time + stepMs > from && time < to)) before.push(value);
  }
  const known: number[] = [];
  for (const value of reference) if (value !== null) known.push(toward(value));
  const ordered = known.length >= 20 ? known : [...known, ...before];
  if (ordered.length < minUsual || during.length === 0) return undefined;
  const usual = sorted(ordered);
  const middle = quantile(usual, 0.5);
  const level = before.length >= 1 ? quantile(sorted(before), 0.5) : middle;
  const unit = spread(usual) + (success ? minFailures * whole : tolerance * Math.abs(middle)) + 1e-9;
  // A level that already differed before the problem is not news: the nearer of both levels counts.
  const [low, high] = [Math.min(middle, level), Math.max(middle, level)];
  const differences = during.map((value) => beyond(value, low, high));
  const sustained = sustainedOf(differences);
  const chance = chanceOf(ordered, middle, during.length) / unit;
  const now = quantile(sorted(during), 0.5);
  return {
    series,
    whole,
    usual: level,
    now,
    change: mean(differences),
    strength: sustained / unit / Math.max(chance, 2),
  };
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
function chanceOf(usual: readonly number[], middle: number, length: number): number {
  const found: number[] = [];
  const stride = Math.max(1, length >> 1, Math.floor((usual.length - length) / maxWindows));
  const window = new Float64Array(length);
  for (let from = 0; from + length <= usual.length; from += stride) {
    for (let at = 0; at < length; at++) window[at] = (usual[from + at] ?? 0) - middle;
    found.push(Math.abs(sustainedOf(window)));
  }
  return found.length < 20 ? 0 : quantile(sorted(found), 0.98);
}
