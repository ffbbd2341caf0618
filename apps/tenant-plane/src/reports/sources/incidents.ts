import { severities } from "@opsplane/contract";
import { type Column, type Figure, type Section, type Table, valueText } from "@opsplane/reports";
import { type Sql, sql } from "@opsplane/runtime";
import { type CountAt, chartOfShares, chartOverTime, sumsOf } from "./charts.ts";
import { bucketIndex, shareOf } from "./columns.ts";
import { filterOf } from "./incident-filter.ts";
import { inBatches, restOf } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** Volume, times to acknowledge and to resolve, and which services they hit. */
export async function incidentsSource(scope: SourceScope): Promise<Section> {
  const [now, before, counts, services] = [
    await totals(scope, scope.period),
    await totals(scope, scope.before),
    await bySeverity(scope),
    await byService(scope),
  ];
  return {
    source: "Incidents",
    findings: findings(now, services),
    figures: figures(now, before),
    charts: [
      chartOverTime("Incidents over time", scope.buckets, counts, severities),
      chartOfShares("By severity", "Incidents", sumsOf(counts)),
      chartOfShares("By configuration item", "Incidents", services),
    ],
    tables: [incidentTable(scope, now.total)],
    notes: [
      "Times run from the creation of an incident to its first acknowledgment and its last resolution. Incidents that are still open have none.",
    ],
  };
}

interface Totals {
  total: number;
  resolved: number;
  open: number;
  reopened: number;
  urgent: number;
  mtta: number | null;
  mttr: number | null;
  mttr_median: number | null;
  mttr_p90: number | null;
}

const seconds = (column: Sql) => sql`extract(epoch from ${column} - incident.created_at)`;

async function totals({ db, parameters }: SourceScope, period: { from: Date; to: Date }): Promise<Totals> {
  const found = await db.first<Totals>(sql`
    select count(*)::integer as total,
      count(*) filter (where status in ('resolved', 'closed'))::integer as resolved,
      count(*) filter (where status not in ('resolved', 'closed'))::integer as open,
      count(*) filter (where reopens > 0)::integer as reopened,
      count(*) filter (where severity in ('P1', 'P2'))::integer as urgent,
      avg(${seconds(sql`acknowledged_at`)})::float8 as mtta,
      avg(${seconds(sql`resolved_at`)})::float8 as mttr,
      (percentile_cont(0.5) within group (order by ${seconds(sql`resolved_at`)}))::float8 as mttr_median,
      (percentile_cont(0.9) within group (order by ${seconds(sql`resolved_at`)}))::float8 as mttr_p90
    from incidents incident where ${filterOf(period, parameters)}`);
  return found ?? nothing;
}

const nothing: Totals = {
  ...{ total: 0, resolved: 0, open: 0, reopened: 0, urgent: 0 },
  ...{ mtta: null, mttr: null, mttr_median: null, mttr_p90: null },
};

function figures(now: Totals, before: Totals): Figure[] {
  const lower = { better: "lower" } as const;
  return [
    { name: "Incidents", value: now.total, before: before.total, unit: "count", ...lower },
    { name: "P1 and P2", value: now.urgent, before: before.urgent, unit: "count", ...lower },
    { name: "Still open", value: now.open, unit: "count" },
    { name: "Mean time to acknowledge", value: now.mtta, before: before.mtta, unit: "seconds", ...lower },
    { name: "Mean time to resolve", value: now.mttr, before: before.mttr, unit: "seconds", ...lower },
    { name: "Median time to resolve", value: now.mttr_median, before: before.mttr_median, unit: "seconds", ...lower },
    { name: "90th percentile to resolve", value: now.mttr_p90, before: before.mttr_p90, unit: "seconds", ...lower },
    {
      ...{ name: "Reopened", value: shareOf(now.reopened, now.total), before: shareOf(before.reopened, before.total) },
      ...{ unit: "percent", ...lower },
    },
  ];
}

function bySeverity({ db, period, parameters, buckets }: SourceScope): Promise<CountAt[]> {
  return db.rows(sql`
    select ${bucketIndex(sql`incident.created_at`, buckets)} as at, severity as name, count(*)::integer as count
    from incidents incident where ${filterOf(period, parameters)} group by 1, 2`);
}

interface ServiceCount {
  name: string;
  count: number;
  mttr: number | null;
}

const maxServices = 15;

/** Items of classes that are services; of an incident with several, each counts. */
function byService({ db, period, parameters }: SourceScope): Promise<ServiceCount[]> {
  return db.rows(sql`
    select item.name, count(*)::integer as count, avg(${seconds(sql`incident.resolved_at`)})::float8 as mttr
    from incidents incident
    join incident_items hit on hit.tenant_id = incident.tenant_id and hit.incident_id = incident.id
    join config_items item on item.tenant_id = hit.tenant_id and item.id = hit.ci_id
    where ${filterOf(period, parameters)}
    group by item.id, item.name order by count desc, item.name limit ${maxServices}`);
}

function findings({ total, open, urgent, mttr }: Totals, [most]: readonly ServiceCount[]): string[] {
  if (total === 0) return ["No incident was created in this period."];
  return [
    `${valueText(total, "count")} ${total === 1 ? "incident was" : "incidents were"} created, ${urgent} of them P1 or P2; ${open} ${open === 1 ? "is" : "are"} still open.`,
    ...(mttr === null ? [] : [`Resolving one took ${valueText(mttr, "seconds")} on average.`]),
    ...(most ? [`${most.name} was hit most often (${most.count}).`] : []),
  ];
}

const columns: readonly Column[] = [
  { key: "reference", name: "Incident" },
  { key: "title", name: "Title" },
  { key: "severity", name: "Severity" },
  { key: "status", name: "Status" },
  { key: "created_at", name: "Created" },
  { key: "acknowledged_after_seconds", name: "Acknowledged after", unit: "seconds" },
  { key: "resolved_after_seconds", name: "Resolved after", unit: "seconds" },
  { key: "reopens", name: "Reopened", unit: "count" },
];

interface IncidentRow {
  id: string;
  reference: string;
  title: string;
  severity: string;
  status: string;
  created_at: string;
  acknowledged: number | null;
  resolved: number | null;
  reopens: number;
}

function incidentTable({ db, period, parameters, signal }: SourceScope, total: number): Table {
  return {
    ...{ name: "Incidents", columns, total },
    rows: () =>
      inBatches<IncidentRow>(
        signal,
        (last, limit) =>
          db.rows(sql`
            select incident.id, reference, title, severity, status, incident.created_at,
              ${seconds(sql`acknowledged_at`)}::float8 as acknowledged, ${seconds(sql`resolved_at`)}::float8 as resolved, reopens
            from incidents incident where ${filterOf(restOf(period, sql`incidents`, last), parameters)}
            order by incident.created_at desc, incident.id desc limit ${limit}`),
        ({ reference, title, severity, status, created_at, acknowledged, resolved, reopens }) => [
          ...[reference, title, severity, status, created_at, acknowledged, resolved, reopens],
        ],
      ),
  };
}
