import { bind, ch, every, type Piece, type TenantTelemetry } from "@opsplane/runtime";
import type { Window } from "../window.ts";
import type { Place } from "./cursor.ts";

export interface Found {
  trace_id: string;
  /** Start of the newest span that matched, in Unix nanoseconds. */
  place: string;
}

export interface TraceSearch {
  window: Window;
  /** What one span must be like. */
  span: Piece;
  after: Place | undefined;
  limit: number;
}

/**
 * Traces with a span that matches, by the newest such span. The engine reads spans from the newest on and stops when it has enough
 * traces; without the setting it would read ahead to the window's other end.
 */
export function findTraces(telemetry: TenantTelemetry, { window, span, after, limit }: TraceSearch): Promise<Found[]> {
  const matching = every([ch`start >= ${bind.instant(window.from)}`, ch`start <= ${bind.instant(window.to)}`, span]);
  return telemetry.rows(ch`
    SELECT trace_id, toString(toUnixTimestamp64Nano(start)) AS place
    FROM spans
    WHERE tenant_id = {tenant:String} AND ${matching} AND ${after ? beyond(after, matching) : every([])}
    ORDER BY start DESC, trace_id DESC
    LIMIT 1 BY trace_id
    LIMIT ${bind.unsigned(limit)}
    SETTINGS read_in_order_use_buffering = 0`);
}

/** Below the last row of the page before, and not of a trace that an earlier page has shown by a newer span. */
function beyond({ start, traceId }: Place, matching: Piece): Piece {
  const [at, place] = [bind.instant(start), ch`(${bind.instant(start)}, ${bind.text(traceId)})`];
  return ch`start <= ${at} AND (start, trace_id) < ${place} AND trace_id GLOBAL NOT IN (
      SELECT trace_id FROM spans
      WHERE tenant_id = {tenant:String} AND ${matching} AND start >= ${at} AND (start, trace_id) >= ${place})`;
}
