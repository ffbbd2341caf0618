import { changeTypes, openRequestStatuses } from "@opsplane/contract";
import { type Column, countText, type Figure, type Section, type Table, valueText } from "@opsplane/reports";
import { all, type Sql, sql } from "@opsplane/runtime";
import { type CountAt, chartOfShares, chartOverTime, sumsOf } from "./charts.ts";
import { bucketIndex, shareOf } from "./columns.ts";
import { inTeams } from "./incident-filter.ts";
import { createdIn, inBatches, restOf, type Stretch } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** Changes and service requests: volume, outcome, lead time and target times. */
export async function itsmTicketsSource(scope: SourceScope): Promise<Section> {
  const changes = { now: await changeTotals(scope, scope.period), before: await changeTotals(scope, scope.before) };
  const requests = { now: await requestTotals(scope, scope.period), before: await requestTotals(scope, scope.before) };
  const changeCounts = await changesOverTime(scope);
  return {
    source: "ITSM tickets",
    findings: findings(changes.now, requests.now),
    figures: [...changeFigures(changes.now, changes.before), ...requestFigures(requests.now, requests.before)],
    charts: [
      chartOverTime("Changes over time", scope.buckets, changeCounts, changeTypes),
      chartOfShares("Changes by type", "Changes", sumsOf(changeCounts)),
      chartOverTime("Requests over time", scope.buckets, await requestsOverTime(scope)),
    ],
    tables: [changeTable(scope, changes.now.total), requestTable(scope, requests.now.total)],
    notes: [
      "The change success rate is that of changes that were completed or failed. Target times are those of the catalog.",
    ],
  };
}

function changeFilter(stretch: Stretch, { parameters }: SourceScope): Sql {
  const { services = [], teams = [] } = parameters;
  return all([
    createdIn(sql`change`, stretch),
    services.length > 0 &&
      sql`exists (
        select from change_items hit
        join config_items item on item.tenant_id = hit.tenant_id and item.id = hit.ci_id
        where hit.tenant_id = change.tenant_id and hit.change_id = change.id and item.name = any (${services}))`,
    teams.length > 0 && inTeams(sql`change.tenant_id`, sql`change.assigned_to`, teams),
  ]);
}

function requestFilter(stretch: Stretch, { parameters: { teams = [] } }: SourceScope): Sql {
  return all([
    createdIn(sql`request`, stretch),
    teams.length > 0 && inTeams(sql`request.tenant_id`, sql`request.assigned_to`, teams),
  ]);
}

interface ChangeTotals {
  total: number;
  emergency: number;
  completed: number;
  unsuccessful: number;
  lead: number | null;
}

async function changeTotals(scope: SourceScope, period: { from: Date; to: Date }): Promise<ChangeTotals> {
  const found = await scope.db.first<ChangeTotals>(sql`
    select count(*)::integer as total, count(*) filter (where type = 'emergency')::integer as emergency,
      count(*) filter (where status = 'completed')::integer as completed,
      count(*) filter (where status = 'failed')::integer as unsuccessful,
      avg(extract(epoch from actual_end - created_at))::float8 as lead
    from changes change where ${changeFilter(period, scope)}`);
  return found ?? { total: 0, emergency: 0, completed: 0, unsuccessful: 0, lead: null };
}

interface RequestTotals {
  total: number;
  open: number;
  fulfilled: number;
  with_target: number;
  in_time: number;
  seconds: number | null;
}

async function requestTotals(scope: SourceScope, period: { from: Date; to: Date }): Promise<RequestTotals> {
  const found = await scope.db.first<RequestTotals>(sql`
    select count(*)::integer as total, count(*) filter (where status = any (${openRequestStatuses}))::integer as open,
      count(*) filter (where status = 'fulfilled')::integer as fulfilled,
      count(*) filter (where status = 'fulfilled' and target_at is not null)::integer as with_target,
      count(*) filter (where status = 'fulfilled' and closed_at <= target_at)::integer as in_time,
      avg(extract(epoch from closed_at - created_at)) filter (where status = 'fulfilled')::float8 as seconds
    from service_requests request where ${requestFilter(period, scope)}`);
  return found ?? { total: 0, open: 0, fulfilled: 0, with_target: 0, in_time: 0, seconds: null };
}

function changeFigures(now: ChangeTotals, before: ChangeTotals): Figure[] {
  const success = (of: ChangeTotals) => shareOf(of.completed, of.completed + of.unsuccessful);
  return [
    { name: "Changes", value: now.total, before: before.total, unit: "count" },
    { name: "Emergency changes", value: now.emergency, before: before.emergency, unit: "count", better: "lower" },
    {
      ...{ name: "Change success rate", value: success(now), before: success(before), unit: "percent" },
      ...{ better: "higher", headline: true },
    },
    { name: "Mean lead time of changes", value: now.lead, before: before.lead, unit: "seconds", better: "lower" },
  ];
}

