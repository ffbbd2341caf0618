import type { IncidentTime, KpiInput, KpiRecord, KpiTime } from "@opsplane/contract";
import { all, type Db, inRange, type Sql, sql } from "@opsplane/runtime";
import { incidentFigure, inStatusAndSeverity } from "../incidents/index.ts";
import { assertQuery, parseMatchers, type TelemetryReads } from "../telemetry/index.ts";
import type { Values } from "./rules.ts";

export interface InputScope {
  db: Db;
  reads: TelemetryReads;
  period: { from: Date; to: Date };
}

/** Reads the numbers of a period, one after the other. What several formulas use is read once. */
export function inputReader(scope: InputScope): (inputs: readonly KpiInput[]) => Promise<Values> {
  const known = new Map<string, number | null>();
  return async (inputs) => {
    const values: Record<string, number | null> = {};
    for (const input of inputs) {
      const { name, ...wanted } = input;
      const key = JSON.stringify(wanted);
      const value = known.get(key) ?? (await readers[input.kind](scope, input));
      known.set(key, value);
      values[name] = value;
    }
    return values;
  };
}

type Reader = (scope: InputScope, input: KpiInput) => Promise<number | null>;

const readers: Readonly<Record<KpiInput["kind"], Reader>> = {
  count: countRecords,
  mean_time: meanTime,
  metric: metricValue,
  logs: countLogs,
};

const tables: Readonly<Record<Exclude<KpiRecord, "incidents">, Sql>> = {
  changes: sql`changes`,
  requests: sql`service_requests`,
  alerts: sql`alerts`,
  runbook_executions: sql`(select created_at, status from runs where kind = 'execution' and not dry_run)`,
  workflow_runs: sql`(select created_at, status from runs where kind = 'workflow_run' and not dry_run)`,
};

async function countRecords(
  { db, period }: InputScope,
  { records = "incidents", statuses, severities, types }: KpiInput,
): Promise<number> {
  if (records === "incidents") {
    const filter = inStatusAndSeverity({ status: statuses, severity: severities });
    return (await incidentFigure(db, "created", period, filter)).count;
  }
  const where = all([
    ...inRange(sql`counted.created_at`, period),
    statuses !== undefined && sql`counted.status = any (${statuses})`,
    severities !== undefined && sql`counted.severity = any (${severities})`,
    types !== undefined && sql`counted.type = any (${types})`,
  ]);
  const found = await db.first<{ count: number }>(
    sql`select count(*)::integer as count from ${tables[records]} counted where ${where}`,
  );
  return found?.count ?? 0;
}

type MeanOf = (scope: InputScope) => Promise<number | null>;

const ofIncidents =
  (at: IncidentTime): MeanOf =>
  async ({ db, period }) =>
    (await incidentFigure(db, at, period, all([]))).mean_seconds;

/** From the creation to the end, of records that were created in the period and have ended. */
const ofEnded =
  (from: Sql, end: Sql): MeanOf =>
  async ({ db, period }) => {
    const found = await db.first<{ mean: number | null }>(sql`
      select avg(extract(epoch from timed.${end} - timed.created_at))::float8 as mean from ${from} timed
      where ${all(inRange(sql`timed.created_at`, period))}`);
    return found?.mean ?? null;
  };

const times: Readonly<Record<KpiTime, MeanOf>> = {
  acknowledge_incident: ofIncidents("acknowledged"),
  resolve_incident: ofIncidents("resolved"),
  fulfill_request: ofEnded(sql`(select * from service_requests where status = 'fulfilled')`, sql`closed_at`),
  execute_runbook: ofEnded(sql`(select * from runs where kind = 'execution' and not dry_run)`, sql`finished_at`),
};

function meanTime(scope: InputScope, { time = "resolve_incident" }: KpiInput): Promise<number | null> {
  return times[time](scope);
}

/** They read what a counter gained, and take no function over time. */
const ofCounters: readonly string[] = ["rate", "increase"];

/** One value for the whole period. */
async function metricValue(
  { reads, period: { from, to } }: InputScope,
  { metric_name = "", match = [], agg = "avg", over }: KpiInput,
): Promise<number | null> {
  const seconds = Math.max(1, Math.round((to.getTime() - from.getTime()) / 1000));
  const { series } = await reads.metric({
    ...{ metric: metric_name, matchers: parseMatchers(match), start: to, end: to, step: `${seconds}s` },
    ...{ agg, by: [], over: over ?? (ofCounters.includes(agg) ? undefined : "avg"), window: `${seconds}s`, limit: 1 },
  });
  const value = Number(series[0]?.points.at(-1)?.[1] ?? Number.NaN);
  return Number.isFinite(value) ? value : null;
}

async function countLogs({ reads, period }: InputScope, { q = "" }: KpiInput): Promise<number> {
  assertQuery(q);
  const { total } = await reads.logHistogram({ q }, period, 1);
  return total;
}
