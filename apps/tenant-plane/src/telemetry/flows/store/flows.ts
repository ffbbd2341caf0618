import { bind, type ClickHouseReader, chsql, every, type SqlFragment } from "@opsplane/runtime";
import { type BoundedRange, inRange } from "../../time-range.ts";
import type { FlowFilter } from "../filter.ts";

export interface FlowRow {
  at: number;
  protocol: string;
  source: string;
  src_port: number;
  target: string;
  dst_port: number;
  bytes: number;
  packets: number;
  in_interface: string;
  out_interface: string;
  began: number;
  ended: number;
  sampling: number;
  exporter: string;
}

/** A page of flows, newest first. */
export function readFlows(
  clickhouse: ClickHouseReader,
  filter: FlowFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FlowRow[]> {
  return clickhouse.rows(chsql`
    SELECT toUnixTimestamp64Milli(ts) AS at, protocol, toString(src_ip) AS source, src_port, toString(dst_ip) AS target, dst_port, bytes, packets,
      in_interface, out_interface, toUnixTimestamp64Milli(start) AS began, toUnixTimestamp64Milli(end) AS ended, sampling, exporter
    FROM netflow_records
    WHERE tenant_id = {tenant:String} AND ${rowsOf(filter)}
    ORDER BY ts DESC, batch DESC, row DESC
    LIMIT ${bind.unsigned(limit)} OFFSET ${bind.unsigned(offset)}`);
}

export interface HourRow {
  /** Unix seconds. */
  hour: number;
  flows: number;
  bytes: number;
  packets: number;
  protocols: string[];
}

/** Hours that have flows. */
export function readHours(clickhouse: ClickHouseReader, filter: FlowFilter): Promise<HourRow[]> {
  return clickhouse.rows(chsql`
    SELECT toUnixTimestamp(started) AS hour, sum(n) AS flows, sum(sent) AS bytes, sum(carried) AS packets, groupUniqArray(protocol) AS protocols
    FROM (${hourly(filter)})
    GROUP BY started
    ORDER BY started`);
}

export interface PortRow {
  dst_port: number;
  /** The protocol with the most bytes. */
  protocol: string;
  bytes: number;
  flows: number;
}

export function readTopPorts(clickhouse: ClickHouseReader, filter: FlowFilter, limit: number): Promise<PortRow[]> {
  return clickhouse.rows(chsql`
    SELECT dst_port, argMax(protocol, sent) AS protocol, sum(sent) AS bytes, sum(n) AS flows
    FROM (${hourly(filter)})
    WHERE dst_port >= 0
    GROUP BY dst_port
    ORDER BY bytes DESC, flows DESC, dst_port
    LIMIT ${bind.unsigned(limit)}`);
}

export interface TalkerRow {
  key: string;
  bytes: number;
  packets: number;
  flows: number;
}

export function readTopProtocols(
  clickhouse: ClickHouseReader,
  filter: FlowFilter,
  limit: number,
): Promise<TalkerRow[]> {
  return clickhouse.rows(chsql`
    SELECT protocol AS key, sum(sent) AS bytes, sum(carried) AS packets, sum(n) AS flows
    FROM (${hourly(filter)})
    GROUP BY key
    ORDER BY bytes DESC, flows DESC, key
    LIMIT ${bind.unsigned(limit)}`);
}

const sides = { src_ip: chsql`src_ip`, dst_ip: chsql`dst_ip` };

export function readTopAddresses(
  clickhouse: ClickHouseReader,
  filter: FlowFilter,
  side: keyof typeof sides,
  limit: number,
): Promise<TalkerRow[]> {
  return clickhouse.rows(chsql`
    SELECT toString(${sides[side]}) AS key, sum(bytes) AS bytes, sum(packets) AS packets, count() AS flows
    FROM netflow_records
    WHERE tenant_id = {tenant:String} AND ${rowsOf(filter)}
    GROUP BY ${sides[side]}
    ORDER BY bytes DESC, flows DESC, ${sides[side]}
    LIMIT ${bind.unsigned(limit)}`);
}

/** Flows by hour, protocol and port. Whole hours come from the projection `hours`, partial hours from the rows. */
export function hourly(filter: FlowFilter): SqlFragment {
  const { window, conditions, byHour } = filter;
  const whole = wholeHours(window);
  if (!byHour || whole === undefined) return grouped(rowsOf(filter));
  const hours = [
    chsql`toStartOfHour(ts) >= ${bind.instant(whole.from)}`,
    chsql`toStartOfHour(ts) < ${bind.instant(whole.to)}`,
  ];
  const ends = chsql`(ts < ${bind.instant(whole.from)} OR ts >= ${bind.instant(whole.to)})`;
  return chsql`${grouped(every([...hours, ...conditions]))} UNION ALL ${grouped(every([rowsOf(filter), ends]))}`;
}

function grouped(where: SqlFragment): SqlFragment {
  return chsql`
    SELECT toStartOfHour(ts) AS started, protocol, dst_port, count() AS n, sum(bytes) AS sent, sum(packets) AS carried
    FROM netflow_records
    WHERE tenant_id = {tenant:String} AND ${where}
    GROUP BY started, protocol, dst_port`;
}

export function rowsOf({ window, conditions }: FlowFilter): SqlFragment {
  return every([inRange(chsql`ts`, window), ...conditions]);
}

const hour = 3_600_000;

/** The whole hours of a window. */
function wholeHours({ from, to }: BoundedRange): BoundedRange | undefined {
  const [first, last] = [Math.ceil(from.getTime() / hour), Math.floor(to.getTime() / hour)];
  return first < last ? { from: new Date(first * hour), to: new Date(last * hour) } : undefined;
}
