import { runTones } from "@opsplane/contract";
import { type Column, countText, type Figure, type Section, valueText } from "@opsplane/reports";
import { all, type Sql, sql } from "@opsplane/runtime";
import { type CountAt, chartOfShares, chartOverTime } from "./charts.ts";
import { bucketIndex, shareOf } from "./columns.ts";
import { createdIn, inBatches, restOf, type Stretch } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** How executions of runbooks ended, whether their verification was good, and how long they took. Dry runs do not count. */
export async function runbookExecutionsSource(scope: SourceScope): Promise<Section> {
  const [now, before] = [await totals(scope, scope.period), await totals(scope, scope.before)];
  const counts = await byStatus(scope);
  const runbooks = await byRunbook(scope);
  const [most] = runbooks;
  return {
    source: "Runbook executions",
    findings:
      now.total === 0
        ? ["No runbook was executed in this period."]
        : [
            `${countText(now.total, "execution")}, of which ${valueText(now.succeeded, "count")} succeeded and ${valueText(now.failed, "count")} failed.`,
            ...(most ? [`${most.name} was executed most often (${most.count}).`] : []),
          ],
    figures: figures(now, before),
    charts: [
      chartOverTime("Executions over time", scope.buckets, counts, Object.keys(runTones), runTones),
      chartOfShares("By runbook", "Executions", runbooks),
    ],
    tables: [
      {
        ...{ name: "Executions", columns, total: now.total },
        rows: () => executionRows(scope),
      },
    ],
    notes: [
      "The success rate is that of executions that have ended. The verified share is that of executions with a verification.",
    ],
  };
}

interface Totals {
  total: number;
  succeeded: number;
  failed: number;
  ended: number;
  verified: number;
  checked: number;
  mean: number | null;
  median: number | null;
}

/** Of a period, and of the incidents' services and severities where the parameters name some. */
function filterOf(stretch: Stretch, { parameters }: SourceScope): Sql {
  const { services = [], severities = [] } = parameters;
  return all([
    sql`run.kind = 'execution' and not run.dry_run and ${createdIn(sql`run`, stretch)}`,
    severities.length > 0 &&
      sql`exists (
        select from incidents incident
        where incident.tenant_id = run.tenant_id and incident.id = run.incident_id and incident.severity = any (${severities}))`,
    services.length > 0 &&
      sql`exists (
        select from incident_items hit
        join config_items item on item.tenant_id = hit.tenant_id and item.id = hit.ci_id
        where hit.tenant_id = run.tenant_id and hit.incident_id = run.incident_id and item.name = any (${services}))`,
  ]);
}

const seconds = sql`extract(epoch from run.finished_at - run.created_at)`;

async function totals(scope: SourceScope, period: { from: Date; to: Date }): Promise<Totals> {
  const found = await scope.db.first<Totals>(sql`
    select count(*)::integer as total, count(*) filter (where status = 'succeeded')::integer as succeeded,
      count(*) filter (where status = 'failed')::integer as failed, count(finished_at)::integer as ended,
      count(*) filter (where verified)::integer as verified, count(verified)::integer as checked,
      avg(${seconds})::float8 as mean, (percentile_cont(0.5) within group (order by ${seconds}))::float8 as median
    from runs run where ${filterOf(period, scope)}`);
  return found ?? { total: 0, succeeded: 0, failed: 0, ended: 0, verified: 0, checked: 0, mean: null, median: null };
}

function figures(now: Totals, before: Totals): Figure[] {
  const success = (of: Totals) => shareOf(of.succeeded, of.ended);
  const verified = (of: Totals) => shareOf(of.verified, of.checked);
  return [
    { name: "Executions", value: now.total, before: before.total, unit: "count" },
    {
      ...{ name: "Success rate", value: success(now), before: success(before), unit: "percent" },
      ...{ better: "higher", headline: true },
    },
    { name: "Verified", value: verified(now), before: verified(before), unit: "percent", better: "higher" },
    { name: "Mean duration", value: now.mean, before: before.mean, unit: "seconds", better: "lower" },
    { name: "Median duration", value: now.median, before: before.median, unit: "seconds", better: "lower" },
  ];
}

function byStatus(scope: SourceScope): Promise<CountAt[]> {
  return scope.db.rows(sql`
    select ${bucketIndex(sql`run.created_at`, scope.buckets)} as at, status as name, count(*)::integer as count
    from runs run where ${filterOf(scope.period, scope)} group by 1, 2`);
}

const maxRunbooks = 15;

function byRunbook(scope: SourceScope): Promise<{ name: string; count: number }[]> {
  return scope.db.rows(sql`
    select max(subject_name) as name, count(*)::integer as count
    from runs run where ${filterOf(scope.period, scope)} group by subject_id order by count desc, 1 limit ${maxRunbooks}`);
}

const columns: readonly Column[] = [
  { key: "reference", name: "Execution" },
  { key: "runbook", name: "Runbook" },
  { key: "status", name: "Status" },
  { key: "verified", name: "Verified" },
  { key: "started_by", name: "Started by" },
  { key: "created_at", name: "Started" },
  { key: "duration_seconds", name: "Duration", unit: "seconds" },
];

interface ExecutionRow {
  id: string;
  reference: string;
  subject_name: string;
  status: string;
  verified: boolean | null;
  started_by: string;
  created_at: string;
  seconds: number | null;
}

function executionRows(scope: SourceScope) {
  return inBatches<ExecutionRow>(
    scope.signal,
    (last, limit) =>
      scope.db.rows(sql`
        select id, reference, subject_name, status, verified, started_by, created_at, ${seconds}::float8 as seconds
        from runs run where ${filterOf(restOf(scope.period, sql`runs`, last), scope)}
        order by run.created_at desc, run.id desc limit ${limit}`),
    ({ reference, subject_name, status, verified, started_by, created_at, seconds: took }) => [
      ...[reference, subject_name, status, verified, started_by, created_at, took],
    ],
  );
}
