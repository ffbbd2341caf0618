import { openIncidentStatuses, openRequestStatuses, own } from "@opsplane/contract";
import { all, containing, fail, type Sql, sql } from "@opsplane/runtime";
import { readRange } from "../inputs.ts";
import { groupId, itemId, userId } from "../resolve.ts";
import type { Asker } from "../tool.ts";
import { type ConditionField, type ConditionInput, unresolved } from "./condition.ts";

/** A condition with its values as the database needs them. */
interface Ready {
  readonly values: readonly string[];
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly seconds: number;
  readonly more: boolean;
  readonly now: Date;
}

type Fields = Partial<Record<ConditionField, (of: Ready) => Sql>>;

const among = (column: Sql) => (of: Ready) => sql`${column} = any (${of.values})`;
const person = (column: Sql) => (of: Ready) => sql`${column} = any (${of.values}::uuid[])`;
const byEmail = (column: Sql) => (of: Ready) =>
  sql`${column} in (select email from users where id = any (${of.values}::uuid[]))`;
const within = (column: Sql) => (of: Ready) =>
  all([
    sql`${column} is not null`,
    of.from !== undefined && sql`${column} >= ${of.from}`,
    of.to !== undefined && sql`${column} < ${of.to}`,
  ]);
const open = (statuses: readonly string[], of: Ready) =>
  of.values.flatMap((value) => (value === unresolved ? statuses : [value]));
const took = (end: Sql, start: Sql) => (of: Ready) =>
  of.more
    ? sql`${end} - ${start} > make_interval(secs => ${of.seconds})`
    : sql`${end} - ${start} <= make_interval(secs => ${of.seconds})`;

const incident: Fields = {
  status: (of) => sql`incident.status = any (${open(openIncidentStatuses, of)})`,
  severity: among(sql`incident.severity`),
  source: among(sql`incident.source`),
  text: (of) => sql`(incident.title || ' ' || incident.description) ilike ${containing(of.values[0] ?? "")}`,
  item: (of) => sql`incident.id in (select incident_id from incident_items where ci_id = any (${of.values}::uuid[]))`,
  assignee: person(sql`incident.assigned_to`),
  opener: byEmail(sql`incident.created_by`),
  team: (
    of,
  ) => sql`(incident.assigned_to in (select user_id from group_members where group_id = any (${of.values}::uuid[]))
    or incident.id in (select named.incident_id from incident_items named
      join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id
      where item.owner_group_id = any (${of.values}::uuid[])))`,
  assigned: () => sql`incident.assigned_to is not null`,
  acknowledged: () => sql`incident.acknowledged_at is not null`,
  created: within(sql`incident.created_at`),
  acknowledged_at: within(sql`incident.acknowledged_at`),
  resolved: within(sql`incident.resolved_at`),
  closed: within(sql`incident.closed_at`),
  updated: within(sql`incident.updated_at`),
  age: (of) => took(sql`${of.now}::timestamptz`, sql`incident.created_at`)(of),
  resolve_time: took(sql`incident.resolved_at`, sql`incident.created_at`),
  acknowledge_time: took(sql`incident.acknowledged_at`, sql`incident.created_at`),
  close_time: took(sql`incident.closed_at`, sql`incident.created_at`),
};

const change: Fields = {
  status: among(sql`change.status`),
  type: among(sql`change.type`),
  risk: among(sql`change.risk_level`),
  text: (of) => sql`(change.title || ' ' || change.description) ilike ${containing(of.values[0] ?? "")}`,
  item: (of) => sql`change.id in (select change_id from change_items where ci_id = any (${of.values}::uuid[]))`,
  assignee: person(sql`change.assigned_to`),
  opener: byEmail(sql`change.requested_by`),
  assigned: () => sql`change.assigned_to is not null`,
  rollback: () => sql`change.rollback_plan <> ''`,
  created: within(sql`change.created_at`),
  updated: within(sql`change.updated_at`),
  starts: within(sql`change.window_start`),
};

