import type { ApiKey, Page } from "@opsplane/contract";
import { type Db, listNamed, type NameQuery, sql } from "@opsplane/runtime";

const columns = sql`
  id, name, hint, user_id, created_by, expires_at, last_used_at, revoked_at, version, created_at, updated_at,
  coalesce(role, (select role from users where users.tenant_id = api_keys.tenant_id and users.id = user_id)) as role`;

export function listKeys(db: Db, query: NameQuery): Promise<Page<ApiKey>> {
  return listNamed(db, { columns, table: sql`api_keys`, order: sql`created_at desc, id desc` }, query);
}

export interface NewKey {
  id: string;
  name: string;
  hash: Buffer;
  hint: string;
  role: string | null;
  userId: string | null;
  createdBy: string;
  expiresAt: string | null;
}

export function insertKey(db: Db, key: NewKey): Promise<ApiKey | undefined> {
  return db.first(sql`
    insert into api_keys (id, name, hash, hint, role, user_id, created_by, expires_at)
    values (${key.id}, ${key.name}, ${key.hash}, ${key.hint}, ${key.role}, ${key.userId}, ${key.createdBy}, ${key.expiresAt})
    returning ${columns}`);
}

export function lockKey(db: Db, id: string): Promise<ApiKey | undefined> {
  return db.first(sql`select ${columns} from api_keys where id = ${id} for update`);
}

export async function revokeKey(db: Db, id: string): Promise<void> {
  await db.run(
    sql`update api_keys set revoked_at = app_now(), version = version + 1, updated_at = app_now() where id = ${id} and revoked_at is null`,
  );
}
