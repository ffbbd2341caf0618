import type { Aggregation } from "@opsplane/contract";
import type { Line } from "./reading.ts";

/** Aggregates the lines of a group. `line` returns the result. */
export interface Aggregator {
  add(line: Line): void;
  line(): Line;
}

/** Quantiles keep every value. Other aggregations keep one number per point. */
export function aggregator(agg: Aggregation, points: number): Aggregator {
  const quantile = quantileOf(agg);
  return quantile === undefined ? folding(agg, points) : collecting(quantile, points);
}

/** 0.95 for `p95`. */
export function quantileOf(agg: Aggregation | undefined): number | undefined {
  return agg !== undefined && /^p\d\d$/.test(agg) ? Number(agg.slice(1)) / 100 : undefined;
}

function folding(agg: Aggregation, points: number): Aggregator {
  const values = new Float64Array(points);
  const counts = new Uint32Array(points);
  const fold = folds[agg] ?? ((sum: number, value: number) => sum + value);
  return {
    add: (line) => {
      for (let point = 0; point < points; point++) {
        if (line.there[point] === 0) continue;
        const value = line.values[point] as number;
        values[point] = counts[point] === 0 ? value : fold(values[point] as number, value);
        counts[point] = (counts[point] as number) + 1;
      }
    },
    line: () => ({
      values:
        agg === "count"
          ? Float64Array.from(counts)
          : agg === "avg"
            ? values.map((sum, at) => sum / (counts[at] as number))
            : values,
      there: Uint8Array.from(counts, (count) => (count > 0 ? 1 : 0)),
    }),
  };
}

/** Any number replaces NaN, as in Prometheus. */
const folds: Partial<Record<Aggregation, (one: number, two: number) => number>> = {
  min: (one, two) => (two < one || Number.isNaN(one) ? two : one),
  max: (one, two) => (two > one || Number.isNaN(one) ? two : one),
};

function collecting(quantile: number, points: number): Aggregator {
  const values: number[][] = Array.from({ length: points }, () => []);
  return {
    add: (line) => {
      for (let point = 0; point < points; point++)
        if (line.there[point] === 1) values[point]?.push(line.values[point] as number);
    },
    line: () => ({
      values: Float64Array.from(values, (all) => quantileAmong(quantile, all)),
      there: Uint8Array.from(values, (all) => (all.length > 0 ? 1 : 0)),
    }),
  };
}

/** Interpolates linearly between neighboring values. */
export function quantileAmong(quantile: number, values: number[]): number {
  const sorted = values.toSorted((one, two) => one - two);
  const rank = quantile * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(rank)] ?? Number.NaN, sorted[Math.ceil(rank)] ?? Number.NaN];
  return below + (above - below) * (rank - Math.floor(rank));
}

/** The quantile of histogram buckets. `bounds` are ascending, `counts` are not cumulative. */
export function quantileOfBuckets(quantile: number, bounds: readonly number[], counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (!(total > 0)) return Number.NaN;
  const rank = quantile * total;
  let seen = 0;
  for (const [index, bound] of bounds.entries()) {
    const count = counts[index] ?? 0;
    if (seen + count < rank || count === 0) {
      seen += count;
      continue;
    }
    // An open bucket has no upper bound to interpolate with.
    if (bound === Number.POSITIVE_INFINITY) return bounds[index - 1] ?? Number.NaN;
    const begin = bounds[index - 1] ?? Math.min(0, bound);
    return begin + (bound - begin) * ((rank - seen) / count);
  }
  return bounds.at(-1) ?? Number.NaN;
}
