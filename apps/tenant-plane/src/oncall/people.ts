import type { DirectoryUser } from "@opsplane/contract";
import { type Db, fail, sql } from "@opsplane/runtime";

export type People = ReadonlyMap<string, DirectoryUser>;

/** People by id, disabled ones too: their shifts are still shown. */
export async function peopleOf(db: Db, ids: Iterable<string | null>): Promise<People> {
  const wanted = [...new Set(ids)].filter((id) => id !== null);
  if (wanted.length === 0) return new Map();
  const found = await db.rows<DirectoryUser>(sql`select id, name, email from users where id = any (${wanted}::uuid[])`);
  return new Map(found.map(({ id, name, email }) => [id, { id, name, email }]));
}

/** Refuses unknown people and names the first one. */
export async function assertPeople(db: Db, ids: readonly string[]): Promise<void> {
  const known = await peopleOf(
    db,
    ids.map((id) => id.toLowerCase()),
  );
  const unknown = ids.find((id) => !known.has(id.toLowerCase()));
  if (unknown !== undefined) fail("NOT_FOUND", `There is no user ${unknown}.`);
}
