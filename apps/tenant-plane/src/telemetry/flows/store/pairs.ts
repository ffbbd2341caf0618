import { bind, type ClickHouseReader, chsql } from "@opsplane/runtime";
import type { FlowFilter } from "../filter.ts";
import { hourly, rowsOf } from "./flows.ts";

interface Figures {
  bytes: number;
  packets: number;
  flows: number;
}

export interface PairRow extends Figures {
  source: string;
  target: string;
  dst_port: number;
  /** The protocol of the largest flow. */
  protocol: string;
}

/** Source, destination and port with most bytes. */
export function readPairs(clickhouse: ClickHouseReader, filter: FlowFilter, limit: number): Promise<PairRow[]> {
  return clickhouse.rows(chsql`
    SELECT toString(src_ip) AS source, toString(dst_ip) AS target, dst_port, argMax(protocol, size) AS protocol,
      sum(size) AS bytes, sum(packets) AS packets, count() AS flows
    FROM (SELECT src_ip, dst_ip, dst_port, protocol, bytes AS size, packets FROM netflow_records
      WHERE tenant_id = {tenant:String} AND ${rowsOf(filter)})
    GROUP BY src_ip, dst_ip, dst_port
    ORDER BY bytes DESC, flows DESC, src_ip, dst_ip, dst_port
    LIMIT ${bind.unsigned(limit)}`);
}

export function readTotals(clickhouse: ClickHouseReader, filter: FlowFilter): Promise<Figures | undefined> {
  return clickhouse.first(chsql`
    SELECT sum(sent) AS bytes, sum(carried) AS packets, sum(n) AS flows FROM (${hourly(filter)})`);
}
