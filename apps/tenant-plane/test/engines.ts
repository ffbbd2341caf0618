import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startClickHouse, startPostgres } from "@opsplane/embedded";
import { createLog, openClickHouse, readMigrations } from "@opsplane/runtime";
import type { TestProject } from "vitest/node";
import { makeTemplate, sharedDatabase, template } from "./databases.ts";
import { problemOf, reasonToSkip } from "./without-clickhouse.ts";

declare module "vitest" {
  export interface ProvidedContext {
    postgresUrl: string;
    clickhouseUrl: string;
    /** Why ClickHouse does not run; empty when it does. */
    clickhouseProblem: string;
  }
}

export interface TestEngines {
  postgresUrl: string;
  clickhouseUrl: string;
  clickhouseProblem: string;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** A busy machine starts ClickHouse slowly. */
const patienceMs = 5 * 60_000;

export default async function provideEngines(project: TestProject): Promise<() => Promise<void>> {
  const { postgresUrl, clickhouseUrl, clickhouseProblem, stop } = await sharedEngines();
  project.provide("postgresUrl", postgresUrl);
  project.provide("clickhouseUrl", clickhouseUrl);
  project.provide("clickhouseProblem", clickhouseProblem);
  return stop;
}

/** Vitest loads this file once for each project. The projects of a run still share their engines. */
const shelf = globalThis as typeof globalThis & { opsplaneEngines?: { users: number; engines: Promise<TestEngines> } };

async function sharedEngines(): Promise<TestEngines> {
  shelf.opsplaneEngines ??= { users: 0, engines: startEngines() };
  const shared = shelf.opsplaneEngines;
  shared.users += 1;
  const engines = await shared.engines;
  const stop = async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete shelf.opsplaneEngines;
    await engines.stop();
  };
  return { ...engines, stop };
}

/** One PostgreSQL with a migrated template and one ClickHouse with migrated tables for the whole run. */
async function startEngines(): Promise<TestEngines> {
  const folder = await mkdtemp(join(tmpdir(), "opsplane-tests-"));
  const log = createLog("error");
  const clickhouse = await startClickHouse({
    dataDir: join(folder, "clickhouse"),
    log,
    runnerFile: join(root, ".cache/clickhouse-runner.json"),
  });
  const postgres = await startPostgres({ dataDir: join(folder, "postgres"), log, durable: false, maxConnections: 300 });
  const stop = async () => {
    await Promise.all([postgres.stop(), clickhouse.stop()]);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeTemplate(postgres.url, template, migrationsOf("postgres"));
    const clickhouseProblem = reasonToSkip(await problemOf(clickhouse, patienceMs), process.env);
    if (clickhouseProblem === "") await migrateShared(clickhouse.url);
    return { postgresUrl: postgres.url, clickhouseUrl: clickhouse.url, clickhouseProblem, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const migrationsOf = (engine: string) => join(root, "apps/tenant-plane/migrations", engine);

async function migrateShared(url: string): Promise<void> {
  const migrations = await readMigrations(migrationsOf("clickhouse"));
  const clickhouse = openClickHouse({ url, database: sharedDatabase, migrations, querySeconds: 100 });
  await clickhouse.migrate();
  await clickhouse.close();
}
