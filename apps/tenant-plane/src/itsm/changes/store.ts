import type { Change, changeSorts, Page } from "@opsplane/contract";
import { all, type Db, newId, type Sql, sql } from "@opsplane/runtime";
import { beginning, readPage } from "../../paging.ts";
import { searchWords } from "../../search.ts";

const columns = sql`
  change.id, change.reference, change.title, change.description, change.type, change.risk_level, change.status, change.requested_start,
  change.requested_end, change.implementation_plan, change.rollback_plan, change.test_plan, change.requested_by, change.assigned_to,
  change.workflow_definition_id, change.workflow_instance_id, change.review_status, change.review_notes, change.closure_notes,
  change.actual_start, change.actual_end, change.created_by, change.version, change.created_at, change.updated_at,
  case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as assignee,
  (select status from approval_instances instance where instance.tenant_id = change.tenant_id and instance.id = change.workflow_instance_id) as approval_status,
  array(select ci_id from change_items link where link.tenant_id = change.tenant_id and link.change_id = change.id order by ci_id) as ci_ids,
  coalesce((
    select json_agg(json_build_object('id', item.id, 'name', item.name, 'class', item.class) order by item.name, item.id)
    from change_items link join config_items item on item.tenant_id = link.tenant_id and item.id = link.ci_id
    where link.tenant_id = change.tenant_id and link.change_id = change.id
  ), '[]') as items,
  array(select incident_id from change_incidents link where link.tenant_id = change.tenant_id and link.change_id = change.id order by incident_id)
    as incident_ids,
  coalesce((
    select json_agg(json_build_object('id', incident.id, 'reference', incident.reference, 'title', incident.title,
                                      'severity', incident.severity, 'status', incident.status) order by incident.number)
    from change_incidents link join incidents incident on incident.tenant_id = link.tenant_id and incident.id = link.incident_id
    where link.tenant_id = change.tenant_id and link.change_id = change.id
  ), '[]') as incidents`;

const withPerson = sql`left join users person on person.tenant_id = change.tenant_id and person.id = change.assigned_to`;

/** While it is being made a change takes until its planned end, or until now if that is over. */
export const windowEnd: Sql = sql`
  case when change.window_end = 'infinity' then greatest(now(), coalesce(change.requested_end, now())) else change.window_end end`;

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
  return idOrReference.startsWith("CHG-")
    ? sql`change.reference = ${idOrReference}`
    : sql`change.id = ${idOrReference}`;
}

export async function updateChange(db: Db, next: Change): Promise<void> {
  await db.run(sql`
    update changes set title = ${next.title}, description = ${next.description}, type = ${next.type}, risk_level = ${next.risk_level},
      status = ${next.status}, requested_start = ${next.requested_start}, requested_end = ${next.requested_end},
      implementation_plan = ${next.implementation_plan}, rollback_plan = ${next.rollback_plan}, test_plan = ${next.test_plan},
      requested_by = ${next.requested_by}, assigned_to = ${next.assigned_to}, workflow_definition_id = ${next.workflow_definition_id},
      workflow_instance_id = ${next.workflow_instance_id}, review_status = ${next.review_status}, review_notes = ${next.review_notes},
      closure_notes = ${next.closure_notes}, actual_start = ${next.actual_start}, actual_end = ${next.actual_end},
      version = version + 1, updated_at = now()
    where id = ${next.id}`);
}

/** What a submission adds to a change that was just made: it is still the first version. */
export async function submitNew(db: Db, id: string, instanceId: string | null, status: string): Promise<void> {
  await db.run(sql`update changes set status = ${status}, workflow_instance_id = ${instanceId} where id = ${id}`);
}

/** An item that does not exist in this tenant is refused by the foreign key. */
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

export interface ChangeFilter {
  status?: readonly string[];
  type?: readonly string[];
  risk_level?: readonly string[];
  ci_id?: readonly string[];
  incident_id?: string;
  /** A user's id, or null for nobody. */
  assignedTo?: string | null;
  requestedBy?: readonly string[];
  q?: string;
  from: Date | undefined;
  to: Date | undefined;
  sort: (typeof changeSorts)[number];
  limit: number;
  offset: number;
}

// The id breaks ties, so that pages neither repeat nor skip a row.
const orders: Record<ChangeFilter["sort"], Sql> = {
  "-created_at": sql`change.created_at desc, change.id desc`,
  created_at: sql`change.created_at, change.id`,
  "-updated_at": sql`change.updated_at desc, change.id desc`,
  updated_at: sql`change.updated_at, change.id`,
  requested_start: sql`change.requested_start, change.id`,
  "-requested_start": sql`change.requested_start desc nulls last, change.id desc`,
};

export function listChanges(db: Db, filter: ChangeFilter): Promise<Page<Change>> {
  const where = all([
    filter.status && sql`change.status = any (${filter.status})`,
    filter.type && sql`change.type = any (${filter.type})`,
    filter.risk_level && sql`change.risk_level = any (${filter.risk_level})`,
    filter.ci_id && sql`change.id in (select change_id from change_items where ci_id = any (${filter.ci_id}::uuid[]))`,
    filter.incident_id !== undefined &&
      sql`change.id in (select change_id from change_incidents where incident_id = ${filter.incident_id})`,
    filter.assignedTo === null && sql`change.assigned_to is null`,
    typeof filter.assignedTo === "string" && sql`change.assigned_to = ${filter.assignedTo}`,
    filter.requestedBy && sql`change.requested_by = any (${filter.requestedBy})`,
    filter.from && sql`change.window_end >= ${filter.from} and ${windowEnd} >= ${filter.from}`,
    filter.to && sql`change.window_start <= ${filter.to}`,
    filter.q !== undefined && matching(filter.q),
  ]);
  return readPage(
    db,
    sql`select ${columns} from changes change ${withPerson} where ${where}
        order by ${orders[filter.sort]} limit ${filter.limit} offset ${filter.offset}`,
    sql`select count(*) as total from changes change where ${where}`,
  );
}

function matching(typed: string): Sql {
  const words = searchWords(typed);
  if (words === undefined) return sql`false`;
  return sql`(change.search @@ to_tsquery('simple', ${words}) or change.reference ilike ${beginning(typed.trim())})`;
}
