import { bind, ch, type Telemetry } from "@opsplane/runtime";
import type { Probe } from "../decode/job.ts";

const dayMs = 86_400_000;

/** Whether a batch's rows are in the store: of each day that it has rows of, since a day's rows are stored together or not at all. */
export async function isStored(telemetry: Telemetry, tenantId: string, probes: readonly Probe[]): Promise<boolean> {
  const store = telemetry.ofWriter(tenantId);
  const found = await Promise.all(
    probes.map(async (probe) => {
      const row = await store.first<{ found: number }>(questionOf(probe));
      return row?.found === 1;
    }),
  );
  return found.length > 0 && found.every(Boolean);
}

function questionOf(probe: Probe) {
  if (probe.by === "sample") {
    const { metricId, seriesId, time } = probe;
    const at = new Date(time);
    return probe.table === "metric_samples"
      ? ch`SELECT 1 AS found FROM metric_samples WHERE tenant_id = {tenant:String} AND metric_id = ${bind.unsigned(metricId)}
           AND series_id = ${bind.unsigned(seriesId)} AND ts = ${bind.instant(at)} LIMIT 1`
      : ch`SELECT 1 AS found FROM metric_histograms WHERE tenant_id = {tenant:String} AND metric_id = ${bind.unsigned(metricId)}
           AND series_id = ${bind.unsigned(seriesId)} AND ts = ${bind.instant(at)} LIMIT 1`;
  }
  const [from, to] = [new Date(probe.day * dayMs), new Date((probe.day + 1) * dayMs)];
  const batch = bind.unsigned(probe.batch);
  switch (probe.table) {
    case "spans":
      return ch`SELECT 1 AS found FROM spans WHERE tenant_id = {tenant:String} AND start >= ${bind.instant(from)} AND start < ${bind.instant(to)} AND batch = ${batch} LIMIT 1`;
    case "netflow_records":
      return ch`SELECT 1 AS found FROM netflow_records WHERE tenant_id = {tenant:String} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)} AND batch = ${batch} LIMIT 1`;
    default:
      return ch`SELECT 1 AS found FROM log_records WHERE tenant_id = {tenant:String} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)} AND batch = ${batch} LIMIT 1`;
  }
}
