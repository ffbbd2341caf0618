import { type IncidentTime, openIncidentStatuses } from "@opsplane/contract";
import { all, containing, type Db, type Sql, sql, unnamed } from "@opsplane/runtime";
import { figureColumns, happenedIn, type IncidentFigure, incidentFigure, incidentTimes } from "../incidents/index.ts";
import type { Range } from "./inputs.ts";

/** Which incidents are counted. */
export interface IncidentScope extends Range {
  status?: readonly string[];
  /** True: not resolved or closed. False: resolved or closed. */
  open?: boolean;
  severity?: readonly string[];
  itemIds?: readonly string[];
  /** A user's id; null means unassigned. */
  assignedTo?: string | null;
  /** Items that the team owns, or a member of the team as assignee. */
  teamId?: string;
  source?: string;
  q?: string;
  /** The time that the range is about. */
  at: IncidentTime;
}

function conditionsOf(scope: IncidentScope): Sql {
  return all([happenedIn(scope, scope.at), filterOf(scope)]);
}

function filterOf(scope: IncidentScope): Sql {
  const { status, open, severity, itemIds, assignedTo, teamId, source, q } = scope;
  return all([
    status && sql`incident.status = any (${status})`,
    open === true && sql`incident.status = any (${openIncidentStatuses})`,
    open === false && sql`incident.status in ('resolved', 'closed')`,
    severity && sql`incident.severity = any (${severity})`,
    itemIds && sql`incident.id in (select incident_id from incident_items where ci_id = any (${itemIds}::uuid[]))`,
    assignedTo === null && sql`incident.assigned_to is null`,
    typeof assignedTo === "string" && sql`incident.assigned_to = ${assignedTo}`,
    teamId !== undefined &&
      sql`(incident.assigned_to in (select user_id from group_members where group_id = ${teamId})
        or incident.id in (select named.incident_id from incident_items named
          join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id where item.owner_group_id = ${teamId}))`,
    source !== undefined && sql`lower(incident.source) = lower(${source})`,
    q !== undefined && sql`(incident.title || ' ' || incident.description) ilike ${containing(q)}`,
  ]);
}

/** MTTA is that of incidents acknowledged in the range, MTTR that of incidents resolved in it. */
export function figureOf(db: Db, scope: IncidentScope): Promise<IncidentFigure> {
  return incidentFigure(db, scope.at, scope, filterOf(scope));
}

export const countedBy = ["severity", "status", "source", "assignee", "service", "team"] as const;
export type CountedBy = (typeof countedBy)[number];

interface Grouping {
  key: Sql;
  join: Sql;
}

/** How incidents are grouped. An incident with several services or teams counts for each of them. */
const groupings: Record<CountedBy, Grouping> = {
  severity: { key: sql`incident.severity`, join: sql`` },
  status: { key: sql`incident.status`, join: sql`` },
  source: { key: sql`coalesce(nullif(incident.source, ''), 'unknown')`, join: sql`` },
  assignee: {
    key: sql`coalesce(person.name, 'unassigned')`,
    join: sql`left join users person on person.tenant_id = incident.tenant_id and person.id = incident.assigned_to`,
  },
  service: {
    key: sql`coalesce(item.name, 'without an item')`,
    join: sql`
      left join incident_items named on named.tenant_id = incident.tenant_id and named.incident_id = incident.id
      left join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id`,
  },
  team: {
    key: sql`coalesce(team.name, 'without a team')`,
    join: sql`
      left join incident_items named on named.tenant_id = incident.tenant_id and named.incident_id = incident.id
      left join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id
      left join groups team on team.tenant_id = item.tenant_id and team.id = item.owner_group_id`,
  },
};

const maxGroups = 50;

export function countIncidentsBy(
  db: Db,
  scope: IncidentScope,
  by: CountedBy,
): Promise<{ key: string; count: number }[]> {
  const { key, join } = groupings[by];
  return db.rows(
    unnamed(sql`
      select ${key} as key, count(distinct incident.id)::int as count
      from incidents_of_tenant incident ${join} where ${conditionsOf(scope)}
      group by 1 order by count(distinct incident.id) desc, 1 limit ${maxGroups}`),
  );
}

export const trendSteps = ["hour", "day", "week", "month"] as const;

