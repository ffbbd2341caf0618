import type { SpanHeatmap } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, every } from "@opsplane/runtime";
import { barsOf } from "../../bars.ts";
import type { BoundedRange } from "../../time-range.ts";
import { durationAxis, finestWidth } from "../duration-buckets.ts";
import { sampleFor } from "../graph.ts";
import { needsSpans, type SpanQuery, spanConditions } from "./conditions.ts";
import { countedByMinutes, countedOneByOne } from "./counted.ts";
import { inSample } from "./map.ts";
import { spansByService } from "./volume.ts";

interface CellRow {
  bar: number;
  bucket: number;
  spans: number;
  failed: number;
}

/** Counts of matching spans by time and duration. */
export async function readHeatmap(
  clickhouse: ClickHouseReader,
  query: SpanQuery,
  window: BoundedRange,
  columns: number,
): Promise<SpanHeatmap> {
  const { step, numbers } = barsOf(window, columns);
  const oneByOne = needsSpans(query) || step % 60 !== 0;
  const sampled = oneByOne ? sampleFor(await spansByService(clickhouse, window)) : 1;
  const seconds = oneByOne ? chsql`toUnixTimestamp64Second(start)` : chsql`toUnixTimestamp(toStartOfMinute(start))`;
  const keys = chsql`intDiv(${seconds}, ${bind.unsigned(step)}) AS bar, intDiv(latency, ${bind.unsigned(finestWidth)}) AS bucket, status`;
  const where = every([spanConditions(query), sampled > 1 && inSample(sampled)]);
  const counts = oneByOne ? countedOneByOne(keys, window, where) : countedByMinutes(keys, window, where);
  const rows = await clickhouse.rows<CellRow>(chsql`
    SELECT bar, bucket, sum(part) AS spans, sumIf(part, status = 'error') AS failed
    FROM (${counts})
    GROUP BY bar, bucket
    LIMIT 40000`);
  const scaled = rows.map((row) => ({ ...row, spans: row.spans * sampled, failed: row.failed * sampled }));
  const axis = durationAxis(rows.map(({ bucket }) => bucket));
  return {
    from: window.from.toISOString(),
    to: window.to.toISOString(),
    step_seconds: step,
    times: numbers.map((number) => new Date(number * step * 1000).toISOString()),
    durations: axis.buckets,
    cells: cellsOf(scaled, numbers[0] ?? 0, axis),
    total: scaled.reduce((sum, { spans }) => sum + spans, 0),
    errors: scaled.reduce((sum, { failed }) => sum + failed, 0),
    sampled,
  };
}

function cellsOf(
  rows: readonly CellRow[],
  firstBar: number,
  { width, first }: { width: number; first: number },
): SpanHeatmap["cells"] {
  const cells = new Map<string, SpanHeatmap["cells"][number]>();
  for (const { bar, bucket, spans, failed } of rows) {
    const time = Number(bar) - firstBar;
    const duration = Math.floor((bucket * finestWidth) / width) - first;
    const cell = cells.get(`${time} ${duration}`) ?? { time, duration, count: 0, errors: 0 };
    cells.set(`${time} ${duration}`, { ...cell, count: cell.count + spans, errors: cell.errors + failed });
  }
  return [...cells.values()].sort((one, other) => one.time - other.time || one.duration - other.duration);
}
