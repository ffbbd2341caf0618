import { changeStatuses } from "@opsplane/contract";
import { all, type Db, type Sql, sql, unnamed } from "@opsplane/runtime";
import { Type } from "typebox";
import { cut, inputs, limit, maybeName, name, range, readRange, several, words } from "./inputs.ts";
import { pages } from "./links.ts";
import { itemId, userId } from "./resolve.ts";
import { type Asker, tool } from "./tool.ts";

const shared = { access: "itsm:read", module: "itsm" } as const;

interface ChangeRow {
  reference: string;
  title: string;
  type: string;
  risk_level: string;
  status: string;
  start: string | null;
  end: string | null;
  items: string[];
}

const columns = sql`
  change.reference, change.title, change.type, change.risk_level, change.status, change.window_start as start,
  case when change.window_end < 'infinity' then change.window_end end as "end",
  array(select item.name from change_items touched join config_items item on item.tenant_id = touched.tenant_id and item.id = touched.ci_id
    where touched.tenant_id = change.tenant_id and touched.change_id = change.id order by item.name limit 5) as items`;

const touching = (ids: readonly string[]) =>
  sql`change.id in (select change_id from change_items where ci_id = any (${ids}::uuid[]))`;

async function countChanges(db: Db, where: Sql): Promise<number> {
  const row = await db.first<{ count: number }>(
    unnamed(sql`select count(*)::int as count from changes change where ${where}`),
  );
  return row?.count ?? 0;
}

function rowsOf({ cite }: Asker, rows: readonly ChangeRow[]) {
  return rows.map((row) => ({
    ...row,
    title: cut(row.title),
    citation: cite("change", `${row.reference} ${row.title}`, pages.change(row.reference)),
  }));
}

/** A change that was made, or at least begun. */
const begun = ["implementing", "completed", "failed"];
const planned = ["pending_approval", "approved", "scheduled"];

