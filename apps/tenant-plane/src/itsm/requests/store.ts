import {
  isId,
  openRequestStatuses,
  type Page,
  type RequestListItem,
  type requestSorts,
  type ServiceRequest,
} from "@opsplane/contract";
import {
  all,
  any,
  type Db,
  inRange,
  isOneOf,
  maxCounted,
  newId,
  type Order,
  type Sql,
  sql,
  type TimeRange,
} from "@opsplane/runtime";
import { type Listing, listRecords, timeOrders } from "../../records/listing.ts";
import { matchingText } from "../../records/search.ts";

/** Marked as breached, or past its target since the last check. Each condition has an index. */
const breaches: readonly Sql[] = [
  sql`request.breached_at is not null`,
  sql`request.status in ('submitted', 'pending_approval', 'approved', 'in_fulfillment') and request.breached_at is null and coalesce(request.target_at < app_now(), false)`,
];
const isBreached = any(breaches);

const listedColumns = sql`
  request.id, request.reference, request.catalog_item_id, request.title, request.category, request.status, request.requested_by,
  request.created_by, request.assigned_to, request.workflow_instance_id, request.fulfillment_type, request.target_at, ${isBreached} as breached, request.approved_at, request.started_at,
  request.closed_at, request.version, request.created_at, request.updated_at,
  case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as assignee,
  (select status from approval_instances instance where instance.tenant_id = request.tenant_id and instance.id = request.workflow_instance_id) as approval_status`;

const execution = sql`(
  select json_build_object('id', run.id, 'reference', run.reference, 'status', run.status, 'verified', run.verified)
  from runs run where run.tenant_id = request.tenant_id and run.id = request.execution_id)`;

const columns = sql`
  ${listedColumns}, request.form, request.inputs, request.fulfillment_config, request.fulfillment_notes, ${execution} as execution`;

const withPerson = sql`left join users person on person.tenant_id = request.tenant_id and person.id = request.assigned_to`;

export interface NewRequest
  extends Pick<
    ServiceRequest,
    | "catalog_item_id"
    | "title"
    | "category"
    | "form"
    | "inputs"
    | "requested_by"
    | "created_by"
    | "fulfillment_type"
    | "fulfillment_config"
    | "target_at"
  > {
  requester_id: string | null;
  created_by_id: string | null;
}

export async function insertRequest(db: Db, wanted: NewRequest): Promise<string> {
  const id = newId();
  await db.run(sql`
    with counter as (
      insert into counters as known (name, value) values ('request', 1)
      on conflict (tenant_id, name) do update set value = known.value + 1
      returning value
    )
    insert into service_requests (id, number, catalog_item_id, title, category, form, inputs, status, requested_by, requester_id, created_by,
                                  created_by_id, fulfillment_type, fulfillment_config, target_at)
    select ${id}, value, ${wanted.catalog_item_id}::uuid, ${wanted.title}, ${wanted.category}, ${JSON.stringify(wanted.form)}::json,
           ${JSON.stringify(wanted.inputs)}::jsonb, 'submitted', ${wanted.requested_by}, ${wanted.requester_id}::uuid, ${wanted.created_by},
           ${wanted.created_by_id}::uuid, ${wanted.fulfillment_type}, ${JSON.stringify(wanted.fulfillment_config)}::jsonb,
           ${wanted.target_at}::timestamptz
    from counter`);
  return id;
}

/** Sets the approval of a new request without a new version. */
export async function beginRequest(
  db: Db,
  id: string,
  status: string,
  instanceId: string | null,
  now: Date,
): Promise<void> {
  await db.run(sql`
    update service_requests set status = ${status}, workflow_instance_id = ${instanceId}::uuid,
      approved_at = case when ${status} = 'approved' then ${now}::timestamptz end
    where id = ${id}`);
}

export function getRequest(db: Db, idOrReference: string): Promise<ServiceRequest | undefined> {
  return db.first(sql`select ${columns} from service_requests request ${withPerson} where ${named(idOrReference)}`);
}

export function lockRequest(db: Db, idOrReference: string): Promise<ServiceRequest | undefined> {
  return db.first(
    sql`select ${columns} from service_requests request ${withPerson} where ${named(idOrReference)} for update of request`,
  );
}

function named(idOrReference: string): Sql {
  return isId(idOrReference) ? sql`request.id = ${idOrReference}` : sql`request.reference = ${idOrReference}`;
}

