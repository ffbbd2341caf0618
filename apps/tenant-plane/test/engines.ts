import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findEmulation, startClickHouse, startPostgres } from "@opsplane/embedded";
import { createLog, migrateDurable, migratePostgres, readMigrations } from "@opsplane/runtime";
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
/** An emulated engine on a busy machine starts slowly. */
const patienceMs = 5 * 60_000;
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
  const stop = async () => {
    await Promise.all([postgres.stop(), clickhouse.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.url);
    const skip = reasonToSkip(await problemOf(clickhouse, patienceMs), process.env);
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
  const migrations = await readMigrations(fileURLToPath(new URL("../migrations/postgres", import.meta.url)));
  await migratePostgres({ url: templateUrl, migrations, also: () => migrateDurable(templateUrl) });
}
