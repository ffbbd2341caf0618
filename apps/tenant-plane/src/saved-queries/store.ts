import type { Page, QueryPage, SavedQuery } from "@opsplane/contract";
import { all, containing, type Db, type NameQuery, readPage, sql } from "@opsplane/runtime";

const columns = sql`id, page, name, search, shared, owner_id, owner_name, version, created_at, updated_at`;

/** The person's own queries and the shared ones, by name. */
export function listSavedQueries(
  db: Db,
  userId: string | null,
  { page, q, limit = 50, offset = 0 }: NameQuery & { page?: QueryPage },
): Promise<Page<SavedQuery>> {
  const where = all([
    sql`(shared or owner_id = ${userId})`,
    page !== undefined && sql`page = ${page}`,
    q !== undefined && sql`name ilike ${containing(q)}`,
  ]);
  return readPage<SavedQuery>(db, {
    rows: sql`select ${columns} from saved_queries where ${where} order by lower(name), id limit ${limit} offset ${offset}`,
    from: sql`saved_queries where ${where}`,
    limit,
    offset,
  });
}

export function lockSavedQuery(db: Db, id: string): Promise<SavedQuery | undefined> {
  return db.first(sql`select ${columns} from saved_queries where id = ${id} for update`);
}

export async function countOf(db: Db, userId: string | null): Promise<number> {
  const row = await db.first<{ count: number }>(
    sql`select count(*)::int as count from saved_queries where owner_id is not distinct from ${userId}`,
  );
  return row?.count ?? 0;
}

type Content = Pick<SavedQuery, "id" | "name" | "search" | "shared">;

export function insertSavedQuery(
  db: Db,
  {
    id,
    page,
    name,
    search,
    shared,
    ownerId,
    label,
  }: Content & { page: QueryPage; ownerId: string | null; label: string },
): Promise<SavedQuery | undefined> {
  return db.first(sql`
    insert into saved_queries (id, page, name, search, shared, owner_id, owner_name)
    values (${id}, ${page}, ${name}, ${JSON.stringify(search)}, ${shared}, ${ownerId},
      coalesce((select users.name from users where users.id = ${ownerId}), ${label}))
    returning ${columns}`);
}

export function updateSavedQuery(db: Db, { id, name, search, shared }: Content): Promise<SavedQuery | undefined> {
  return db.first(sql`
    update saved_queries
    set name = ${name}, search = ${JSON.stringify(search)}, shared = ${shared}, version = version + 1, updated_at = app_now()
    where id = ${id} returning ${columns}`);
}

export async function deleteSavedQuery(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from saved_queries where id = ${id}`);
}
