import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DataDirInUse, lockDataDir, startClickHouse, startPostgres } from "@opsplane/embedded";
import {
  assertFreePort,
  type Closer,
  closeAll,
  createLog,
  explainStart,
  type Log,
  logStep,
  stopper,
} from "@opsplane/runtime";
import { type Engines, startTenantPlane } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { rotateSecrets } from "./rotate-secrets.ts";

await (process.argv[2] === "rotate-secrets" ? rotate() : run()).catch((error: unknown) => {
  console.error(
    `opsplane: ${explainStart(error, { databaseSetting: "TENANT_PLANE_DATABASE_URL", clear: [DataDirInUse] })}`,
  );
  process.exit(1);
});

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const closers: Closer[] = [];
  const stop = stopper(closers, log, config);
  try {
    await assertFreePort(config);
    const engines = await startEngines(config, log, closers);
    const onFatal = (reason: string) => {
      log.fatal(reason);
      void stop(1);
    };
    const plane = await startTenantPlane({ config, engines, log, onFatal });
    closers.push(() => plane.close());
    greet(config, plane.address, plane.firstAdmin);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** `npm run rotate-secrets`: seals every stored value with a new key. Stop the embedded server first. */
async function rotate(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const closers: Closer[] = [];
  try {
    if (config.databaseUrl === undefined) {
      const lock = await lockDataDir(config.dataDir);
      closers.push(() => lock.release());
    }
    const postgresUrl = await startRecords(config, log, closers);
    for (const [kind, count] of Object.entries(await rotateSecrets(config, postgresUrl, log)))
      logStep(`sealed again: ${count} ${kind}`);
  } finally {
    await closeAll(closers);
  }
}

/** The embedded engines. The configuration can replace each with an external server. */
async function startEngines(config: Config, log: Log, closers: Closer[]): Promise<Engines> {
  const needsFolder = config.databaseUrl === undefined || config.clickhouseUrl === undefined;
  if (needsFolder) {
    const lock = await lockDataDir(config.dataDir);
    closers.push(() => lock.release());
  }
  // ClickHouse opens in parallel, because records do not need it.
  const clickhouse = config.clickhouseUrl === undefined ? await openClickHouse(config, log) : undefined;
  if (clickhouse) closers.push(() => clickhouse.stop());
  const postgresUrl = await startRecords(config, log, closers);
  logStep("migrating");
  return {
    postgresUrl,
    ownsPostgres: config.databaseUrl === undefined,
    clickhouseUrl: config.clickhouseUrl ?? (clickhouse?.url || undefined),
    clickhouseState: () => clickhouse?.state(),
    dataDir: needsFolder ? config.dataDir : undefined,
  };
}

/** The URL of PostgreSQL, which is started if it is embedded. */
async function startRecords(config: Config, log: Log, closers: Closer[]): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  logStep("starting PostgreSQL");
  const postgres = await startPostgres({ dataDir: join(config.dataDir, "postgres"), log });
  closers.push(() => postgres.stop());
  return postgres.url;
}

async function openClickHouse(config: Config, log: Log) {
  const runnerFile = fileURLToPath(new URL("../../../.cache/clickhouse-runner.json", import.meta.url));
  return startClickHouse({ dataDir: join(config.dataDir, "clickhouse"), log, runnerFile });
}

function greet(config: Config, address: string, firstAdmin: { temporaryPassword: string | null } | undefined): void {
  const lines = [`Opsplane is ready at ${address.replace("[::1]", "localhost").replace("127.0.0.1", "localhost")}`];
  if (firstAdmin) {
    lines.push(`  tenant    ${config.bootstrapTenant}`, `  admin     ${config.bootstrapEmail}`);
    lines.push(
      firstAdmin.temporaryPassword === null
        ? "  password  as set in BOOTSTRAP_ADMIN_PASSWORD"
        : `  password  ${firstAdmin.temporaryPassword}   (temporary; shown only once)`,
    );
  }
  console.log(`\n${lines.join("\n")}\n`);
}
