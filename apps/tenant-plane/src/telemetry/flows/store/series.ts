import type { FlowSplit } from "@opsplane/contract";
import { bind, type ClickHouseReader, chsql, type SqlFragment } from "@opsplane/runtime";
import type { FlowFilter } from "../filter.ts";
import { hourly, rowsOf } from "./flows.ts";

export interface BarRow {
  /** Bar n starts at n × step, from 1970. */
  bar: number;
  /** The position of the group, from one. Zero: any other group. */
  place: number;
  bytes: number;
  packets: number;
  flows: number;
}

const hour = 3600;

/** Sums by bar and group. Whole hours without addresses come from the hourly sums. */
export function readBars(
  clickhouse: ClickHouseReader,
  filter: FlowFilter,
  step: number,
  by: FlowSplit | undefined,
  keys: readonly string[],
): Promise<BarRow[]> {
  const place = by === undefined ? chsql`toUInt64(0)` : places[by](keys);
  const isHourly = step % hour === 0 && by !== "src_ip" && by !== "dst_ip";
  return isHourly ? readHourly(clickhouse, filter, step, place) : readRows(clickhouse, filter, step, place);
}

function readHourly(
  clickhouse: ClickHouseReader,
  filter: FlowFilter,
  step: number,
  place: SqlFragment,
): Promise<BarRow[]> {
  return clickhouse.rows(chsql`
    SELECT intDiv(toUnixTimestamp(started), ${bind.unsigned(step)}) AS bar, ${place} AS place,
      sum(sent) AS bytes, sum(carried) AS packets, sum(n) AS flows
    FROM (${hourly(filter)})
    GROUP BY bar, place`);
}

function readRows(
  clickhouse: ClickHouseReader,
  filter: FlowFilter,
  step: number,
  place: SqlFragment,
): Promise<BarRow[]> {
  return clickhouse.rows(chsql`
    SELECT intDiv(toUnixTimestamp(ts), ${bind.unsigned(step)}) AS bar, ${place} AS place,
      sum(bytes) AS bytes, sum(packets) AS packets, count() AS flows
    FROM netflow_records
    WHERE tenant_id = {tenant:String} AND ${rowsOf(filter)}
    GROUP BY bar, place`);
}

/** The position of a row's group among the keys. Addresses are compared as numbers, not as text. */
const places: Record<FlowSplit, (keys: readonly string[]) => SqlFragment> = {
  src_ip: (keys) => chsql`indexOf(${addresses(keys)}, src_ip)`,
  dst_ip: (keys) => chsql`indexOf(${addresses(keys)}, dst_ip)`,
  protocol: (keys) => chsql`indexOf(${bind.texts(keys)}, toString(protocol))`,
  dst_port: (keys) => chsql`indexOf(arrayMap(key -> toInt32(key), ${bind.texts(keys)}), dst_port)`,
};

function addresses(keys: readonly string[]): SqlFragment {
  return chsql`arrayMap(key -> toIPv6(key), ${bind.texts(keys)})`;
}
