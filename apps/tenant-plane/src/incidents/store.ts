import { type Incident, type incidentSorts, isId, listedText, type Page, type TimelineEntry } from "@opsplane/contract";
import {
  type Db,
  inRange,
  isOneOf,
  listedChanges,
  newId,
  type Order,
  readPage,
  type Sql,
  sql,
  type TimeRange,
} from "@opsplane/runtime";
import { type Listing, listRecords, timeOrders } from "../records/listing.ts";
import { matchingText } from "../records/search.ts";
import type { Entry } from "./rules.ts";

const shortColumns = sql`
  incident.id, incident.reference, incident.title, incident.severity, incident.status, incident.source, incident.ci_ids, incident.assigned_to,
  incident.resolved_by, incident.created_by, incident.acknowledged_at, incident.resolved_at, incident.closed_at, incident.version,
  incident.created_at, incident.updated_at,
  case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as assignee,
  (select page.unanswered from oncall_pages page
   where page.tenant_id = incident.tenant_id and page.incident_id = incident.id and page.unanswered is not null limit 1) as unanswered`;

const columns = sql`${shortColumns}, incident.description, incident.resolution_notes`;

const listedColumns = sql`
  ${shortColumns}, left(incident.description, ${listedText}) as description, left(incident.resolution_notes, ${listedText}) as resolution_notes`;

const withPerson = sql`left join users person on person.tenant_id = incident.tenant_id and person.id = incident.assigned_to`;

export interface NewIncident {
  title: string;
  description: string;
  severity: string;
  source: string;
  ciIds: readonly string[];
  assignedTo: string | null;
  createdBy: string;
}

/** Number, record and first timeline entry in one statement. The counter's row lock makes the numbers gapless. */
export async function insertIncident(db: Db, wanted: NewIncident): Promise<Incident | undefined> {
  return db.first(sql`
    with counter as (
      insert into counters as known (name, value) values ('incident', 1)
      on conflict (tenant_id, name) do update set value = known.value + 1
      returning value
    ), incident as (
      insert into incidents (id, number, title, description, severity, status, source, ci_ids, assigned_to, created_by)
      select ${newId()}, value, ${wanted.title}, ${wanted.description}, ${wanted.severity}, 'triggered', ${wanted.source}, ${wanted.ciIds},
             ${wanted.assignedTo}::uuid, ${wanted.createdBy}
      from counter
      returning *
    ), first_entry as (
      insert into incident_timeline (id, incident_id, kind, actor, body)
      select ${newId()}, id, 'created', created_by, 'Created.' from incident
    )
    select ${columns} from incident ${withPerson}`);
}

export function getIncident(db: Db, idOrReference: string): Promise<Incident | undefined> {
  return db.first(sql`select ${columns} from incidents incident ${withPerson} where ${named(idOrReference)}`);
}

export function lockIncident(db: Db, idOrReference: string): Promise<Incident | undefined> {
  return db.first(
    sql`select ${columns} from incidents incident ${withPerson} where ${named(idOrReference)} for update of incident`,
  );
}

export function lockIncidents(db: Db, ids: readonly string[]): Promise<Incident[]> {
  return db.rows(sql`
    select ${columns} from incidents incident ${withPerson} where incident.id = any (${ids}::uuid[]) order by incident.id for update of incident`);
}

function named(idOrReference: string): Sql {
  return isId(idOrReference) ? sql`incident.id = ${idOrReference}` : sql`incident.reference = ${idOrReference}`;
}

export interface IncidentFilter extends TimeRange {
  status?: readonly string[];
  severity?: readonly string[];
  q?: string;
  /** A user's id, or null for unassigned. */
  assignedTo?: string | null;
  source?: string;
  unanswered?: readonly string[];
  /** Incidents that affect one of these configuration items. */
  ci_id?: readonly string[];
  sort: (typeof incidentSorts)[number];
  limit: number;
  offset: number;
}

const byTime = timeOrders(sql`incident`);
const { forward: newest, backward: oldest } = byTime["-created_at"];

const orders: Record<IncidentFilter["sort"], Order> = {
  ...byTime,
  severity: { forward: sql`incident.severity, ${newest}`, backward: sql`incident.severity desc, ${oldest}` },
  "-severity": { forward: sql`incident.severity desc, ${newest}`, backward: sql`incident.severity, ${oldest}` },
};

