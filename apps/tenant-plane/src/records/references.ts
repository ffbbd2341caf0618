import { isId } from "@opsplane/contract";
import { type Db, fail, sql } from "@opsplane/runtime";

/** Refuses unknown configuration items and names the first one. */
export async function assertItems(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await db.rows<{ id: string }>(
    sql`select id from config_items where id = any (${ids.filter(isId)}::uuid[])`,
  );
  assertAll(ids, known, "configuration item");
}

/** Refuses unknown incidents and names the first one. */
export async function assertIncidents(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await db.rows<{ id: string }>(sql`select id from incidents where id = any (${ids}::uuid[])`);
  assertAll(ids, known, "incident");
}

export interface NamedIncident {
  id: string;
  ci_ids: string[];
}

/** The incident that an id or a reference names; refuses one that does not exist. */
export async function namedIncident(db: Db, written: string | null): Promise<NamedIncident | undefined> {
  if (written === null) return undefined;
  const found = await db.first<NamedIncident>(
    sql`select id, ci_ids from incidents where id::text = lower(${written}) or reference = upper(${written})`,
  );
  return found ?? fail("NOT_FOUND", `There is no incident ${written}.`);
}

function assertAll(ids: readonly string[], known: readonly { id: string }[], noun: string): void {
  const found = new Set(known.map(({ id }) => id));
  const unknown = ids.find((id) => !found.has(id.toLowerCase()));
  if (unknown !== undefined) fail("NOT_FOUND", `There is no ${noun} ${unknown}.`);
}
