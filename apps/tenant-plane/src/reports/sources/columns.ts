import type { Bucket } from "@opsplane/reports";
import { type Sql, sql } from "@opsplane/runtime";

/** The number of the chart column that a time belongs to, beginning with 0. Columns may differ in length, as days with a clock change do. */
export function bucketIndex(time: Sql, buckets: readonly Bucket[]): Sql {
  return sql`(width_bucket(${time}, ${buckets.map(({ from }) => from.toISOString())}::timestamptz[]) - 1)::integer`;
}

/** In percent; null of nothing. */
export function shareOf(part: number, whole: number): number | null {
  return whole === 0 ? null : (part / whole) * 100;
}