const listing: Listing = {
  counter: "incident",
  view: sql`incidents_of_tenant`,
  alias: sql`incident`,
  keys: sql`incident.id, incident.created_at, incident.updated_at, incident.severity`,
  rows: (ids, order) =>
    sql`select ${listedColumns} from incidents incident ${withPerson} where incident.id = any (${ids}) order by ${order}`,
};

export function listIncidents(db: Db, filter: IncidentFilter): Promise<Page<Incident>> {
  return listRecords(db, listing, {
    filters: [
      filter.status && isOneOf(sql`incident.status`, filter.status),
      filter.severity && isOneOf(sql`incident.severity`, filter.severity),
      filter.assignedTo === null && sql`incident.assigned_to is null`,
      typeof filter.assignedTo === "string" && sql`incident.assigned_to = ${filter.assignedTo}`,
      filter.source !== undefined && sql`incident.source = ${filter.source}`,
      filter.unanswered && unanswered(filter.unanswered),
      filter.ci_id && naming(filter.ci_id),
      ...inRange(sql`incident.created_at`, filter),
    ],
    matches: matchingText(filter.q, "INC", { search: sql`incident.search`, reference: sql`incident.reference` }),
    order: orders[filter.sort],
    limit: filter.limit,
    offset: filter.offset,
  });
}

function naming(items: readonly string[]): Sql {
  return sql`incident.id in (select incident_id from incident_items where ci_id = any (${items}::uuid[]))`;
}

function unanswered(kinds: readonly string[]): Sql {
  return sql`incident.id in (select incident_id from oncall_pages where unanswered is not null and ${isOneOf(sql`unanswered`, kinds)})`;
}

export function updateIncident(db: Db, next: Incident): Promise<Incident | undefined> {
  return db.first(sql`
    with incident as (
      update incidents set title = ${next.title}, description = ${next.description}, severity = ${next.severity}, status = ${next.status},
        ci_ids = ${next.ci_ids}, assigned_to = ${next.assigned_to}, resolution_notes = ${next.resolution_notes}, resolved_by = ${next.resolved_by},
        acknowledged_at = ${next.acknowledged_at}, resolved_at = ${next.resolved_at}, closed_at = ${next.closed_at},
        version = version + 1, updated_at = app_now()
      where id = ${next.id} returning *
    )
    select ${columns} from incident ${withPerson}`);
}

export function acknowledgeAll(db: Db, ids: readonly string[], now: Date): Promise<Incident[]> {
  return db.rows(sql`
    with incident as (
      update incidents set status = 'acknowledged', acknowledged_at = coalesce(acknowledged_at, ${now}), version = version + 1, updated_at = app_now()
      where id = any (${ids}::uuid[]) returning *
    )
    select ${columns} from incident ${withPerson} order by incident.created_at desc, incident.id desc`);
}

export interface TimelineRow extends Entry {
  incidentId: string;
  actor: string;
}

export async function addEntries(db: Db, entries: readonly TimelineRow[]): Promise<TimelineEntry[]> {
  if (entries.length === 0) return [];
  const rows = entries.map(({ incidentId, kind, actor, body, changes }) => ({
    id: newId(),
    incident_id: incidentId,
    kind,
    actor,
    body,
    changes,
  }));
  return db.rows(sql`
    insert into incident_timeline (id, incident_id, kind, actor, body, changes)
    select id, incident_id, kind, actor, body, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, incident_id uuid, kind text, actor text, body text, changes jsonb)
    returning id, incident_id, kind, actor, body, changes, created_at, created_at as updated_at`);
}

export function listTimeline(
  db: Db,
  incidentId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<TimelineEntry>> {
  return readPage(db, {
    rows: sql`select id, incident_id, kind, actor, body, ${listedChanges(sql`changes`)} as changes, created_at, created_at as updated_at from incident_timeline
              where incident_id = ${incidentId} order by created_at, id limit ${limit} offset ${offset}`,
    from: sql`incident_timeline where incident_id = ${incidentId}`,
    limit,
    offset,
  });
}
