import type { Page, Secret } from "@opsplane/contract";
import { type Db, listNamed, type NameQuery, sql } from "@opsplane/runtime";

const columns = sql`
  id, name, description, value_version, value_updated_at, last_used_at, last_used_by, created_by, version, created_at, updated_at`;

export function listSecrets(db: Db, query: NameQuery): Promise<Page<Secret>> {
  return listNamed(db, { columns, table: sql`secrets`, order: sql`name, id` }, query);
}

export function getSecret(db: Db, id: string): Promise<Secret | undefined> {
  return db.first(sql`select ${columns} from secrets where id = ${id}`);
}

export function lockSecret(db: Db, id: string): Promise<Secret | undefined> {
  return db.first(sql`select ${columns} from secrets where id = ${id} for update`);
}

export async function countSecrets(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(sql`select count(*)::int as count from secrets`);
  return row?.count ?? 0;
}

export interface NewSecret {
  id: string;
  name: string;
  description: string;
  sealed: Buffer;
  createdBy: string;
}

/** Undefined when the name is taken. */
export function insertSecret(
  db: Db,
  { id, name, description, sealed, createdBy }: NewSecret,
): Promise<Secret | undefined> {
  return db.first(sql`
    insert into secrets (id, name, description, sealed, created_by)
    values (${id}, ${name}, ${description}, ${sealed}, ${createdBy})
    on conflict (tenant_id, name) do nothing returning ${columns}`);
}

export interface SecretUpdate {
  id: string;
  name: string;
  description: string;
  /** Undefined keeps the value. */
  sealed: Buffer | undefined;
}

export function updateSecret(db: Db, { id, name, description, sealed }: SecretUpdate): Promise<Secret | undefined> {
  const newValue = sealed
    ? sql`, sealed = ${sealed}, value_version = value_version + 1, value_updated_at = app_now()`
    : sql``;
  return db.first(sql`
    update secrets set name = ${name}, description = ${description}, version = version + 1, updated_at = app_now() ${newValue}
    where id = ${id} returning ${columns}`);
}

export async function deleteSecret(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from secrets where id = ${id}`);
}

/** Takes the sealed value and notes who uses it. */
export function takeSealed(db: Db, id: string, usedBy: string): Promise<(Secret & { sealed: Buffer }) | undefined> {
  return db.first(sql`
    update secrets set last_used_at = app_now(), last_used_by = ${usedBy} where id = ${id} returning ${columns}, sealed`);
}

export async function readSealed(db: Db, ids: readonly string[]): Promise<{ id: string; sealed: Buffer }[]> {
  return ids.length === 0 ? [] : db.rows(sql`select id, sealed from secrets where id = any (${ids}::uuid[])`);
}
