import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findEmulation, startClickHouse, startPostgres } from "@opsplane/embedded";
import { createLog, migrateDurable, migratePostgres, readMigrations } from "@opsplane/runtime";
import pg from "pg";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
    clickhouseUrl: string;
    clickhouseProblem: string;
  }
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
export const template = "opsplane_template";

/** One PostgreSQL with a migrated template and one ClickHouse for the whole run. */
export default async function startEngines(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "opsplane-tests-"));
  const log = createLog("error");
  const clickhouse = await startClickHouse({
    dataDir: join(folder, "clickhouse"),
    log,
    childEntry: join(root, "apps/tenant-plane/dist/clickhouse-child.js"),
    emulation: await findEmulation(root),
  });
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), log, durable: false, maxConnections: 300 });
  await makeTemplate(postgres.url);
  const state = clickhouse.state();
  project.provide("postgresUrl", postgres.url);
  project.provide("clickhouseUrl", clickhouse.url);
  // Nobody waits for it here: it opens while the first tests run, and those that need it wait for it themselves.
  project.provide("clickhouseProblem", state.status === "unavailable" ? (state.reason ?? state.status) : "");
  return async () => {
    await Promise.all([postgres.stop(), clickhouse.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const templateUrl = Object.assign(new URL(url), { pathname: `/${template}` }).href;
  const migrations = await readMigrations(fileURLToPath(new URL("../migrations/postgres", import.meta.url)));
  await migratePostgres({ url: templateUrl, migrations, also: () => migrateDurable(templateUrl) });
}
