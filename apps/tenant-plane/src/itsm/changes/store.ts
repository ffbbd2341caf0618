import { type Change, type ChangeListItem, type changeSorts, isId, listedText, type Page } from "@opsplane/contract";
import { all, type Db, isOneOf, newId, type Order, type Sql, sql, type TimeRange } from "@opsplane/runtime";
import { type Listing, listRecords, timeOrders } from "../../records/listing.ts";
import { matchingText } from "../../records/search.ts";

const shortColumns = sql`
  change.id, change.reference, change.title, change.type, change.risk_level, change.status, change.requested_start, change.requested_end,
  change.requested_by, change.assigned_to, change.workflow_definition_id, change.workflow_instance_id, change.review_status,
  change.actual_start, change.actual_end, change.created_by, change.version, change.created_at, change.updated_at,
  case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as assignee,
  (select status from approval_instances instance where instance.tenant_id = change.tenant_id and instance.id = change.workflow_instance_id) as approval_status,
  array(select ci_id from change_items link where link.tenant_id = change.tenant_id and link.change_id = change.id order by ci_id) as ci_ids,
  array(select incident_id from change_incidents link where link.tenant_id = change.tenant_id and link.change_id = change.id order by incident_id)
    as incident_ids`;

const listedColumns = sql`${shortColumns}, left(change.description, ${listedText}) as description`;

const columns = sql`
  ${shortColumns}, change.description, change.implementation_plan, change.rollback_plan, change.test_plan, change.review_notes,
  change.closure_notes,
  coalesce((
    select json_agg(json_build_object('id', item.id, 'name', item.name, 'class', item.class) order by item.name, item.id)
    from change_items link join config_items item on item.tenant_id = link.tenant_id and item.id = link.ci_id
    where link.tenant_id = change.tenant_id and link.change_id = change.id
  ), '[]') as items,
  coalesce((
    select json_agg(json_build_object('id', incident.id, 'reference', incident.reference, 'title', incident.title,
                                      'severity', incident.severity, 'status', incident.status) order by incident.number)
    from change_incidents link join incidents incident on incident.tenant_id = link.tenant_id and incident.id = link.incident_id
    where link.tenant_id = change.tenant_id and link.change_id = change.id
  ), '[]') as incidents`;

const withPerson = sql`left join users person on person.tenant_id = change.tenant_id and person.id = change.assigned_to`;

/** A running change lasts until its planned end, or until now if that has passed. */
export const windowEnd: Sql = sql`
  case when change.window_end = 'infinity' then greatest(app_now(), coalesce(change.requested_end, app_now())) else change.window_end end`;

export interface NewChange
  extends Pick<
    Change,
    | "title"
    | "description"
    | "type"
    | "risk_level"
    | "status"
    | "requested_start"
    | "requested_end"
    | "implementation_plan"
    | "rollback_plan"
    | "test_plan"
    | "requested_by"
    | "assigned_to"
    | "workflow_definition_id"
    | "created_by"
  > {
  created_by_id: string | null;
}

/** The counter's row lock makes the numbers gapless. */
export async function insertChange(db: Db, wanted: NewChange): Promise<string> {
  const id = newId();
  await db.run(sql`
    with counter as (
      insert into counters as known (name, value) values ('change', 1)
      on conflict (tenant_id, name) do update set value = known.value + 1
      returning value
    )
    insert into changes (id, number, title, description, type, risk_level, status, requested_start, requested_end, implementation_plan,
                         rollback_plan, test_plan, requested_by, assigned_to, workflow_definition_id, created_by, created_by_id)
    select ${id}, value, ${wanted.title}, ${wanted.description}, ${wanted.type}, ${wanted.risk_level}, ${wanted.status},
           ${wanted.requested_start}::timestamptz, ${wanted.requested_end}::timestamptz, ${wanted.implementation_plan}, ${wanted.rollback_plan},
           ${wanted.test_plan}, ${wanted.requested_by}, ${wanted.assigned_to}::uuid, ${wanted.workflow_definition_id}::uuid, ${wanted.created_by},
           ${wanted.created_by_id}::uuid
    from counter`);
  return id;
}

export function getChange(db: Db, idOrReference: string): Promise<Change | undefined> {
  return db.first(sql`select ${columns} from changes change ${withPerson} where ${named(idOrReference)}`);
}

export function lockChange(db: Db, idOrReference: string): Promise<Change | undefined> {
  return db.first(
    sql`select ${columns} from changes change ${withPerson} where ${named(idOrReference)} for update of change`,
  );
}

function named(idOrReference: string): Sql {
  return isId(idOrReference) ? sql`change.id = ${idOrReference}` : sql`change.reference = ${idOrReference}`;
}

