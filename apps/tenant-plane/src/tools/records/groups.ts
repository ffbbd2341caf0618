import { type Db, fail, type Sql, sql, unnamed } from "@opsplane/runtime";
import type { RecordKind } from "./sql.ts";

/** What records can be grouped by. */
export const groupedBy: Readonly<Record<RecordKind, readonly string[]>> = {
  incident: ["severity", "status", "source", "assignee", "item", "team"],
  change: ["status", "type", "risk", "assignee", "item"],
  request: ["status", "assignee"],
  item: ["class", "environment", "criticality", "team"],
  alert: ["status", "severity"],
};

const person = (column: Sql, tenant: Sql) =>
  sql`coalesce((select name from users where users.tenant_id = ${tenant} and users.id = ${column}), 'unassigned')`;
const team = (column: Sql) => sql`coalesce((select name from groups where groups.id = ${column}), 'without a team')`;

interface Grouping {
  readonly key: Sql;
  readonly join?: Sql;
}

/** A record with several items or teams counts for each of them. */
const groupings: Readonly<Record<RecordKind, Readonly<Record<string, Grouping>>>> = {
  incident: {
    severity: { key: sql`incident.severity` },
    status: { key: sql`incident.status` },
    source: { key: sql`coalesce(nullif(incident.source, ''), 'unknown')` },
    assignee: { key: person(sql`incident.assigned_to`, sql`incident.tenant_id`) },
    item: {
      key: sql`coalesce(item.name, 'without an item')`,
      join: sql`left join incident_items named on named.tenant_id = incident.tenant_id and named.incident_id = incident.id
        left join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id`,
    },
    team: {
      key: team(sql`item.owner_group_id`),
      join: sql`left join incident_items named on named.tenant_id = incident.tenant_id and named.incident_id = incident.id
        left join config_items item on item.tenant_id = named.tenant_id and item.id = named.ci_id`,
    },
  },
  change: {
    status: { key: sql`change.status` },
    type: { key: sql`change.type` },
    risk: { key: sql`change.risk_level` },
    assignee: { key: person(sql`change.assigned_to`, sql`change.tenant_id`) },
    item: {
      key: sql`coalesce(item.name, 'without an item')`,
      join: sql`left join change_items touched on touched.tenant_id = change.tenant_id and touched.change_id = change.id
        left join config_items item on item.tenant_id = touched.tenant_id and item.id = touched.ci_id`,
    },
  },
  request: {
    status: { key: sql`request.status` },
    assignee: { key: person(sql`request.assigned_to`, sql`request.tenant_id`) },
  },
  item: {
    class: { key: sql`item.class` },
    environment: { key: sql`item.environment` },
    criticality: { key: sql`item.criticality` },
    team: { key: team(sql`item.owner_group_id`) },
  },
  alert: { status: { key: sql`alert.status` }, severity: { key: sql`alert.severity` } },
};

const sources: Readonly<Record<RecordKind, { from: Sql; id: Sql }>> = {
  incident: { from: sql`incidents_of_tenant incident`, id: sql`incident.id` },
  change: { from: sql`changes change`, id: sql`change.id` },
  request: { from: sql`service_requests request`, id: sql`request.id` },
  item: { from: sql`items_of_tenant item`, id: sql`item.id` },
  alert: { from: sql`alerts alert`, id: sql`alert.id` },
};

const maxGroups = 50;

export function countBy(db: Db, kind: RecordKind, by: string, where: Sql): Promise<{ key: string; count: number }[]> {
  const grouping = Object.hasOwn(groupings[kind], by) ? groupings[kind][by] : undefined;
  if (!grouping) return fail("VALIDATION_ERROR", `Records of the kind ${kind} cannot be grouped by '${by}'.`);
  const { from, id } = sources[kind];
  return db.rows(
    unnamed(sql`
      select ${grouping.key} as key, count(distinct ${id})::int as count from ${from} ${grouping.join ?? sql``} where ${where}
      group by 1 order by 2 desc, 1 limit ${maxGroups}`),
  );
}
