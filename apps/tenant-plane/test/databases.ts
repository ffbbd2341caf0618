import { randomBytes } from "node:crypto";
import pg from "pg";

/** The migrated PostgreSQL database that each plane gets a clone of. */
export const template = "opsplane_template";

/** The ClickHouse database of every plane. Each plane has its own tenants in it. */
export const sharedDatabase = "opsplane_tests";

/** A new PostgreSQL database. Returns its URL. */
export async function createDatabase(server: string, content: "empty" | "migrated"): Promise<string> {
  const name = `test_${randomBytes(6).toString("hex")}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  // PostgreSQL refuses to clone a template that another clone is reading.
  await client.query("select pg_advisory_lock(1)");
  await client.query(`create database ${name}${content === "migrated" ? ` template ${template}` : ""}`);
  await client.end();
  return Object.assign(new URL(server), { pathname: `/${name}` }).href;
}
