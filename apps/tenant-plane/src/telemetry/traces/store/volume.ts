import { bind, type ClickHouseReader, chsql } from "@opsplane/runtime";
import type { BoundedRange } from "../../time-range.ts";

export interface ServiceVolume {
  service: string;
  spans: number;
}

/** The number of spans per service in the minutes of a window. It reads the projection `minutes`, which is cheap. */
export function spansByService(clickhouse: ClickHouseReader, { from, to }: BoundedRange): Promise<ServiceVolume[]> {
  const first = new Date(Math.floor(from.getTime() / 60_000) * 60_000);
  return clickhouse.rows(chsql`
    SELECT service, count() AS spans
    FROM spans
    WHERE tenant_id = {tenant:String}
      AND toStartOfMinute(start) >= ${bind.instant(first)} AND toStartOfMinute(start) < ${bind.instant(to)}
    GROUP BY service
    ORDER BY spans DESC, service
    LIMIT 5000`);
}

/** True when the service has sent any span. */
export async function hasSpans(clickhouse: ClickHouseReader, service: string): Promise<boolean> {
  const found = await clickhouse.first(chsql`
    SELECT 1 AS found FROM spans WHERE tenant_id = {tenant:String} AND service = ${bind.text(service)} LIMIT 1`);
  return found !== undefined;
}
