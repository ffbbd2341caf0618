import type { ChartTone } from "@opsplane/contract";
import type { Bucket, Chart, Unit } from "@opsplane/reports";

/** A count in a column of a chart over time. */
export interface CountAt {
  at: number;
  name: string;
  count: number;
}

/** Stacked bars over time, one part for each name. */
export function chartOverTime(
  title: string,
  buckets: readonly Bucket[],
  counts: readonly CountAt[],
  names: readonly string[] = [...new Set(counts.map(({ name }) => name))].sort(),
  tones: Readonly<Record<string, ChartTone>> = {},
): Chart {
  const known = new Map(counts.map(({ at, name, count }) => [`${at} ${name}`, count]));
  return {
    ...{ title, kind: "bars", unit: "count", labels: buckets.map(({ label }) => label) },
    starts: buckets.map(({ from }) => from),
    series: names.map((name) => ({
      name,
      tone: tones[name],
      values: buckets.map((_, at) => known.get(`${at} ${name}`) ?? 0),
    })),
  };
}

export interface Share {
  name: string;
  count: number;
}

/** One bar for each name, the longest first. */
export function chartOfShares(title: string, of: string, shares: readonly Share[], unit: Unit = "count"): Chart {
  const sorted = [...shares].sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
  return chartOfSteps(title, of, sorted, unit);
}

/** One bar for each name, in an order that has a meaning. */
export function chartOfSteps(title: string, of: string, shares: readonly Share[], unit: Unit = "count"): Chart {
  return {
    ...{ title, kind: "shares", unit, labels: shares.map(({ name }) => name) },
    series: [{ name: of, values: shares.map(({ count }) => count) }],
  };
}

/** The sums of counts over time. */
export function sumsOf(counts: readonly CountAt[]): Share[] {
  const sums = new Map<string, number>();
  for (const { name, count } of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].map(([name, count]) => ({ name, count }));
}
