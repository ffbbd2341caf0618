import { openIncidentStatuses, openRequestStatuses } from "@opsplane/contract";
import { type Sql, sql, unnamed } from "@opsplane/runtime";
import { Type } from "typebox";
import { cut, inputs, limit, words } from "../inputs.ts";
import { pages } from "../links.ts";
import { type Asker, tool } from "../tool.ts";
import { type ConditionField, ConditionInput, unresolved } from "./condition.ts";
import { countBy, groupedBy } from "./groups.ts";
import { conditionsOf, type RecordKind } from "./sql.ts";

/** One row of an answer, the same for every kind of record. */
interface FoundRecord {
  readonly id: string;
  readonly label: string;
  readonly status: string;
  readonly title: string;
  readonly detail: string;
  readonly at: string | null;
}

interface Kind {
  readonly access: "incidents:read" | "itsm:read" | "cmdb:read" | "alerts:read";
  readonly module: "incidents" | "itsm" | "cmdb";
  readonly from: Sql;
  /** id, label, status, title, detail, at. */
  readonly columns: Sql;
  readonly newest: Sql;
  readonly page: (row: FoundRecord) => string;
  readonly list: (search: Record<string, string | undefined>) => string;
}

const kinds = {
  incident: {
    ...{ access: "incidents:read", module: "incidents", from: sql`incidents_of_tenant incident` },
    columns: sql`incident.id, incident.reference as label, incident.severity || ' ' || incident.status as status, incident.title,
      coalesce((select name from users where users.tenant_id = incident.tenant_id and users.id = incident.assigned_to), 'unassigned') as detail,
      incident.created_at as at`,
    newest: sql`incident.created_at desc, incident.id desc`,
    page: ({ label }) => pages.incident(label),
    list: pages.incidents,
  },
  change: {
    ...{ access: "itsm:read", module: "itsm", from: sql`changes change` },
    columns: sql`change.id, change.reference as label, change.status, change.title,
      change.type || ', ' || change.risk_level || ' risk' as detail, change.window_start as at`,
    newest: sql`change.created_at desc, change.id desc`,
    page: ({ label }) => pages.change(label),
    list: pages.changes,
  },
  request: {
    ...{ access: "itsm:read", module: "itsm", from: sql`service_requests request` },
    columns: sql`request.id, request.reference as label, request.status, request.title, request.requested_by as detail, request.created_at as at`,
    newest: sql`request.created_at desc, request.id desc`,
    page: ({ label }) => pages.request(label),
    list: pages.requests,
  },
  item: {
    ...{ access: "cmdb:read", module: "cmdb", from: sql`items_of_tenant item` },
    columns: sql`item.id, item.name as label, item.class as status, item.environment as title, item.criticality as detail, null::timestamptz as at`,
    newest: sql`item.weight desc, item.id`,
    page: ({ id }) => pages.item(id),
    list: pages.items,
  },
  alert: {
    ...{ access: "alerts:read", module: "incidents", from: sql`alerts alert` },
    columns: sql`alert.id, alert.name as label, alert.severity || ' ' || alert.status as status, alert.summary as title, alert.source as detail, alert.started_at as at`,
    newest: sql`alert.started_at desc, alert.id desc`,
    page: ({ id }) => pages.alert(id),
    list: pages.alerts,
  },
} as const satisfies Record<RecordKind, Kind>;

const conditions = Type.Array(ConditionInput, { maxItems: 20, description: "All of them must hold" });

/** Counts and lists records that fit conditions, each of which can be negated. */
function queryOf(kind: RecordKind, plural: string, about: string) {
  const { access, module, from, columns, newest, page, list }: Kind = kinds[kind];
  return tool({
    ...{ access, module, name: `query_${plural}` },
    description: `Counts and lists ${about} by conditions that can be negated, with several values, times and durations.`,
    input: inputs({
      conditions,
      by: Type.Optional(words(groupedBy[kind], "Counts for each value of this")),
      order: Type.Optional(words(["newest", "oldest"])),
      limit: limit(20),
    }),
    read: async (asker: Asker, { conditions: wanted, by, order = "newest", limit: most = 10 }) => {
      const citation = asker.cite(plural, `The list of ${about}`, list(filtersOf(kind, wanted)));
      const where = await conditionsOf(asker, kind, wanted);
      const total = await asker.db.first<{ count: number }>(
        unnamed(sql`select count(*)::int as count from ${from} where ${where}`),
      );
      const rows = await asker.db.rows<FoundRecord>(
        unnamed(
          order === "oldest"
            ? sql`select ${columns} from ${from} where ${where} order by at, ${newest} limit ${most}`
            : sql`select ${columns} from ${from} where ${where} order by ${newest} limit ${most}`,
        ),
      );
      return {
        count: total?.count ?? 0,
        groups: by === undefined ? [] : await countBy(asker.db, kind, by, where),
        records: rows.map((row) => ({
          ...row,
          title: cut(row.title),
          citation: asker.cite(kind, `${row.label} ${row.title}`, page(row)),
        })),
        citation,
      };
    },
  });
}

/** The filters that the page of the list has too. */
function filtersOf(kind: RecordKind, conditions: readonly ConditionInput[]): Record<string, string | undefined> {
  const valuesOf = (field: ConditionField) =>
    conditions.find((each) => each.field === field && each.not !== true)?.values;
  const open = kind === "incident" ? openIncidentStatuses : openRequestStatuses;
  const status = valuesOf("status")?.flatMap((value) => (value === unresolved ? open : [value]));
  if (kind === "item") return { class: valuesOf("class")?.join(",") };
  return { status: status?.join(","), severity: valuesOf("severity")?.join(",") };
}

export const recordTools = {
  queryIncidents: queryOf("incident", "incidents", "incidents"),
  queryChanges: queryOf("change", "changes", "changes"),
  queryRequests: queryOf("request", "requests", "service requests"),
  queryItems: queryOf("item", "items", "configuration items"),
  queryAlerts: queryOf("alert", "alerts", "alerts"),
};
