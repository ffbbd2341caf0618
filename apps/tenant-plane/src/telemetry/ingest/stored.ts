import { bind, type ClickHouse, chsql } from "@opsplane/runtime";
import type { Probe, TableRows } from "../decode/job.ts";

const dayMs = 86_400_000;

/** Returns the parts of a batch that are not stored. A day's rows are written atomically, so one probe per day is enough. */
export async function missingOf(
  clickhouse: ClickHouse,
  tenantId: string,
  tables: readonly TableRows[],
): Promise<TableRows[]> {
  const store = clickhouse.ofWriter(tenantId);
  const looked = await Promise.all(
    tables.map(async (rows) => {
      const found = rows.probe && (await store.first<{ found: number }>(questionOf(rows.probe)));
      return { rows, isMissing: found?.found !== 1 };
    }),
  );
  return looked.filter(({ isMissing }) => isMissing).map(({ rows }) => rows);
}

function questionOf(probe: Probe) {
  if (probe.by === "sample") {
    const { metricId, seriesId, time } = probe;
    const at = new Date(time);
    return probe.table === "metric_samples"
      ? chsql`SELECT 1 AS found FROM metric_samples WHERE tenant_id = {tenant:String} AND metric_id = ${bind.unsigned(metricId)}
           AND series_id = ${bind.unsigned(seriesId)} AND ts = ${bind.instant(at)} LIMIT 1`
      : chsql`SELECT 1 AS found FROM metric_histograms WHERE tenant_id = {tenant:String} AND metric_id = ${bind.unsigned(metricId)}
           AND series_id = ${bind.unsigned(seriesId)} AND ts = ${bind.instant(at)} LIMIT 1`;
  }
  const [from, to] = [new Date(probe.day * dayMs), new Date((probe.day + 1) * dayMs)];
  const batch = bind.unsigned(probe.batch);
  switch (probe.table) {
    case "spans":
      return chsql`SELECT 1 AS found FROM spans WHERE tenant_id = {tenant:String} AND start >= ${bind.instant(from)} AND start < ${bind.instant(to)} AND batch = ${batch} LIMIT 1`;
    case "netflow_records":
      return chsql`SELECT 1 AS found FROM netflow_records WHERE tenant_id = {tenant:String} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)} AND batch = ${batch} LIMIT 1`;
    default:
      return chsql`SELECT 1 AS found FROM log_records WHERE tenant_id = {tenant:String} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)} AND batch = ${batch} LIMIT 1`;
  }
}
