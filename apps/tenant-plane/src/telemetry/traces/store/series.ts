import { bind, type ClickHouseReader, chsql } from "@opsplane/runtime";
import type { Bars } from "../../bars.ts";
import { latencies, nanosOfStep, type Quantiles } from "../latency.ts";

export interface ServicePoint {
  ts: string;
  calls: number;
  errors: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

interface PointRow {
  service: string;
  bar: number;
  calls: number;
  errors: number;
  quantiles: Quantiles;
}

/** The entry spans of each service by bar, from the projection `minutes`. Bars are whole minutes. */
export async function readServiceSeries(
  clickhouse: ClickHouseReader,
  services: readonly string[],
  { step, numbers }: Bars,
): Promise<{ service: string; points: ServicePoint[] }[]> {
  const first = numbers[0] ?? 0;
  const [from, to] = [first * step, (first + numbers.length) * step].map((seconds) => new Date(seconds * 1000));
  if (services.length === 0 || !from || !to) return [];
  const rows = await clickhouse.rows<PointRow>(chsql`
    SELECT service, intDiv(toUnixTimestamp(minute), ${bind.unsigned(step)}) AS bar, sum(n) AS calls,
      sumIf(n, status = 'error') AS errors, quantilesExactWeighted(0.5, 0.95, 0.99)(latency, n) AS quantiles
    FROM (
      SELECT service, status, latency, toStartOfMinute(start) AS minute, count() AS n
      FROM spans
      WHERE tenant_id = {tenant:String} AND toStartOfMinute(start) >= ${bind.instant(from)} AND toStartOfMinute(start) < ${bind.instant(to)}
        AND entry = 1 AND service IN ${bind.texts(services)}
      GROUP BY service, status, latency, minute
    )
    GROUP BY service, bar
    ORDER BY service, bar`);
  const points = new Map<string, ServicePoint[]>(services.map((service) => [service, []]));
  for (const { service, bar, calls, errors, quantiles } of rows) {
    const nanos: Quantiles = [nanosOfStep(quantiles[0]), nanosOfStep(quantiles[1]), nanosOfStep(quantiles[2])];
    points.get(service)?.push({
      ts: new Date(Number(bar) * step * 1000).toISOString(),
      calls,
      errors,
      ...latencies(nanos),
    });
  }
  return [...points].map(([service, ofService]) => ({ service, points: ofService }));
}
