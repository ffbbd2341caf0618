import { activeChangeStatuses, type ChangeConflict, type ChangeSummary } from "@opsplane/contract";
import { all, type Db, type Sql, sql } from "@opsplane/runtime";
import { reachFrom } from "../../cmdb/index.ts";
import { windowEnd } from "./store.ts";

/** The maximum distance at which two items count as dependent. */
const dependencySteps = 3;
const maxCompared = 500;

interface Item {
  id: string;
  name: string;
  class: string;
}

interface Windowed extends ChangeSummary {
  window_start: string;
  window_end: string;
  items: Item[];
}

interface Pair {
  a: Windowed;
  b: Windowed;
  via: { item: Item; other: Item; distance: number }[];
}

/** Other changes at the same time on the same or dependent items. */
export async function conflictsOf(db: Db, changeId: string): Promise<ChangeConflict[]> {
  const [own] = await readWindows(db, [sql`change.id = ${changeId}`]);
  if (!own || own.items.length === 0) return [];
  const others = await readWindows(db, [
    sql`change.id <> ${changeId}`,
    ...touching(new Date(own.window_start), new Date(own.window_end)),
    isActive,
  ]);
  const pairs = await pairsAmong(db, [own, ...others]);
  return pairs
    .filter(({ a, b }) => a === own || b === own)
    .map((pair) => (pair.a === own ? pair : turned(pair)))
    .map(({ b, via }) => ({
      change: summaryOf(b),
      kind: kindOf(via),
      overlap_start: latest(own.window_start, b.window_start),
      overlap_end: earliest(own.window_end, b.window_end),
      via: via.sort((left, right) => left.distance - right.distance).slice(0, 20),
    }))
    .sort((left, right) => order(left).localeCompare(order(right)));
}

/** The changes in a time range, with their conflicts. */
export async function calendarOf(db: Db, from: Date, to: Date) {
  const shown = await readWindows(db, [...touching(from, to), sql`change.status not in ('cancelled', 'rejected')`]);
  const changes = shown.slice(0, maxCompared);
  const active = changes.filter(({ status }) => (activeChangeStatuses as readonly string[]).includes(status));
  const pairs = await pairsAmong(db, active);
  return {
    changes: changes.map(summaryOf),
    conflicts: pairs.map(({ a, b, via }) => ({ a: a.id, b: b.id, kind: kindOf(via) })),
    truncated: shown.length > maxCompared,
  };
}

const isActive: Sql = sql`change.status = any (${activeChangeStatuses})`;

function touching(from: Date, to: Date): Sql[] {
  return [sql`change.window_end > ${from}`, sql`${windowEnd} > ${from}`, sql`change.window_start < ${to}`];
}

function readWindows(db: Db, conditions: readonly Sql[]): Promise<Windowed[]> {
  return db.rows(sql`
    select change.id, change.reference, change.title, change.type, change.risk_level, change.status, change.requested_start, change.requested_end,
      change.window_start, ${windowEnd} as window_end,
      coalesce((
        select json_agg(json_build_object('id', item.id, 'name', item.name, 'class', item.class))
        from change_items link join config_items item on item.tenant_id = link.tenant_id and item.id = link.ci_id
        where link.tenant_id = change.tenant_id and link.change_id = change.id
      ), '[]') as items
    from changes change
    where change.window_start is not null and change.window_end is not null and ${all(conditions)}
    order by change.window_start, change.id limit ${maxCompared + 1}`);
}

/** All pairs with overlapping windows in which an item of one change affects an item of the other. */
async function pairsAmong(db: Db, changes: readonly Windowed[]): Promise<Pair[]> {
  const touchedBy = new Map<string, { change: Windowed; item: Item }[]>();
  for (const change of changes)
    for (const item of change.items) touchedBy.set(item.id, [...(touchedBy.get(item.id) ?? []), { change, item }]);
  if (changes.length < 2 || touchedBy.size === 0) return [];
  const ways = await reachFrom(db, [...touchedBy.keys()], dependencySteps);
  const same = [...touchedBy.keys()].map((id) => ({ origin_id: id, ci_id: id, distance: 0 }));
  const pairs = new Map<string, Pair>();
  for (const { origin_id, ci_id, distance } of [...same, ...ways]) {
    for (const from of touchedBy.get(origin_id) ?? [])
      for (const to of touchedBy.get(ci_id) ?? []) addVia(pairs, from, to, distance);
  }
  return [...pairs.values()];
}

interface Touch {
  change: Windowed;
  item: Item;
}

function addVia(pairs: Map<string, Pair>, from: Touch, to: Touch, distance: number): void {
  if (from.change === to.change || !overlap(from.change, to.change)) return;
  const [first, second] = from.change.id < to.change.id ? [from, to] : [to, from];
  const key = `${first.change.id} ${second.change.id}`;
  const pair = pairs.get(key) ?? { a: first.change, b: second.change, via: [] };
  const known = pair.via.some(({ item, other }) => item.id === first.item.id && other.id === second.item.id);
  if (!known) pair.via.push({ item: first.item, other: second.item, distance });
  pairs.set(key, pair);
}

function turned({ a, b, via }: Pair): Pair {
  return { a: b, b: a, via: via.map(({ item, other, distance }) => ({ item: other, other: item, distance })) };
}

function overlap(a: Windowed, b: Windowed): boolean {
  return a.window_start < b.window_end && b.window_start < a.window_end;
}

function kindOf(via: Pair["via"]): "same" | "dependent" {
  return via.some(({ distance }) => distance === 0) ? "same" : "dependent";
}

const order = ({ overlap_start, change }: ChangeConflict) => overlap_start + change.reference;

// ISO times in the same format and zone sort as text.
const latest = (a: string, b: string) => (a > b ? a : b);
const earliest = (a: string, b: string) => (a < b ? a : b);

function summaryOf({
  id,
  reference,
  title,
  type,
  risk_level,
  status,
  requested_start,
  requested_end,
}: Windowed): ChangeSummary {
  return { id, reference, title, type, risk_level, status, requested_start, requested_end };
}
