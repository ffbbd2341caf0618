import { type Db, sql } from "@opsplane/runtime";

/** The user whom a free text names by email or id, if it names one. */
export async function userNamed(db: Db, written: string): Promise<string | null> {
  const found = await db.first<{ id: string }>(
    sql`select id from users where email = lower(${written}) or id::text = lower(${written}) limit 1`,
  );
  return found?.id ?? null;
}
