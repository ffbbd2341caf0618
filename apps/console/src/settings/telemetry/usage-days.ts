import { type DailyUsage, telemetryKinds } from "@opsplane/contract";
import { type Interval, isRelative, type TimeRange } from "../../time/range.ts";
import type { ChartData } from "../../ui/chart/chart.tsx";
import type { ChartMarker } from "../../ui/chart/plot-props.ts";
import { kindWords } from "./kinds.ts";

export const dayMs = 86_400_000;
/** The API returns at most this many days. */
const maxDays = 366;

/** The whole UTC days of a range. `Last 7 days` is today and the six days before it. */
export function daysOf(range: TimeRange, interval: Interval): Interval {
  const to = Math.ceil(interval.to / dayMs) * dayMs;
  const count = isRelative(range) && range.to === "now" ? Math.ceil((interval.to - interval.from) / dayMs) : Infinity;
  const from = Math.max(Math.floor(interval.from / dayMs) * dayMs, to - Math.min(count, maxDays) * dayMs);
  return { from, to };
}

/** One series per kind and one value per day. A day without data is zero, a future day is a gap. */
export function usageData(
  usage: readonly DailyUsage[],
  of: "bytes" | "rows",
  { from, to }: Interval,
  now: number,
): ChartData {
  const times = Array.from({ length: (to - from) / dayMs }, (_, day) => from + day * dayMs);
  if (usage.length === 0) return { times, series: [] };
  const amounts = new Map(usage.map((each) => [`${each.kind} ${Date.parse(each.day)}`, each[of]]));
  return {
    times,
    series: telemetryKinds.map((kind) => ({
      id: kind,
      label: kindWords[kind],
      values: times.map((day) => (day > now ? null : (amounts.get(`${kind} ${day}`) ?? 0))),
    })),
  };
}

/** The first day of each month in the range. The plan counts by month. */
export function monthStarts({ from, to }: Interval): ChartMarker[] {
  const first = new Date(from);
  const markers: ChartMarker[] = [];
  for (let month = 0; ; month++) {
    const at = Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + month);
    if (at >= to) return markers;
    if (at >= from) markers.push({ id: String(at), at, label: `${monthName.format(at)} starts` });
  }
}

const monthName = new Intl.DateTimeFormat("en-US", { month: "long", timeZone: "UTC" });
