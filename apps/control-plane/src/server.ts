import { join } from "node:path";
import { DataDirInUse, lockDataDir, startPostgres } from "@opsplane/embedded";
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
import { startControlPlane } from "./app.ts";
import { type Config, readConfig } from "./config.ts";
import { rotateSecrets } from "./rotate-secrets.ts";

await (process.argv[2] === "rotate-secrets" ? rotate() : run()).catch((error: unknown) => {
  const about = { databaseSetting: "CONTROL_PLANE_DATABASE_URL", clear: [DataDirInUse] };
  console.error(`opsplane: ${explainStart(error, about)}`);
  process.exit(1);
});

async function run(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const closers: Closer[] = [];
  const stop = stopper(closers, log, config);
  try {
    await assertFreePort(config);
    const postgresUrl = await startRecords(config, log, closers);
    logStep("migrating");
    const onFatal = (reason: string) => {
      log.fatal(reason);
      void stop(1);
    };
    const ownsPostgres = config.databaseUrl === undefined;
    const plane = await startControlPlane({ config, postgresUrl, ownsPostgres, log, onFatal });
    closers.push(() => plane.close());
    greet(config, plane.address, plane.firstAdmin);
  } catch (error) {
    await closeAll(closers);
    throw error;
  }
}

/** `npm run control-plane rotate-secrets`: seals every stored value with a new key. Stop the embedded server first. */
async function rotate(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const closers: Closer[] = [];
  try {
    const postgresUrl = await startRecords(config, log, closers);
    for (const [kind, count] of Object.entries(await rotateSecrets(config, postgresUrl, log)))
      logStep(`sealed again: ${count} ${kind}`);
  } finally {
    await closeAll(closers);
  }
}

/** The URL of PostgreSQL, which is started if it is embedded. */
async function startRecords(config: Config, log: Log, closers: Closer[]): Promise<string> {
  if (config.databaseUrl !== undefined) return config.databaseUrl;
  const lock = await lockDataDir(config.dataDir);
  closers.push(() => lock.release());
  logStep("starting PostgreSQL");
  const postgres = await startPostgres({ dataDir: join(config.dataDir, "postgres"), log });
  closers.push(() => postgres.stop());
  return postgres.url;
}

function greet(config: Config, address: string, firstAdmin: { temporaryPassword: string | null } | undefined): void {
  const lines = [
    `The Opsplane Control Plane is ready at ${address.replace("[::1]", "localhost").replace("127.0.0.1", "localhost")}`,
  ];
  if (firstAdmin) {
    lines.push(`  staff     ${config.bootstrapEmail}`);
    lines.push(
      firstAdmin.temporaryPassword === null
        ? "  password  as set in BOOTSTRAP_STAFF_PASSWORD"
        : `  password  ${firstAdmin.temporaryPassword}   (temporary; shown only once)`,
    );
  }
  console.log(`\n${lines.join("\n")}\n`);
}
