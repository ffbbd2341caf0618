import type { Collector, Page } from "@opsplane/contract";
import { type Db, listNamed, type NameQuery, sql } from "@opsplane/runtime";

const columns = sql`
  id, name, hint, capabilities, created_by, expires_at, last_used_at, revoked_at, bytes, rows, version, created_at, updated_at`;

export function listCollectors(db: Db, query: NameQuery): Promise<Page<Collector>> {
  return listNamed(db, { columns, table: sql`collectors`, order: sql`created_at desc, id desc` }, query);
}

export interface NewCollector {
  id: string;
  name: string;
  hash: Buffer;
  hint: string;
  capabilities: readonly string[];
  createdBy: string;
  expiresAt: string | null;
}

export function insertCollector(db: Db, collector: NewCollector): Promise<Collector | undefined> {
  return db.first(sql`
    insert into collectors (id, name, hash, hint, capabilities, created_by, expires_at)
    values (${collector.id}, ${collector.name}, ${collector.hash}, ${collector.hint}, ${collector.capabilities}, ${collector.createdBy}, ${collector.expiresAt})
    returning ${columns}`);
}

export function lockCollector(db: Db, id: string): Promise<Collector | undefined> {
  return db.first(sql`select ${columns} from collectors where id = ${id} for update`);
}

export async function revokeCollector(db: Db, id: string): Promise<void> {
  await db.run(
    sql`update collectors set revoked_at = app_now(), version = version + 1, updated_at = app_now() where id = ${id} and revoked_at is null`,
  );
}

/** Notes that a token is in use, at most twice a minute. */
export async function noteCollectorUsed(db: Db, id: string): Promise<void> {
  await db.run(sql`
    update collectors set last_used_at = app_now()
    where id = ${id} and (last_used_at is null or last_used_at < app_now() - interval '30 seconds')`);
}
