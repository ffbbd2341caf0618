import { openIncidentStatuses, type Severity, severities, severityTones } from "@opsplane/contract";
import { type Cell, type Column, countText, type Figure, type Section, type Table, valueText } from "@opsplane/reports";
import { any, type Sql, sql } from "@opsplane/runtime";
import { happenedIn, meanSecondsUntil, percentileOfSecondsUntil, secondsUntil } from "../../incidents/index.ts";
import { type CountAt, chartOfShares, chartOfSteps, chartOverTime } from "./charts.ts";
import { bucketIndex, shareOf } from "./columns.ts";
import { filterOf } from "./incident-filter.ts";
import { allAtOnce, createdIn, inBatches, restOf } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** Volume, times to acknowledge and to resolve, and which configuration items were hit. */
export async function incidentsSource(scope: SourceScope): Promise<Section> {
  const [now, before, counts, items] = [
    await totals(scope, scope.period),
    await totals(scope, scope.before),
    await severitiesOverTime(scope),
    await byItem(scope),
  ];
  const hit = items.filter(({ count }) => count > 0);
  return {
    source: "Incidents",
    findings: findings(now.all, hit),
    figures: figures(now.all, before.all),
    charts: [
      chartOverTime("Incidents over time", scope.buckets, counts, severities, severityTones),
      chartOfSteps(
        "By severity",
        "Incidents",
        now.bySeverity.map(({ severity, total }) => ({ name: severity, count: total })),
      ),
      chartOfShares("By configuration item", "Incidents", hit.slice(0, maxBars)),
    ],
    tables: [severityTable(now.bySeverity), itemTable(items), incidentTable(scope, now.all.total)],
    notes: [
      "Incidents belong to the period in which they were created. The times to acknowledge and to resolve are those of incidents that were acknowledged or resolved in the period. They run from the creation to the first acknowledgment and to the last resolution.",
    ],
  };
}

interface Totals {
  total: number;
  open: number;
  reopened: number;
  urgent: number;
  mtta: number | null;
  mttr: number | null;
  mttr_median: number | null;
  mttr_p90: number | null;
}

type SeverityTotals = Totals & { severity: Severity };

/** Of all incidents together and of each severity. */
async function totals(
  { db, parameters }: SourceScope,
  period: { from: Date; to: Date },
): Promise<{ all: Totals; bySeverity: SeverityTotals[] }> {
  const { created, acknowledged, resolved } = conditionsOf(period);
  const ofCreated = (condition: Sql) => sql`(count(*) filter (where ${created} and ${condition}))::integer`;
  const rows = await db.rows<Totals & { severity: Severity | null }>(sql`
    select severity, ${ofCreated(sql`true`)} as total,
      ${ofCreated(sql`status = any (${openIncidentStatuses})`)} as open,
      ${ofCreated(sql`reopens > 0`)} as reopened,
      ${ofCreated(sql`severity in ('P1', 'P2')`)} as urgent,
      ${meanSecondsUntil("acknowledged", acknowledged)} as mtta,
      ${meanSecondsUntil("resolved", resolved)} as mttr,
      ${percentileOfSecondsUntil("resolved", 0.5, resolved)} as mttr_median,
      ${percentileOfSecondsUntil("resolved", 0.9, resolved)} as mttr_p90
    from incidents incident where ${any([created, acknowledged, resolved])} and ${filterOf(parameters)}
    group by grouping sets ((), (severity)) order by severity`);
  return {
    all: rows.find(({ severity }) => severity === null) ?? nothing,
    bySeverity: rows.flatMap((row) => (row.severity === null ? [] : [{ ...row, severity: row.severity }])),
  };
}

/** The incidents of a period, by what happened to them in it. */
function conditionsOf(period: { from: Date; to: Date }) {
  return {
    created: happenedIn(period, "created"),
    acknowledged: happenedIn(period, "acknowledged"),
    resolved: happenedIn(period, "resolved"),
  };
}

const nothing: Totals = {
  ...{ total: 0, open: 0, reopened: 0, urgent: 0 },
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
    from incidents incident where ${happenedIn(period, "created")} and ${filterOf(parameters)} group by 1, 2`);
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
  const { created, acknowledged, resolved } = conditionsOf(period);
  return db.rows(sql`
    select item.name, item.class, (count(*) filter (where ${created}))::integer as count,
      ${meanSecondsUntil("acknowledged", acknowledged)} as mtta, ${meanSecondsUntil("resolved", resolved)} as mttr
    from incidents incident
    join incident_items hit on hit.tenant_id = incident.tenant_id and hit.incident_id = incident.id
    join config_items item on item.tenant_id = hit.tenant_id and item.id = hit.ci_id
    where ${any([created, acknowledged, resolved])} and ${filterOf(parameters)}
    group by item.id, item.name, item.class order by count desc, item.name limit ${maxItems}`);
}

function findings({ total, open, urgent, mttr }: Totals, [most]: readonly ItemCount[]): string[] {
  return [
    total === 0
      ? "No incident was created in this period."
      : `${countText(total, "incident was", "incidents were")} created, ${urgent} of them P1 or P2; ${open} ${open === 1 ? "is" : "are"} still open.`,
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
              ${secondsUntil("acknowledged")}::float8 as acknowledged, ${secondsUntil("resolved")}::float8 as resolved, reopens
            from incidents incident
            where ${createdIn(sql`incident`, restOf(period, sql`incidents`, last))} and ${filterOf(parameters)}
            order by incident.created_at desc, incident.id desc limit ${limit}`),
        ({ reference, title, severity, status, created_at, acknowledged, resolved, reopens }) => [
          ...[reference, title, severity, status, created_at, acknowledged, resolved, reopens],
        ],
      ),
  };
}
