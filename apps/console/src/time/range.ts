import { parseTime } from "@opsplane/contract";
import { fromField, toField } from "./field.ts";
import type { TimeMode } from "./format.ts";

/** A range in the address: `now-6h` to `now`, or two ISO times. It is half-open and excludes `to`. */
export interface TimeRange {
  from: string;
  to: string;
}

/** A range in milliseconds; half-open too. */
export interface Interval {
  from: number;
  to: number;
}

export const presets = ["5m", "15m", "1h", "6h", "24h", "7d", "30d"] as const;
export type Preset = `${number}${"m" | "h" | "d"}`;

export function presetRange(preset: Preset): TimeRange {
  return { from: `now-${preset}`, to: "now" };
}

/** The range of an address. An invalid range gives the fallback, with the reason in `problem`. */
export function readRange(
  search: { from?: string | undefined; to?: string | undefined },
  fallback: Preset,
  now: number,
): { range: TimeRange; problem?: string } {
  if (search.from === undefined && search.to === undefined) return { range: presetRange(fallback) };
  const range = { from: search.from ?? presetRange(fallback).from, to: search.to ?? "now" };
  const problem = rangeProblem(range, now);
  return problem === undefined ? { range } : { range: presetRange(fallback), problem };
}

/** The problem of a range; undefined when it is valid. */
export function rangeProblem({ from, to }: TimeRange, now: number): string | undefined {
  for (const written of [from, to])
    if (!parseTime(written, new Date(now))) return `"${written.slice(0, 40)}" is not a time.`;
  const interval = intervalOf({ from, to }, now);
  return interval.from < interval.to ? undefined : "The start must be before the end.";
}

/** The start and end of a range, relative to now. */
export function intervalOf({ from, to }: TimeRange, now: number): Interval {
  const at = (written: string) => parseTime(written, new Date(now))?.getTime() ?? now;
  return { from: at(from), to: at(to) };
}

export function absoluteRange({ from, to }: Interval): TimeRange {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** The window of the same length that ends where this one starts. */
export function windowBefore({ from, to }: Interval): Interval {
  return { from: from - (to - from), to: from };
}

export function isRelative({ from, to }: TimeRange): boolean {
  return from.startsWith("now") || to.startsWith("now");
}

/** Twice as long around the same center, but not beyond now. */
export function zoomedOut({ from, to }: Interval, now: number): Interval {
  const length = (to - from) * 2;
  const end = Math.max(to, Math.min((from + to + length) / 2, now));
  return { from: end - length, to: end };
}

/** The range of the same length before or after this one. The last one ends now. */
export function shifted({ from, to }: Interval, step: 1 | -1, now: number): Interval {
  const length = to - from;
  const end = step === 1 ? Math.max(Math.min(to + length, now), to) : from;
  return { from: end - length, to: end };
}

/** `Last 6 hours`, or both times of the range. */
export function rangeLabel({ from, to }: TimeRange, mode: TimeMode): string {
  const back = /^now-(\d+)([smhdw])$/.exec(from);
  if (back && to === "now") {
    const [, count = "", unit = ""] = back;
    return count === "1" ? `Last ${unitWords[unit]}` : `Last ${count} ${unitWords[unit]}s`;
  }
  return `${fieldText(from, mode)} to ${fieldText(to, mode)}`;
}

const unitWords: Record<string, string> = { s: "second", m: "minute", h: "hour", d: "day", w: "week" };

/** A time for editing: relative times unchanged, absolute times in the console's time zone to the minute. */
export function fieldText(written: string, mode: TimeMode): string {
  return written.startsWith("now") ? written : toField(written, mode).replace("T", " ");
}

/** A typed time for the address. A time without a zone is in the console's time zone. */
export function typedTime(text: string, mode: TimeMode): string {
  const typed = text.trim();
  if (!/^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(typed)) return typed;
  return fromField(typed.length === 10 ? `${typed}T00:00` : typed.replace(" ", "T"), mode) ?? typed;
}

/** The refresh intervals, by their names in the address. */
export const refreshes = { "10s": 10_000, "30s": 30_000, "1m": 60_000, "5m": 300_000 } as const;
export type Refresh = keyof typeof refreshes;
export const refreshNames: readonly Refresh[] = ["10s", "30s", "1m", "5m"];

export function readRefresh(written: string | undefined): Refresh | undefined {
  return refreshNames.find((name) => name === written);
}
