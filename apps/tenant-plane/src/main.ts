import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DataDirInUse, lockDataDir, startClickHouse, startPostgres } from "@opsplane/embedded";
import { BadMasterKey, BadSetting, createLog, type Log, MigrationProblem } from "@opsplane/runtime";
import { type Engines, startTenantPlane } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { WrongMasterKey } from "./fingerprint.ts";
import { rotateSecrets } from "./rotate-secrets.ts";

type Closer = () => Promise<void>;

const drainMs = 20_000;

await (process.argv[2] === "rotate-secrets" ? rotate() : run()).catch((error: unknown) => {
  console.error(`opsplane: ${explain(error)}`);
  process.exit(1);
});

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const closers: Closer[] = [];
  const stop = stopper(closers, log);
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

function stopper(closers: Closer[], log: Log): (code: number) => Promise<void> {
  let stopping = false;
  const stop = async (code: number) => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), drainMs).unref();
    await closeAll(closers);
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!stopping) logStep("stopping");
      void stop(0);
    });
  }
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "unexpected");
    void stop(1);
  });
  process.on("unhandledRejection", (error) => {
    log.fatal({ err: error }, "unexpected");
    void stop(1);
  });
  return stop;
}

async function closeAll(closers: Closer[]): Promise<void> {
  for (const closer of closers.splice(0).reverse()) await closer().catch(() => undefined);
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

/** Checked before any engine starts, so the error appears at once. */
async function assertFreePort({ port, host }: Config): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(port, host, () => probe.close(() => resolve()));
  });
}

function logStep(what: string): void {
  console.log(`opsplane: ${what}`);
}

function explain(error: unknown): string {
  if (
    error instanceof BadSetting ||
    error instanceof BadMasterKey ||
    error instanceof MigrationProblem ||
    error instanceof DataDirInUse ||
    error instanceof WrongMasterKey
  )
    return error.message;
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: String(error) };
  if (code === "EADDRINUSE") return "The port is in use by another program; set PORT to a free port.";
  if (code === "EACCES") return `Permission denied: ${message}`;
  if (
    ["ECONNREFUSED", "ENOTFOUND", "ETIMEDOUT", "28P01", "28000", "3D000", "EAI_AGAIN"].includes(code ?? "") ||
    /timeout expired|Connection terminated/.test(message)
  ) {
    return `The database at TENANT_PLANE_DATABASE_URL cannot be used: ${message || code}.`;
  }
  return message;
}
