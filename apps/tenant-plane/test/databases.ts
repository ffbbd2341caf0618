import { randomBytes } from "node:crypto";
import { migrateDurable, migratePostgres, readMigrations } from "@opsplane/runtime";
import pg from "pg";

/** The migrated PostgreSQL database that each plane gets a clone of. */
export const template = "opsplane_template";

/** The ClickHouse database of every plane. Each plane has its own tenants in it. */
export const sharedDatabase = "opsplane_tests";

/** A new PostgreSQL database: empty, or a clone of a template. Returns its URL. */
export async function createDatabase(server: string, templateName?: string): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  // PostgreSQL refuses to clone a template that another clone is reading.
  await client.query("select pg_advisory_lock(1)");
  await client.query(`create database ${name}${templateName === undefined ? "" : ` template ${templateName}`}`);
  await client.end();
  return urlOf(server, name);
}

/** A database with the tables of these migrations and of the durable engine, for clones. */
export async function makeTemplate(server: string, name: string, migrationsFolder: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = urlOf(server, name);
  const migrations = await readMigrations(migrationsFolder);
  await migratePostgres({ url, migrations, also: () => migrateDurable(url) });
}

function urlOf(server: string, database: string): string {
  return Object.assign(new URL(server), { pathname: `/${database}` }).href;
}
