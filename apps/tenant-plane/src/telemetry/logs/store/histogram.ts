import type { ClickHouseReader } from "@opsplane/runtime";
import { type Bars, barsOf } from "../../bars.ts";
import type { BoundedRange } from "../../time-range.ts";
import { asksForContent, type LogFilter, matching, ofGroups } from "../filter.ts";
import { byBar, type Count, countedByMinutes, countedOneByOne } from "./counts.ts";

export interface LogHistogram {
  from: string;
  to: string;
  step_seconds: number;
  total: number;
  buckets: Bucket[];
}

export async function readHistogram(
  clickhouse: ClickHouseReader,
  filter: LogFilter,
  window: BoundedRange,
  maxBars: number,
): Promise<LogHistogram> {
  const bars = barsOf(window, maxBars);
  const key = byBar(bars.step);
  const query =
    asksForContent(filter) || bars.step < 60
      ? countedOneByOne(key, window, matching(filter))
      : countedByMinutes(key, window, ofGroups(filter));
  const buckets = fill(bars, await clickhouse.rows<Count>(query));
  return {
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    step_seconds: bars.step,
    total: buckets.reduce((sum, { total }) => sum + total, 0),
    buckets,
  };
}

interface Bucket {
  ts: string;
  total: number;
  levels: Record<string, number>;
}

/** Every bar, including empty ones. */
export function fill({ step, numbers }: Bars, counts: readonly Count[]): Bucket[] {
  const buckets = new Map(
    numbers.map((number): [string, Bucket] => [
      String(number),
      { ts: new Date(number * step * 1000).toISOString(), total: 0, levels: {} },
    ]),
  );
  for (const { key, level, records } of counts) {
    const bucket = buckets.get(key);
    if (bucket === undefined) continue;
    bucket.total += records;
    bucket.levels[level] = records;
  }
  return [...buckets.values()];
}
