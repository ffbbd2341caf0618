import { bind, type ClickHouseReader, chsql, fail, type SqlFragment } from "@opsplane/runtime";
import type { Grid } from "../grid.ts";
import { quantileOfBuckets } from "../groups.ts";
import type { Line } from "../reading.ts";

const maxRows = 200_000;

/** The bucket counts in the window of each point. */
export class Buckets {
  readonly #points: Map<number, number>[];

  constructor(points: number) {
    this.#points = Array.from({ length: points }, () => new Map());
  }

  add(point: number, bound: number, count: number): void {
    const buckets = this.#points[point];
    buckets?.set(bound, (buckets.get(bound) ?? 0) + count);
  }

  /** `cumulative`: a bucket's count includes all lower buckets, as in `le` series. */
  quantiles(quantile: number, cumulative: boolean): Line {
    const values = new Float64Array(this.#points.length);
    const there = new Uint8Array(this.#points.length);
    for (const [point, buckets] of this.#points.entries()) {
      const sorted = [...buckets].sort(([one], [two]) => one - two);
      const counts = sorted.map(([, count], at) =>
        cumulative ? Math.max(0, count - (sorted[at - 1]?.[1] ?? 0)) : count,
      );
      const value = quantileOfBuckets(
        quantile,
        sorted.map(([bound]) => bound),
        counts,
      );
      if (Number.isNaN(value)) continue;
      values[point] = value;
      there[point] = 1;
    }
    return { values, there };
  }
}

/** Reads OpenTelemetry histograms by series and time, and adds the increase of each since the previous one. */
export async function readHistograms(
  clickhouse: ClickHouseReader,
  rows: SqlFragment,
  grid: Grid,
  bucketsOf: (id: bigint) => Buckets | undefined,
): Promise<void> {
  const result = await clickhouse.columns(chsql`
    SELECT series_id, ts, cumulative, count, bounds, counts FROM metric_histograms
    WHERE ${rows} AND ts > ${bind.instant(new Date(grid.start - grid.window - grid.step))}
      AND ts <= ${bind.instant(new Date(grid.start + (grid.points - 1) * grid.step))}
    ORDER BY series_id, ts LIMIT ${bind.whole(maxRows + 1)}`);
  if (result.rows > maxRows)
    fail("VALIDATION_ERROR", `The query matches more than ${maxRows} histograms; narrow the window.`);
  const [ids, times, totals] = [result.bits("series_id"), result.bits("ts"), result.bits("count")];
  const cumulative = result.numbers("cumulative");
  const [bounds, counts] = [result.arrays("bounds"), result.arrays("counts")];
  /** The previous counts of a cumulative histogram: empty after a reset, undefined when unknown. */
  const before = (row: number): Map<number, number> | undefined => {
    if (cumulative[row] !== 1) return new Map();
    if (row === 0 || ids[row - 1] !== ids[row]) return undefined;
    const isReset = (totals[row] ?? 0n) < (totals[row - 1] ?? 0n);
    return isReset ? new Map() : bucketsAt(bounds, counts, row - 1);
  };
  for (let row = 0; row < result.rows; row++) {
    const [less, buckets] = [before(row), bucketsOf(ids[row] ?? 0n)];
    if (less === undefined || buckets === undefined) continue;
    for (const [bound, count] of bucketsAt(bounds, counts, row))
      addToWindows(buckets, grid, Number(times[row] ?? 0n), bound, count - (less.get(bound) ?? 0));
  }
}

interface Arrays {
  ends: Float64Array;
  values: Float64Array;
}

function bucketsAt(bounds: Arrays, counts: Arrays, row: number): Map<number, number> {
  const buckets = new Map<number, number>();
  const from = row === 0 ? 0 : (bounds.ends[row - 1] ?? 0);
  for (let at = from; at < (bounds.ends[row] ?? 0); at++) buckets.set(bounds.values[at] ?? 0, counts.values[at] ?? 0);
  return buckets;
}

/** Windows overlap when they are longer than the step, so a row may count for several points. */
function addToWindows(buckets: Buckets, grid: Grid, time: number, bound: number, count: number): void {
  if (count <= 0) return;
  const first = Math.max(0, Math.ceil((time - grid.start) / grid.step));
  for (let point = first; point < grid.points && grid.start + point * grid.step - grid.window < time; point++)
    buckets.add(point, bound, count);
}