export async function updateChange(db: Db, next: Change): Promise<void> {
  await db.run(sql`
    update changes set title = ${next.title}, description = ${next.description}, type = ${next.type}, risk_level = ${next.risk_level},
      status = ${next.status}, requested_start = ${next.requested_start}, requested_end = ${next.requested_end},
      implementation_plan = ${next.implementation_plan}, rollback_plan = ${next.rollback_plan}, test_plan = ${next.test_plan},
      requested_by = ${next.requested_by}, assigned_to = ${next.assigned_to}, workflow_definition_id = ${next.workflow_definition_id},
      workflow_instance_id = ${next.workflow_instance_id}, review_status = ${next.review_status}, review_notes = ${next.review_notes},
      closure_notes = ${next.closure_notes}, actual_start = ${next.actual_start}, actual_end = ${next.actual_end},
      version = version + 1, updated_at = app_now()
    where id = ${next.id}`);
}

/** Sets the approval of a new change without a new version. */
export async function submitNew(db: Db, id: string, instanceId: string | null, status: string): Promise<void> {
  await db.run(sql`update changes set status = ${status}, workflow_instance_id = ${instanceId} where id = ${id}`);
}

/** The foreign key refuses an item that does not exist in this tenant. */
export async function replaceItems(db: Db, changeId: string, ids: readonly string[]): Promise<void> {
  await db.run(sql`delete from change_items where change_id = ${changeId} and ci_id <> all (${ids}::uuid[])`);
  await db.run(
    sql`insert into change_items (change_id, ci_id) select ${changeId}, unnest(${ids}::uuid[]) on conflict do nothing`,
  );
}

export async function replaceIncidents(db: Db, changeId: string, ids: readonly string[]): Promise<void> {
  await db.run(sql`delete from change_incidents where change_id = ${changeId} and incident_id <> all (${ids}::uuid[])`);
  await db.run(
    sql`insert into change_incidents (change_id, incident_id) select ${changeId}, unnest(${ids}::uuid[]) on conflict do nothing`,
  );
}

export interface ChangeFilter extends TimeRange {
  status?: readonly string[];
  type?: readonly string[];
  risk_level?: readonly string[];
  ci_id?: readonly string[];
  incident_id?: string;
  /** A user's id, or null for unassigned. */
  assignedTo?: string | null;
  requestedBy?: readonly string[];
  q?: string;
  sort: (typeof changeSorts)[number];
  limit: number;
  offset: number;
}

const orders: Record<ChangeFilter["sort"], Order> = {
  ...timeOrders(sql`change`),
  requested_start: {
    forward: sql`change.requested_start, change.id`,
    backward: sql`change.requested_start desc nulls first, change.id desc`,
  },
  "-requested_start": {
    forward: sql`change.requested_start desc nulls last, change.id desc`,
    backward: sql`change.requested_start nulls first, change.id`,
  },
};

const listing: Listing = {
  counter: "change",
  view: sql`changes_of_tenant`,
  alias: sql`change`,
  keys: sql`change.id, change.created_at, change.updated_at, change.requested_start`,
  rows: (ids, order) =>
    sql`select ${listedColumns} from changes change ${withPerson} where change.id = any (${ids}) order by ${order}`,
};

export function listChanges(db: Db, filter: ChangeFilter): Promise<Page<ChangeListItem>> {
  const said = matchingText(filter.q, "CHG", { search: sql`change.search`, reference: sql`change.reference` });
  const window = touching(filter);
  return listRecords(db, listing, {
    filters: [
      filter.status && isOneOf(sql`change.status`, filter.status),
      filter.type && isOneOf(sql`change.type`, filter.type),
      filter.risk_level && isOneOf(sql`change.risk_level`, filter.risk_level),
      filter.ci_id &&
        sql`change.id in (select change_id from change_items where ci_id = any (${filter.ci_id}::uuid[]))`,
      filter.incident_id !== undefined &&
        sql`change.id in (select change_id from change_incidents where incident_id = ${filter.incident_id})`,
      filter.assignedTo === null && sql`change.assigned_to is null`,
      typeof filter.assignedTo === "string" && sql`change.assigned_to = ${filter.assignedTo}`,
      filter.requestedBy && isOneOf(sql`change.requested_by`, filter.requestedBy),
      said && window,
    ],
    matches: said ?? window,
    predictable: said === undefined,
    order: orders[filter.sort],
    limit: filter.limit,
    offset: filter.offset,
  });
}

/** Changes whose window overlaps this range. */
function touching({ from, to }: TimeRange): Sql | undefined {
  if (!from && !to) return undefined;
  return all([
    from && sql`change.window_end >= ${from} and ${windowEnd} >= ${from}`,
    to && sql`change.window_start < ${to}`,
    // Redundant, but lets an index find the few relevant changes among all that ended later or started earlier.
    from &&
      to &&
      sql`(change.window_start >= ${new Date(from.getTime() - weekMs)} or case when change.window_end = 'infinity' then true else change.window_end - change.window_start > interval '168 hours' end)`,
  ]);
}

const weekMs = 168 * 3_600_000;