function requestFigures(now: RequestTotals, before: RequestTotals): Figure[] {
  const inTime = (of: RequestTotals) => shareOf(of.in_time, of.with_target);
  return [
    { name: "Requests", value: now.total, before: before.total, unit: "count" },
    { name: "Open requests", value: now.open, unit: "count" },
    { name: "Mean time to fulfill", value: now.seconds, before: before.seconds, unit: "seconds", better: "lower" },
    {
      ...{ name: "Fulfilled in time", value: inTime(now), before: inTime(before), unit: "percent" },
      ...{ better: "higher", headline: true },
    },
  ];
}

function changesOverTime(scope: SourceScope): Promise<CountAt[]> {
  return scope.db.rows(sql`
    select ${bucketIndex(sql`change.created_at`, scope.buckets)} as at, type as name, count(*)::integer as count
    from changes change where ${changeFilter(scope.period, scope)} group by 1, 2`);
}

function requestsOverTime(scope: SourceScope): Promise<CountAt[]> {
  return scope.db.rows(sql`
    select ${bucketIndex(sql`request.created_at`, scope.buckets)} as at, 'Requests' as name, count(*)::integer as count
    from service_requests request where ${requestFilter(scope.period, scope)} group by 1`);
}

const shown = (count: number) => valueText(count, "count");

function findings(changes: ChangeTotals, requests: RequestTotals): string[] {
  return [
    changes.total === 0
      ? "No change was created in this period."
      : `${countText(changes.total, "change was", "changes were")} created, ${shown(changes.emergency)} of them emergencies; ${shown(changes.unsuccessful)} failed.`,
    requests.total === 0
      ? "No request was submitted in this period."
      : `${countText(requests.total, "request was", "requests were")} submitted, of which ${countText(requests.fulfilled, "is", "are")} fulfilled.`,
  ];
}

const changeColumns: readonly Column[] = [
  { key: "reference", name: "Change" },
  { key: "title", name: "Title" },
  { key: "type", name: "Type" },
  { key: "risk_level", name: "Risk" },
  { key: "status", name: "Status" },
  { key: "created_at", name: "Created" },
  { key: "lead_seconds", name: "Lead time", unit: "seconds" },
];

interface ChangeRow {
  id: string;
  reference: string;
  title: string;
  type: string;
  risk_level: string;
  status: string;
  created_at: string;
  lead: number | null;
}

function changeTable(scope: SourceScope, total: number): Table {
  return {
    ...{ name: "Changes", columns: changeColumns, total },
    rows: () =>
      inBatches<ChangeRow>(
        scope.signal,
        (last, limit) =>
          scope.db.rows(sql`
            select id, reference, title, type, risk_level, status, created_at,
              extract(epoch from actual_end - created_at)::float8 as lead
            from changes change where ${changeFilter(restOf(scope.period, sql`changes`, last), scope)}
            order by change.created_at desc, change.id desc limit ${limit}`),
        ({ reference, title, type, risk_level, status, created_at, lead }) => [
          ...[reference, title, type, risk_level, status, created_at, lead],
        ],
      ),
  };
}

const requestColumns: readonly Column[] = [
  { key: "reference", name: "Request" },
  { key: "title", name: "Title" },
  { key: "category", name: "Category" },
  { key: "status", name: "Status" },
  { key: "requested_by", name: "Requested by" },
  { key: "created_at", name: "Created" },
  { key: "fulfilled_after_seconds", name: "Fulfilled after", unit: "seconds" },
  { key: "in_time", name: "In time" },
];

interface RequestRow {
  id: string;
  reference: string;
  title: string;
  category: string;
  status: string;
  requested_by: string;
  created_at: string;
  seconds: number | null;
  in_time: boolean | null;
}

function requestTable(scope: SourceScope, total: number): Table {
  return {
    ...{ name: "Requests", columns: requestColumns, total },
    rows: () =>
      inBatches<RequestRow>(
        scope.signal,
        (last, limit) =>
          scope.db.rows(sql`
            select id, reference, title, category, status, requested_by, created_at,
              case when status = 'fulfilled' then extract(epoch from closed_at - created_at)::float8 end as seconds,
              case when status = 'fulfilled' then closed_at <= target_at end as in_time
            from service_requests request
            where ${requestFilter(restOf(scope.period, sql`service_requests`, last), scope)}
            order by request.created_at desc, request.id desc limit ${limit}`),
        ({ reference, title, category, status, requested_by, created_at, seconds, in_time }) => [
          ...[reference, title, category, status, requested_by, created_at, seconds, in_time],
        ],
      ),
  };
}
