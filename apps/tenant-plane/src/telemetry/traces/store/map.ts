import type { ServiceEdge } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import { latencies, type Quantiles } from "../latency.ts";

export interface MapQuery {
  window: BoundedRange;
  /** Services that send spans. A peer with one of these names is a service, even when its caller reports another type. */
  services: readonly string[];
  /** Only edges from or to this service. */
  service?: string | undefined;
  /** One in this many traces is read. */
  sampled: number;
}

interface EdgeRow extends Omit<ServiceEdge, "p50_ms" | "p95_ms" | "p99_ms"> {
  quantiles: Quantiles;
}

/**
 * The calls between services. A span whose parent belongs to another service is a call from that service. A client span without a
 * child span in another service is a call to the peer that it names. Calls within a service are left out. Caller and callee may
 * start some minutes outside the window.
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

/** A span is joined by a hash of its ids: eight bytes instead of fifty. */
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

/** A caller may start this long before the window, and a callee this long after it. */
const margin = 10 * 60_000;

function shifted(time: Date, by: number): Date {
  return new Date(Math.max(time.getTime() + by, 0));
}

/** Samples whole traces, so that every call keeps both ends. */
export function inSample(sampled: number): SqlFragment {
  return sampled === 1 ? every([]) : chsql`cityHash64(trace_id) % ${bind.unsigned(sampled)} = 0`;
}

function touching(service: string | undefined): SqlFragment {
  return service === undefined ? every([]) : chsql`(source = ${bind.text(service)} OR target = ${bind.text(service)})`;
}
