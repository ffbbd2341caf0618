import { bind, type ClickHouseReader, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { readInWideningSteps } from "../../widening-reads.ts";
import type { TraceCursor } from "../cursor.ts";

export interface FoundTrace {
  trace_id: string;
  /** Start of the newest span that matched, in Unix nanoseconds. */
  place: string;
}

export interface TraceSearch {
  window: BoundedRange;
  /** The conditions on one span. */
  span: SqlFragment;
  after: TraceCursor | undefined;
  limit: number;
}

/**
 * Traces with a matching span, ordered by the newest such span. ClickHouse reads the newest spans first and stops when it has enough
 * traces. Without the setting it would buffer the whole time slice.
 */
export function findTraces(
  clickhouse: ClickHouseReader,
  { window, span, after, limit }: TraceSearch,
): Promise<FoundTrace[]> {
  const { from, to } = window;
  const shown = every([chsql`start < ${bind.instant(to)}`, span]);
  const at = after ? Math.min(to.getTime(), millisecondAfter(after.start)) : to.getTime();
  return readInWideningSteps<FoundTrace>(at - from.getTime(), limit, (near, far, found) => {
    const stretch = inRange(chsql`start`, { from: new Date(at - far), to: new Date(at - near) });
    return clickhouse.rows(chsql`
      SELECT trace_id, toString(toUnixTimestamp64Nano(start)) AS place
      FROM spans
      WHERE tenant_id = {tenant:String} AND ${every([stretch, span, after && beyond(after, shown), notOf(found)])}
      ORDER BY start DESC, trace_id DESC
      LIMIT 1 BY trace_id
      LIMIT ${bind.unsigned(limit - found.length)}
      SETTINGS read_in_order_use_buffering = 0`);
  });
}

function millisecondAfter(nanos: bigint): number {
  return Number(nanos / 1_000_000n) + 1;
}

/** A trace is listed once, at its newest matching span. */
function notOf(found: readonly FoundTrace[]): SqlFragment | false {
  return found.length > 0 && chsql`trace_id NOT IN ${bind.texts(found.map(({ trace_id }) => trace_id))}`;
}

/** After the last row of the previous page, without traces that an earlier page has listed by a newer span. */
function beyond({ start, traceId }: TraceCursor, shown: SqlFragment): SqlFragment {
  const [at, place] = [bind.instant(start), chsql`(${bind.instant(start)}, ${bind.text(traceId)})`];
  return chsql`start <= ${at} AND (start, trace_id) < ${place} AND trace_id GLOBAL NOT IN (
      SELECT trace_id FROM spans
      WHERE tenant_id = {tenant:String} AND ${shown} AND start >= ${at} AND (start, trace_id) >= ${place})`;
}
