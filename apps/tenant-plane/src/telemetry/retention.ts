import { type ClickHouse, chsql, type Schedule } from "@opsplane/runtime";

const dayMs = 86_400_000;

/** Tables that are partitioned by day and retention. */
const tables = [
  ...["log_records", "spans", "trace_summaries", "netflow_records"],
  ...["metric_series", "metric_samples", "metric_hours", "metric_histograms"],
];

interface Partition {
  table: string;
  partition: string;
  partition_id: string;
}

/** Drops partitions whose retention has ended. */
export function retention(clickhouse: ClickHouse, isUp: () => boolean): Schedule {
  return {
    name: "telemetry.retention",
    everyMs: 3_600_000,
    runsOn: "one-worker",
    run: async ({ now }) => {
      if (isUp()) await dropExpired(clickhouse, now);
    },
  };
}

/** Returns the names of the partitions that were dropped. */
export async function dropExpired(clickhouse: ClickHouse, now: Date): Promise<string[]> {
  const partitions = await clickhouse.everyone.rows<Partition>(chsql`
    SELECT DISTINCT replaceOne(table, '_local', '') AS table, partition, partition_id FROM system.parts
    WHERE database = currentDatabase() AND active`);
  const expired = partitions.filter(({ table, partition }) => tables.includes(table) && isExpired(partition, now));
  for (const { table, partition_id } of expired) await clickhouse.alter(table, `DROP PARTITION ID '${partition_id}'`);
  return expired.map(({ table, partition }) => `${table} ${partition}`);
}

/** Parses ClickHouse's notation of a partition, `('2026-01-31',14)`. 0 days means forever. */
export function isExpired(partition: string, now: Date): boolean {
  const [, day = "", days = "0"] = /^\('(\d{4}-\d\d-\d\d)',(\d+)\)$/.exec(partition) ?? [];
  if (day === "" || days === "0") return false;
  // The end of the day counts, not its start.
  return Date.parse(day) + (Number(days) + 1) * dayMs <= now.getTime();
}
