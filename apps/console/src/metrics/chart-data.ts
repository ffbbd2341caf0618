import type { MetricSeries } from "@opsplane/contract";
import { timesOf } from "../explore/steps.ts";
import type { Interval } from "../time/range.ts";
import { type ChartSeries, statsOf } from "../ui/chart/series.ts";
import { seriesNames } from "./series-names.ts";

/** What a query returned. */
export interface QueryResult {
  letter: string;
  /** Names a series that has no differing label: `rate http_requests_total`. */
  name: string;
  series: readonly MetricSeries[];
  /** The same query some time before. */
  earlier: readonly MetricSeries[];
}

/** An earlier time to compare with. */
export interface Shift {
  ms: number;
  label: string;
}

interface ChartInput {
  results: readonly QueryResult[];
  interval: Interval;
  step: number;
  shift: Shift | undefined;
  /** Over all queries. */
  maxSeries: number;
}

export interface DrawnSeries extends ChartSeries {
  letter: string;
}

/** The series of all queries on one time axis. `found` and `drawn` count those of each query. */
export function chartData({ results, interval, step, shift, maxSeries }: ChartInput) {
  const lines = results.length * (shift ? 2 : 1);
  const share = Math.max(1, Math.floor(maxSeries / Math.max(1, lines)));
  const kept = results.map((result) => keptSeries(result, share));
  const every = kept.flatMap(({ now, earlier }) => [
    ...now.map(({ points }) => points.map(([at]) => at)),
    ...earlier.map(({ points }) => points.map(([at]) => at + (shift?.ms ?? 0))),
  ]);
  const times = sharedTimes(timesOf(interval, step), every);
  const places = new Map(times.map((at, index) => [at, index]));
  const series: DrawnSeries[] = [];
  for (const [index, { letter }] of results.entries()) {
    const { now = [], earlier = [], names } = kept[index] ?? {};
    const colors = new Map<string, number>();
    for (const each of now) {
      const label = labelOf(names?.get(each) ?? "", letter, results.length);
      colors.set(keyOf(each), series.length);
      series.push({ id: `${letter} ${keyOf(each)}`, letter, label, values: valuesAt(each.points, 0, places) });
    }
    for (const each of earlier) {
      const colorIndex = colors.get(keyOf(each));
      const twin = series[colorIndex ?? -1];
      if (colorIndex === undefined || !twin || !shift) continue;
      const values = valuesAt(each.points, shift.ms, places);
      series.push({
        id: `${twin.id} earlier`,
        letter,
        label: `${twin.label} · ${shift.label}`,
        values,
        colorIndex,
        dashed: true,
      });
    }
  }
  const counts = results.map(({ letter, series: all }, index) => ({
    letter,
    found: all.length,
    drawn: kept[index]?.now.length ?? 0,
  }));
  return { times, series, counts };
}

/** Of too many series, those with the greatest last value. */
function keptSeries({ series, earlier, name }: QueryResult, max: number) {
  const short = seriesNames(
    series.map(({ labels }) => labels),
    name,
  );
  const names = new Map(series.map((each, index) => [each, short[index] ?? name]));
  if (series.length <= max) return { now: series, earlier, names };
  const last = new Map(series.map((each) => [each, lastOf(each)]));
  const top = new Set(series.toSorted((a, b) => (last.get(b) ?? 0) - (last.get(a) ?? 0)).slice(0, max));
  return { now: series.filter((each) => top.has(each)), earlier, names };
}

function lastOf({ points }: MetricSeries): number {
  return statsOf(points.map(([, value]) => finite(value))).last ?? Number.NEGATIVE_INFINITY;
}

/** All times of the grid and of the points, ascending. */
export function sharedTimes(grid: readonly number[], others: readonly (readonly number[])[]): number[] {
  const times = new Set(grid);
  for (const each of others) for (const at of each) times.add(at);
  return [...times].sort((one, other) => one - other);
}

/** One value for each time of the axis. A missing or infinite value is a gap. */
export function valuesAt(
  points: MetricSeries["points"],
  shiftMs: number,
  places: ReadonlyMap<number, number>,
): (number | null)[] {
  const values = new Array<number | null>(places.size).fill(null);
  for (const [at, value] of points) {
    const place = places.get(at + shiftMs);
    if (place !== undefined) values[place] = finite(value);
  }
  return values;
}

function finite(value: number | string): number | null {
  return typeof value === "number" ? value : null;
}

function labelOf(name: string, letter: string, queries: number): string {
  return queries > 1 ? `${letter.toUpperCase()} · ${name}` : name;
}

function keyOf({ labels }: MetricSeries): string {
  return JSON.stringify(Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1)));
}