export async function updateRequest(db: Db, next: ServiceRequest): Promise<void> {
  await db.run(sql`
    update service_requests set status = ${next.status}, assigned_to = ${next.assigned_to}, fulfillment_notes = ${next.fulfillment_notes},
      approved_at = ${next.approved_at}, started_at = ${next.started_at}, closed_at = ${next.closed_at}, version = version + 1, updated_at = app_now(),
      breached_at = coalesce(breached_at, case when ${next.status} = 'fulfilled' and target_at < ${next.closed_at}::timestamptz then target_at end)
    where id = ${next.id}`);
}

export async function setExecution(db: Db, id: string, executionId: string): Promise<void> {
  await db.run(sql`
    update service_requests set execution_id = ${executionId}, version = version + 1, updated_at = app_now() where id = ${id}`);
}

export interface RequestFilter extends TimeRange {
  status?: readonly string[];
  catalog_item_id?: string;
  /** An exact requester, or a person: requested for them or submitted by them. */
  requestedBy?: { written: string } | { userId: string | null; label: string };
  assignedTo?: string | null;
  breached?: boolean;
  q?: string;
  sort: (typeof requestSorts)[number];
  limit: number;
  offset: number;
}

const orders: Record<RequestFilter["sort"], Order> = {
  ...timeOrders(sql`request`),
  target_at: {
    forward: sql`request.target_at, request.id`,
    backward: sql`request.target_at desc nulls first, request.id desc`,
  },
};

const listing: Listing = {
  counter: "request",
  view: sql`requests_of_tenant`,
  alias: sql`request`,
  keys: sql`request.id, request.created_at, request.updated_at, request.target_at`,
  rows: (ids, order) =>
    sql`select ${listedColumns} from service_requests request ${withPerson} where request.id = any (${ids}) order by ${order}`,
};

export function listRequests(db: Db, filter: RequestFilter): Promise<Page<RequestListItem>> {
  const said = matchingText(filter.q, "REQ", { search: sql`request.search`, reference: sql`request.reference` });
  const others = [
    filter.status && isOneOf(sql`request.status`, filter.status),
    filter.catalog_item_id !== undefined && sql`request.catalog_item_id = ${filter.catalog_item_id}`,
    filter.assignedTo === null && sql`request.assigned_to is null`,
    typeof filter.assignedTo === "string" && sql`request.assigned_to = ${filter.assignedTo}`,
    filter.breached === false && sql`not ${isBreached}`,
    ...inRange(sql`request.created_at`, filter),
  ];
  const askedBy = filter.requestedBy && asked(filter.requestedBy);
  const breached = filter.breached === true ? isBreached : undefined;
  return listRecords(db, listing, {
    filters: [...others, askedBy && any(askedBy), said && breached],
    matches: said ?? breached,
    predictable: said === undefined,
    counts: said
      ? undefined
      : countedIn(breached ? breaches : askedBy, all([...others, breached && askedBy && any(askedBy)])),
    order: orders[filter.sort],
    limit: filter.limit,
    offset: filter.offset,
  });
}

/** Matches any of these conditions. */
function asked(by: NonNullable<RequestFilter["requestedBy"]>): Sql[] {
  if ("written" in by) return [sql`request.requested_by = ${by.written}`];
  return [
    sql`request.requested_by = ${by.label}`,
    ...(by.userId === null
      ? []
      : [sql`request.requester_id = ${by.userId}::uuid`, sql`request.created_by_id = ${by.userId}::uuid`]),
  ];
}

/** Reads each condition from its own index. A request that matches twice is counted once. */
function countedIn(ways: readonly Sql[] | undefined, filter: Sql): Sql | undefined {
  const [first, ...others] = (ways ?? []).map(
    (way) =>
      sql`(select request.id from requests_of_tenant request where ${way} and ${filter} limit ${maxCounted + 1})`,
  );
  return first && sql`(${others.reduce((union, way) => sql`${union} union ${way}`, first)}) asked`;
}

/** Open requests of all tenants whose target has passed and that are not marked yet. */
export const breachedRequests = (may: (id: Sql) => Sql) => sql`
  select tenant_id as "tenantId", id, target_at as due_at from service_requests
  where target_at < app_now() and breached_at is null and status in ('submitted', 'pending_approval', 'approved', 'in_fulfillment')
    and ${may(sql`id`)}`;

/** Marks a request once. Later calls change nothing. */
export function markBreached(
  db: Db,
  id: string,
): Promise<{ id: string; reference: string; title: string; target_at: string } | undefined> {
  return db.first(sql`
    update service_requests set breached_at = app_now()
    where id = ${id} and breached_at is null and target_at < app_now() and status = any (${openRequestStatuses})
    returning id, reference, title, target_at`);
}