/** Incidents opened and resolved in each step of the asker's calendar. */
export function incidentTrend(
  db: Db,
  scope: IncidentScope & { from: Date; to: Date },
  step: (typeof trendSteps)[number],
  timezone: string,
): Promise<{ start: string; opened: number; resolved: number }[]> {
  const one = `1 ${step}`;
  const opened = conditionsOf({ ...scope, at: "created" });
  const resolved = conditionsOf({ ...scope, at: "resolved" });
  return db.rows(
    unnamed(sql`
      with steps as (
        select step from generate_series(date_trunc(${step}, ${scope.from}::timestamptz at time zone ${timezone}),
          (${scope.to}::timestamptz - interval '1 microsecond') at time zone ${timezone}, ${one}::interval) as step
      ), opened as (
        select date_trunc(${step}, ${incidentTimes.created} at time zone ${timezone}) as step, count(*)::int as count
        from incidents_of_tenant incident where ${opened} group by 1
      ), resolved as (
        select date_trunc(${step}, ${incidentTimes.resolved} at time zone ${timezone}) as step, count(*)::int as count
        from incidents_of_tenant incident where ${resolved} group by 1
      )
      select to_char(steps.step, 'YYYY-MM-DD HH24:MI') as start, coalesce(opened.count, 0) as opened, coalesce(resolved.count, 0) as resolved
      from steps left join opened using (step) left join resolved using (step) order by steps.step limit 400`),
  );
}

/** The same, for each severity or service. */
export function figuresBy(
  db: Db,
  scope: IncidentScope,
  by: "severity" | "service",
): Promise<(IncidentFigure & { key: string })[]> {
  const { key, join } = groupings[by];
  return db.rows(
    unnamed(sql`
      select ${key} as key, ${figureColumns(scope.at)}
      from incidents_of_tenant incident ${join} where ${conditionsOf(scope)}
      group by 1 order by count desc, 1 limit ${maxGroups}`),
  );
}

export interface ListedIncident {
  reference: string;
  title: string;
  severity: string;
  status: string;
  assignee: string | null;
  items: string[];
  created_at: string;
  resolved_at: string | null;
}

export const incidentOrders = ["newest", "oldest", "severity", "longest"] as const;
const orders: Record<(typeof incidentOrders)[number], Sql> = {
  newest: sql`incident.created_at desc, incident.id desc`,
  oldest: sql`incident.created_at, incident.id`,
  severity: sql`incident.severity, incident.created_at desc, incident.id desc`,
  longest: sql`coalesce(incident.resolved_at, app_now()) - incident.created_at desc, incident.id`,
};

export function listIncidents(
  db: Db,
  scope: IncidentScope,
  order: (typeof incidentOrders)[number],
  limit: number,
): Promise<ListedIncident[]> {
  return db.rows(
    unnamed(sql`
      select incident.reference, incident.title, incident.severity, incident.status, person.name as assignee,
        array(select item.name from incident_items named join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id
          where named.tenant_id = incident.tenant_id and named.incident_id = incident.id order by item.name limit 5) as items,
        incident.created_at, incident.resolved_at
      from incidents_of_tenant incident
      left join users person on person.tenant_id = incident.tenant_id and person.id = incident.assigned_to
      where ${conditionsOf(scope)} order by ${orders[order]} limit ${limit}`),
  );
}

/** Earlier incidents of the same items, those that share most items first. */
export function incidentsLike(db: Db, incidentId: string, limit: number): Promise<ListedIncident[]> {
  return db.rows(sql`
    select other.reference, other.title, other.severity, other.status, person.name as assignee,
      array(select item.name from incident_items named join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id
        where named.tenant_id = other.tenant_id and named.incident_id = other.id order by item.name limit 5) as items,
      other.created_at, other.resolved_at
    from incident_items mine
    join incident_items theirs on theirs.tenant_id = mine.tenant_id and theirs.ci_id = mine.ci_id and theirs.incident_id <> mine.incident_id
    join incidents other on other.tenant_id = theirs.tenant_id and other.id = theirs.incident_id
    left join users person on person.tenant_id = other.tenant_id and person.id = other.assigned_to
    where mine.incident_id = ${incidentId}
    group by other.tenant_id, other.id, person.name
    order by count(*) desc, other.created_at desc, other.id limit ${limit}`);
}
