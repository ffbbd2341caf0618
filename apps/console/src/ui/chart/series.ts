import type { Tone } from "./colors.ts";

/** One line, area or bar of a chart. A missing value is null and leaves a gap. */
export interface ChartSeries {
  id: string;
  label: string;
  /** One value for each time of the chart. */
  values: readonly (number | null)[];
  /** A color with a meaning, in place of the one by position. */
  tone?: Tone;
  /** The position whose color it has, in place of its own. */
  colorIndex?: number;
  /** Drawn faded and dashed, for an earlier time of another series. */
  dashed?: boolean;
}

/** With more series, dashes no longer help, and dashed lines are slow to draw. */
export const maxDashed = 32;

/** Whether dashes distinguish lines of the same color. Beside earlier times they would be mistaken for those. */
export function hasDashes(series: readonly ChartSeries[]): boolean {
  return series.length <= maxDashed && !series.some(({ dashed }) => dashed);
}

/** How series are drawn; areas and bars are stacked from the first series up. */
export type ChartKind = "lines" | "areas" | "bars";

export interface SeriesStats {
  last: number | null;
  min: number | null;
  max: number | null;
  avg: number | null;
}

export const statNames = ["last", "min", "max", "avg"] as const satisfies (keyof SeriesStats)[];

export function statsOf(values: readonly (number | null)[]): SeriesStats {
  let [count, sum] = [0, 0];
  const stats: SeriesStats = { last: null, min: null, max: null, avg: null };
  for (const value of values) {
    if (value === null) continue;
    count += 1;
    sum += value;
    stats.last = value;
    if (stats.min === null || value < stats.min) stats.min = value;
    if (stats.max === null || value > stats.max) stats.max = value;
  }
  return count === 0 ? stats : { ...stats, avg: sum / count };
}

/**
 * The columns that are drawn, in the order of the series. Stacked, each holds the sum up to its series;
 * hidden series take no space. A time without any value stays a gap.
 */
export function drawnColumns(
  kind: ChartKind,
  series: readonly ChartSeries[],
  hidden: ReadonlySet<string>,
): (readonly (number | null)[])[] {
  if (kind === "lines") return series.map(({ values }) => values);
  const sums: (number | null)[] = [];
  return series.map(({ id, values }) => {
    if (hidden.has(id)) return values.map(() => null);
    return values.map((value, index) => {
      if (value !== null) sums[index] = (sums[index] ?? 0) + value;
      return sums[index] ?? null;
    });
  });
}

/** The visible series after a click in the legend: only this one, or all when it was the only one. */
export function isolated(series: readonly ChartSeries[], hidden: ReadonlySet<string>, id: string): Set<string> {
  const others = series.filter((each) => each.id !== id).map((each) => each.id);
  const isAlone = !hidden.has(id) && others.every((other) => hidden.has(other));
  return new Set(isAlone ? [] : others);
}