const request: Fields = {
  status: (of) => sql`request.status = any (${open(openRequestStatuses, of)})`,
  text: (of) => sql`request.title ilike ${containing(of.values[0] ?? "")}`,
  assignee: person(sql`request.assigned_to`),
  opener: byEmail(sql`request.requested_by`),
  assigned: () => sql`request.assigned_to is not null`,
  late: (of) => sql`request.target_at < ${of.now} and request.status = any (${openRequestStatuses})`,
  breached: () => sql`request.breached_at is not null`,
  created: within(sql`request.created_at`),
  updated: within(sql`request.updated_at`),
  closed: within(sql`request.closed_at`),
};

const item: Fields = {
  class: among(sql`item.class`),
  environment: among(sql`item.environment`),
  criticality: among(sql`item.criticality`),
  text: (of) => sql`(item.name || ' ' || item.description) ilike ${containing(of.values[0] ?? "")}`,
  team: person(sql`item.owner_group_id`),
  owned: () => sql`(item.owner_group_id is not null or item.owner_user_id is not null)`,
  created: within(sql`item.created_at`),
  updated: within(sql`item.updated_at`),
};

const alert: Fields = {
  status: among(sql`alert.status`),
  severity: among(sql`alert.severity`),
  item: (of) => sql`alert.ci_ids && ${of.values}::uuid[]`,
  created: within(sql`alert.started_at`),
  resolved: within(sql`alert.resolved_at`),
};

const recordFields = { incident, change, request, item, alert } as const;
export type RecordKind = keyof typeof recordFields;

/** All conditions of a query. One that the record does not have is refused. */
export async function conditionsOf(
  asker: Asker,
  kind: RecordKind,
  conditions: readonly ConditionInput[],
): Promise<Sql> {
  const made = await Promise.all(
    conditions.map(async (condition) => {
      if (kind === "item" && condition.field === "incidents") return itemsWithIncidents(asker, condition);
      const field = recordFields[kind][condition.field];
      if (!field) return fail("VALIDATION_ERROR", `There is no condition '${condition.field}' of ${kind}s.`);
      const ready = await readyOf(asker, condition);
      return condition.not === true ? opposite(kind, condition.field, ready, field) : sql`(${field(ready)})`;
    }),
  );
  return all(made);
}

/** Items that some incident affects, or none. */
async function itemsWithIncidents(asker: Asker, { where = [], not }: ConditionInput): Promise<Sql> {
  if (!asker.principal.permissions.has("incidents:read"))
    return fail("FORBIDDEN", "Your role does not have the permission incidents:read.");
  const fitting = await conditionsOf(asker, "incident", where);
  const affected = sql`item.id in (select named.ci_id from incident_items named
    join incidents_of_tenant incident on incident.tenant_id = named.tenant_id and incident.id = named.incident_id where ${fitting})`;
  return not === true ? sql`not ${affected}` : affected;
}

const endOf: Partial<Record<ConditionField, Sql>> = {
  resolve_time: sql`incident.resolved_at`,
  acknowledge_time: sql`incident.acknowledged_at`,
  close_time: sql`incident.closed_at`,
};

/** Without a value a condition is not true either. An incident that is not resolved in time may still be open. */
function opposite(kind: RecordKind, field: ConditionField, of: Ready, make: (of: Ready) => Sql): Sql {
  const end = kind === "incident" ? own(endOf, field) : undefined;
  if (!end) return sql`(${make(of)}) is not true`;
  return took(sql`coalesce(${end}, ${of.now})`, sql`incident.created_at`)({ ...of, more: !of.more });
}

async function readyOf({ db, principal, now }: Asker, condition: ConditionInput): Promise<Ready> {
  const { field, values = [], seconds = 0, more = true } = condition;
  const resolve = {
    item: (value: string) => itemId(db, value),
    team: (value: string) => groupId(db, value),
    assignee: (value: string) => userId(db, principal, value),
    opener: (value: string) => userId(db, principal, value),
  };
  const isName = field === "item" || field === "team" || field === "assignee" || field === "opener";
  const ready = isName ? await Promise.all(values.map(resolve[field])) : values;
  return { values: ready, ...readRange(condition, now), seconds, more, now };
}
