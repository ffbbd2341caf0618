import type { ApiKey } from "@opsplane/contract";
import { all, type Db, sql } from "@opsplane/runtime";
import { containing, readPage } from "../../records/paging.ts";

const columns = sql`
  id, name, hint, user_id, created_by, expires_at, last_used_at, revoked_at, version, created_at, updated_at,
  coalesce(role, (select role from users where users.tenant_id = api_keys.tenant_id and users.id = user_id)) as role`;

export function listKeys(db: Db, { q, limit = 50, offset = 0 }: { q?: string; limit?: number; offset?: number }) {
  const where = all([q !== undefined && sql`name ilike ${containing(q)}`]);
  return readPage<ApiKey>(db, {
    rows: sql`select ${columns} from api_keys where ${where} order by created_at desc, id desc limit ${limit} offset ${offset}`,
    from: sql`api_keys where ${where}`,
    limit,
    offset,
  });
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
