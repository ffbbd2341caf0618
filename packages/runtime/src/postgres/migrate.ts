import { setTimeout } from "node:timers/promises";
import pg from "pg";
import { type Migration, MigrationProblem, pendingOf } from "../migrations.ts";
import { runtimeRole, systemRole } from "./database.ts";

const lockKey = 7_160_210_417;

export interface MigrateOptions {
  url: string;
  migrations: readonly Migration[];
  /** Runs after our migrations under the same lock, for the durable engine's tables. */
  also?: () => Promise<void>;
}

/** Runs pending migrations, one transaction each. An advisory lock makes concurrent instances run them once. */
export async function migratePostgres({ url, migrations, also }: MigrateOptions): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: "opsplane-migrate",
    connectionTimeoutMillis: 10_000,
  });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("set client_min_messages = warning");
    await takeLock(client);
    await ensureRoles(client);
    await client.query(
      `create table if not exists schema_migrations (
         name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
    );
    const rows = await client.query<{ name: string; checksum: string }>("select name, checksum from schema_migrations");
    const pending = pendingOf(migrations, new Map(rows.rows.map((row) => [row.name, row.checksum])));
    for (const migration of pending) await apply(client, migration);
    await also?.();
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/**
 * Polls for the lock instead of waiting inside PostgreSQL. A waiting statement holds a snapshot, and the CREATE INDEX CONCURRENTLY of
 * the lock's holder would wait for that snapshot forever.
 */
async function takeLock(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [lockKey]);
    if (rows[0]?.taken) return;
    await setTimeout(100);
  }
}

async function apply(client: pg.Client, { name, checksum, text }: Migration): Promise<void> {
  await client.query("begin");
  try {
    await client.query(text);
    await client.query("insert into schema_migrations (name, checksum) values ($1, $2)", [name, checksum]);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw new MigrationProblem(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`);
  }
}

/** Roles belong to the whole server, so instances of several databases may create them at once. Losing the race is fine. */
async function ensureRoles(client: pg.Client): Promise<void> {
  for (const role of [runtimeRole, systemRole]) {
    const isMember = async () =>
      (
        await client.query("select from pg_roles where rolname = $1 and pg_has_role(current_user, oid, 'member')", [
          role,
        ])
      ).rowCount === 1;
    if (await isMember()) continue;
    try {
      await client.query(
        `do $$ begin create role ${role} nologin; exception when duplicate_object or unique_violation then null; end $$`,
      );
      await client.query(`grant ${role} to current_user`);
    } catch (error) {
      if (await isMember()) continue;
      const reason = error instanceof Error ? error.message : String(error);
      throw new MigrationProblem(
        `The database user cannot create the role ${role} (${reason}); ask an administrator to run: create role ${role} nologin; grant ${role} to <user>.`,
      );
    }
  }
}
