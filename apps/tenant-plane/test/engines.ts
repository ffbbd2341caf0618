import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findEmulation, startClickHouse, startPostgres } from "@opsplane/embedded";
import { createLog, migrateDurable, migratePostgres, openClickHouse, readMigrations } from "@opsplane/runtime";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { problemOf, reasonToSkip } from "./without-clickhouse.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
    clickhouseUrl: string;
    clickhouseProblem: string;
  }
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** A busy machine starts ClickHouse slowly. */
const patienceMs = 5 * 60_000;
export const template = "opsplane_template";
/** The ClickHouse database of every plane. Each plane has tenants of its own in it. */
export const sharedDatabase = "opsplane_tests";

const migrationsOf = (engine: string) => readMigrations(join(root, "apps/tenant-plane/migrations", engine));

/** One PostgreSQL with a migrated template and one ClickHouse with migrated tables for the whole run. */
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
  const stop = async () => {
    await Promise.all([postgres.stop(), clickhouse.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.url);
    const skip = reasonToSkip(await problemOf(clickhouse, patienceMs), process.env);
    if (skip === "") await migrateShared(clickhouse.url);
    project.provide("postgresUrl", postgres.url);
    project.provide("clickhouseUrl", clickhouse.url);
    project.provide("clickhouseProblem", skip);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const templateUrl = Object.assign(new URL(url), { pathname: `/${template}` }).href;
  const migrations = await migrationsOf("postgres");
  await migratePostgres({ url: templateUrl, migrations, also: () => migrateDurable(templateUrl) });
}

async function migrateShared(url: string): Promise<void> {
  const migrations = await migrationsOf("clickhouse");
  const clickhouse = openClickHouse({ url, database: sharedDatabase, migrations, querySeconds: 100 });
  await clickhouse.migrate();
  await clickhouse.close();
}
