import { type Severity, severities, severityTones } from "@opsplane/contract";
import { type Cell, type Column, countText, type Figure, type Section, type Table, valueText } from "@opsplane/reports";
import { type Sql, sql } from "@opsplane/runtime";
import { type CountAt, chartOfShares, chartOfSteps, chartOverTime } from "./charts.ts";
import { bucketIndex, shareOf } from "./columns.ts";
import { filterOf } from "./incident-filter.ts";
import { allAtOnce, inBatches, restOf } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** Volume, times to acknowledge and to resolve, and which configuration items were hit. */
export async function incidentsSource(scope: SourceScope): Promise<Section> {
  const [now, before, counts, items] = [
    await totals(scope, scope.period),
    await totals(scope, scope.before),
    await severitiesOverTime(scope),
    await byItem(scope),
  ];
  return {
    source: "Incidents",
    findings: findings(now.all, items),
    figures: figures(now.all, before.all),
    charts: [
      chartOverTime("Incidents over time", scope.buckets, counts, severities, severityTones),
      chartOfSteps(
        "By severity",
        "Incidents",
        now.bySeverity.map(({ severity, total }) => ({ name: severity, count: total })),
      ),
      chartOfShares("By configuration item", "Incidents", items.slice(0, maxBars)),
    ],
    tables: [severityTable(now.bySeverity), itemTable(items), incidentTable(scope, now.all.total)],
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

type SeverityTotals = Totals & { severity: Severity };

/** Of all incidents together and of each severity. */
async function totals(
  { db, parameters }: SourceScope,
  period: { from: Date; to: Date },
): Promise<{ all: Totals; bySeverity: SeverityTotals[] }> {
  const rows = await db.rows<Totals & { severity: Severity | null }>(sql`
    select severity, count(*)::integer as total,
      count(*) filter (where status in ('resolved', 'closed'))::integer as resolved,
      count(*) filter (where status not in ('resolved', 'closed'))::integer as open,
      count(*) filter (where reopens > 0)::integer as reopened,
      count(*) filter (where severity in ('P1', 'P2'))::integer as urgent,
      avg(${seconds(sql`acknowledged_at`)})::float8 as mtta,
      avg(${seconds(sql`resolved_at`)})::float8 as mttr,
      (percentile_cont(0.5) within group (order by ${seconds(sql`resolved_at`)}))::float8 as mttr_median,
      (percentile_cont(0.9) within group (order by ${seconds(sql`resolved_at`)}))::float8 as mttr_p90
    from incidents incident where ${filterOf(period, parameters)}
    group by grouping sets ((), (severity)) order by severity`);
  return {
    all: rows.find(({ severity }) => severity === null) ?? nothing,
    bySeverity: rows.flatMap((row) => (row.severity === null ? [] : [{ ...row, severity: row.severity }])),
  };
}

const nothing: Totals = {
  ...{ total: 0, resolved: 0, open: 0, reopened: 0, urgent: 0 },
  ...{ mtta: null, mttr: null, mttr_median: null, mttr_p90: null },
};

function figures(now: Totals, before: Totals): Figure[] {
  const lower = { better: "lower" } as const;
  const headline = true;
  return [
    { name: "Incidents", value: now.total, before: before.total, unit: "count", ...lower, headline },
    { name: "P1 and P2", value: now.urgent, before: before.urgent, unit: "count", ...lower },
    { name: "Still open", value: now.open, unit: "count" },
    { name: "Mean time to acknowledge", value: now.mtta, before: before.mtta, unit: "seconds", ...lower },
    { name: "Mean time to resolve", value: now.mttr, before: before.mttr, unit: "seconds", ...lower, headline },
    { name: "Median time to resolve", value: now.mttr_median, before: before.mttr_median, unit: "seconds", ...lower },
    { name: "90th percentile to resolve", value: now.mttr_p90, before: before.mttr_p90, unit: "seconds", ...lower },
    {
      ...{ name: "Reopened", value: shareOf(now.reopened, now.total), before: shareOf(before.reopened, before.total) },
      ...{ unit: "percent", ...lower },
    },
  ];
}

function severitiesOverTime({ db, period, parameters, buckets }: SourceScope): Promise<CountAt[]> {
  return db.rows(sql`
    select ${bucketIndex(sql`incident.created_at`, buckets)} as at, severity as name, count(*)::integer as count
    from incidents incident where ${filterOf(period, parameters)} group by 1, 2`);
}

interface ItemCount {
  name: string;
  class: string;
  count: number;
  mtta: number | null;
  mttr: number | null;
}

const maxBars = 15;
const maxItems = 500;

/** Those that were hit most often. Of an incident with several items, each counts. */
function byItem({ db, period, parameters }: SourceScope): Promise<ItemCount[]> {
  return db.rows(sql`
    select item.name, item.class, count(*)::integer as count, avg(${seconds(sql`incident.acknowledged_at`)})::float8 as mtta,
      avg(${seconds(sql`incident.resolved_at`)})::float8 as mttr
    from incidents incident
    join incident_items hit on hit.tenant_id = incident.tenant_id and hit.incident_id = incident.id
    join config_items item on item.tenant_id = hit.tenant_id and item.id = hit.ci_id
    where ${filterOf(period, parameters)}
    group by item.id, item.name, item.class order by count desc, item.name limit ${maxItems}`);
}

function findings({ total, open, urgent, mttr }: Totals, [most]: readonly ItemCount[]): string[] {
  if (total === 0) return ["No incident was created in this period."];
  return [
    `${countText(total, "incident was", "incidents were")} created, ${urgent} of them P1 or P2; ${open} ${open === 1 ? "is" : "are"} still open.`,
    ...(mttr === null ? [] : [`Resolving one took ${valueText(mttr, "seconds")} on average.`]),
    ...(most ? [`${most.name} was hit most often (${most.count}).`] : []),
  ];
}

const meanColumns: readonly Column[] = [
  { key: "incidents", name: "Incidents", unit: "count" },
  { key: "mean_acknowledge_seconds", name: "Mean time to acknowledge", unit: "seconds" },
  { key: "mean_resolve_seconds", name: "Mean time to resolve", unit: "seconds" },
];

function severityTable(rows: readonly SeverityTotals[]): Table {
  const cells = ({ severity, total, mtta, mttr, open, reopened }: SeverityTotals): Cell[] => [
    ...[severity, total, mtta, mttr, open, shareOf(reopened, total)],
  ];
  return {
    ...{ name: "By severity", total: rows.length },
    columns: [
      { key: "severity", name: "Severity" },
      ...meanColumns,
      { key: "open_incidents", name: "Still open", unit: "count" },
      { key: "reopened_percent", name: "Reopened", unit: "percent" },
    ],
    rows: () => allAtOnce(rows.map(cells)),
  };
}

function itemTable(rows: readonly ItemCount[]): Table {
  const cells = ({ name, class: ciClass, count, mtta, mttr }: ItemCount): Cell[] => [name, ciClass, count, mtta, mttr];
  return {
    ...{ name: "By configuration item", total: rows.length },
    ...(rows.length === maxItems ? { note: `Only the ${maxItems} items with the most incidents are listed.` } : {}),
    columns: [{ key: "item", name: "Configuration item" }, { key: "class", name: "Class" }, ...meanColumns],
    rows: () => allAtOnce(rows.map(cells)),
  };
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
