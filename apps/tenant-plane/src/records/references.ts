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

function assertAll(ids: readonly string[], known: readonly { id: string }[], noun: string): void {
  const found = new Set(known.map(({ id }) => id));
  const unknown = ids.find((id) => !found.has(id.toLowerCase()));
  if (unknown !== undefined) fail("NOT_FOUND", `There is no ${noun} ${unknown}.`);
}
