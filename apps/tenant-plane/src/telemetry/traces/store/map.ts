import type { ServiceEdge } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { latencies, type Quantiles } from "../latency.ts";

export interface MapQuery {
  window: BoundedRange;
  /** Services that send spans: one of these is a service, whatever its caller took it for. */
  services: readonly string[];
  /** Only edges from or to this one. */
  service?: string | undefined;
  /** Look at one trace in so many. */
  sampled: number;
}

interface EdgeRow extends Omit<ServiceEdge, "p50_ms" | "p95_ms" | "p99_ms"> {
  quantiles: Quantiles;
}

/**
 * Who calls whom: a span whose parent is of another service is a call of that service; a caller's span that nobody answered with a
 * span of theirs is a call of the peer it names. Calls within a service are none. Callers may have begun, and answers come, some
 * minutes outside the window.
 */
export async function readEdges(clickhouse: ClickHouseReader, query: MapQuery): Promise<ServiceEdge[]> {
  const { window, services, service, sampled } = query;
  const [from, to] = [bind.instant(window.from), bind.instant(window.to)];
  const rows = await clickhouse.rows<EdgeRow>(chsql`
    WITH callee.service != '' AS answered
    SELECT caller.service AS source, if(answered, callee.service, caller.peer) AS target,
      if(answered OR target IN ${bind.texts(services)}, 'service', caller.peer_type) AS type,
      count() AS calls, sum(if(answered, callee.failed, caller.failed)) AS errors,
      quantilesExactInclusive(0.5, 0.95, 0.99)(if(answered, callee.duration, caller.duration)) AS quantiles
    FROM (${callers(window, sampled)}) AS caller
    GLOBAL LEFT JOIN (${callees(window, sampled)}) AS callee
    ON caller.id = callee.parent AND (caller.service != callee.service OR callee.serves)
    WHERE if(answered, callee.start < ${to}, caller.start >= ${from}) AND target != '' AND target != source AND ${touching(service)}
    GROUP BY source, target, type
    ORDER BY calls DESC, source, target
    LIMIT 5000`);
  return rows.map(({ quantiles, ...row }) => ({
    ...row,
    calls: row.calls * sampled,
    errors: row.errors * sampled,
    ...latencies(quantiles),
  }));
}

/** A span is known by a hash of its ids: eight bytes in the join instead of fifty. */
function callers({ from, to }: BoundedRange, sampled: number): SqlFragment {
  return chsql`
      SELECT cityHash64(trace_id, span_id) AS id, service, start, duration, status = 'error' AS failed,
        if(kind IN ('client', 'producer'), peer, '') AS peer, peer_type
      FROM spans
      WHERE tenant_id = {tenant:String} AND ${inRange(chsql`start`, { from: shifted(from, -margin), to })} AND ${inSample(sampled)}`;
}

function callees({ from, to }: BoundedRange, sampled: number): SqlFragment {
  return chsql`
      SELECT cityHash64(trace_id, parent_span_id) AS parent, service, start, duration, status = 'error' AS failed,
        kind IN ('server', 'consumer') AS serves
      FROM spans
      WHERE tenant_id = {tenant:String} AND ${inRange(chsql`start`, { from, to: shifted(to, margin) })} AND ${inSample(sampled)} AND parent_span_id != ''`;
}

/** How long before the window a caller may have begun, and after it a callee. */
const margin = 10 * 60_000;

function shifted(time: Date, by: number): Date {
  return new Date(Math.max(time.getTime() + by, 0));
}

/** Whole traces, so no call loses its other end. */
function inSample(sampled: number): SqlFragment {
  return sampled === 1 ? every([]) : chsql`cityHash64(trace_id) % ${bind.unsigned(sampled)} = 0`;
}

function touching(service: string | undefined): SqlFragment {
  return service === undefined ? every([]) : chsql`(source = ${bind.text(service)} OR target = ${bind.text(service)})`;
}