export const changeTools = {
  whatChanged: tool({
    ...shared,
    name: "what_changed",
    description:
      "Changes that were in progress in a range and change events (such as deployments) of alert sources, optionally of some items.",
    input: inputs({ ...range, items: several(name("Name or id of a configuration item")), limit: limit(20) }),
    read: async (asker, input) => {
      const { db, now } = asker;
      const { to = now, from = new Date(to.getTime() - 86_400_000) } = definite(readRange(input, now));
      const ids = input.items && (await Promise.all(input.items.map((each) => itemId(db, each))));
      const most = input.limit ?? 10;
      const where = all([
        sql`change.status = any (${begun}) and change.window_start < ${to} and change.window_end >= ${from}`,
        ids && touching(ids),
      ]);
      const events = all([
        sql`event.outcome = 'change' and event.occurred_at >= ${from} and event.occurred_at < ${to}`,
        ids && sql`event.ci_ids && ${ids}::uuid[]`,
      ]);
      const rows = await db.rows<ChangeRow>(
        unnamed(
          sql`select ${columns} from changes change where ${where} order by change.window_start desc, change.id desc limit ${most}`,
        ),
      );
      const deployed = await db.rows<{ name: string; occurred_at: string }>(
        unnamed(sql`
          select event.name, event.occurred_at from alert_integration_events event where ${events} order by event.occurred_at desc limit ${most}`),
      );
      const eventCount = await db.first<{ count: number }>(
        unnamed(sql`select count(*)::int as count from alert_integration_events event where ${events}`),
      );
      asker.cite("changes", "Changes", pages.changes());
      return {
        ...{ from, to, count: await countChanges(db, where), changes: rowsOf(asker, rows) },
        event_count: eventCount?.count ?? 0,
        events: deployed.map((event) => ({ at: event.occurred_at, name: cut(event.name) })),
      };
    },
  }),
  listChanges: tool({
    ...shared,
    name: "list_changes",
    description:
      "Counts and lists changes by status, type, risk, item, assignee and the time at which they were created or planned.",
    input: inputs({
      ...range,
      time: Type.Optional(words(["created", "window"], "The time that the range is about; window by default")),
      status: several(words(changeStatuses)),
      type: several(words(["standard", "normal", "emergency"])),
      risk: several(words(["low", "medium", "high", "critical"])),
      items: several(name("Name or id of a configuration item")),
      assignee: maybeName("Name, email or id of a person; me"),
      limit: limit(20),
    }),
    read: async (asker, input) => {
      const { db, principal, now } = asker;
      const { status, type, risk, items, assignee, time = "window", limit: most = 10 } = input;
      const { from, to } = readRange(input, now);
      const ids = items && (await Promise.all(items.map((each) => itemId(db, each))));
      const person = assignee === undefined ? undefined : await userId(db, principal, assignee);
      const at = time === "created" ? sql`change.created_at` : sql`change.window_start`;
      const where = all([
        status && sql`change.status = any (${status})`,
        type && sql`change.type = any (${type})`,
        risk && sql`change.risk_level = any (${risk})`,
        ids && touching(ids),
        person !== undefined && sql`change.assigned_to = ${person}`,
        from && sql`${at} >= ${from}`,
        to && sql`${at} < ${to}`,
      ]);
      const rows = await db.rows<ChangeRow>(
        unnamed(
          sql`select ${columns} from changes change where ${where} order by ${at} desc nulls last, change.id desc limit ${most}`,
        ),
      );
      asker.cite("changes", "Changes", pages.changes({ status: status?.join(","), type: type?.join(",") }));
      return { count: await countChanges(db, where), changes: rowsOf(asker, rows) };
    },
  }),
  upcomingChanges: tool({
    ...shared,
    name: "upcoming_changes",
    description:
      "Changes whose planned window starts in a range (the next 7 days by default), soonest first, with those that conflict.",
    input: inputs({ ...range, items: several(name("Name or id of a configuration item")), limit: limit(20) }),
    read: async (asker, input) => {
      const { db, now, reads, cite } = asker;
      const { from = now, to = new Date(from.getTime() + 7 * 86_400_000) } = definite(readRange(input, now));
      const ids = input.items && (await Promise.all(input.items.map((each) => itemId(db, each))));
      const where = all([
        sql`change.status = any (${planned}) and change.window_start >= ${from} and change.window_start < ${to}`,
        ids && touching(ids),
      ]);
      const rows = await db.rows<ChangeRow>(
        unnamed(
          sql`select ${columns} from changes change where ${where} order by change.window_start, change.id limit ${input.limit ?? 10}`,
        ),
      );
      const calendar = await reads.changes.calendar({ query: { from: from.toISOString(), to: to.toISOString() } });
      const references = new Map(calendar.changes.map(({ id, reference }) => [id, reference]));
      const inConflict = calendar.changes.filter((each) =>
        calendar.conflicts.some(({ a, b }) => a === each.id || b === each.id),
      );
      asker.cite("changes", "Change calendar", pages.changes({ view: "calendar" }));
      return {
        ...{ from, to, count: await countChanges(db, where), changes: rowsOf(asker, rows) },
        conflicts: calendar.conflicts
          .slice(0, 10)
          .map(({ a, b, kind }) => ({ a: references.get(a) ?? a, b: references.get(b) ?? b, kind })),
        conflict_count: calendar.conflicts.length,
        conflicting_count: inConflict.length,
        conflicting: inConflict.slice(0, 20).map(({ reference, title, status, requested_start }) => ({
          ...{ reference, title: cut(title), status, start: requested_start, items: [] },
          citation: cite("change", `${reference} ${title}`, pages.change(reference)),
        })),
        conflicts_truncated: calendar.truncated,
      };
    },
  }),
  getChange: tool({
    ...shared,
    name: "get_change",
    description: "One change by reference such as CHG-00000042, with its window, risk, approval, items and conflicts.",
    input: inputs({ reference: name("Reference or id") }),
    read: async ({ reads, cite }, { reference }) => {
      const change = await reads.changes.get({ params: { id: reference.toUpperCase() } });
      const conflicts = await reads.changes.conflicts({ params: { id: change.id }, query: { limit: 10 } });
      return {
        ...{
          id: change.id,
          reference: change.reference,
          title: cut(change.title),
          type: change.type,
          risk: change.risk_level,
        },
        ...{ status: change.status, approval: change.approval_status, requested_by: change.requested_by },
        assignee: change.assignee?.name ?? null,
        ...{ start: change.actual_start ?? change.requested_start, end: change.actual_end ?? change.requested_end },
        items: change.items.slice(0, 20).map(({ name: item }) => item),
        conflict_count: conflicts.total,
        conflicts: conflicts.items.map(({ change: other }) => other.reference),
        citation: cite("change", `${change.reference} ${change.title}`, pages.change(change.reference)),
      };
    },
  }),
};

/** Without the ends that are open. */
function definite({ from, to }: { from: Date | undefined; to: Date | undefined }): { from?: Date; to?: Date } {
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}
