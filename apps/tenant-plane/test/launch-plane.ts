import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createLog, openPasswords, type Schedules, travelingClock } from "@opsplane/runtime";
import { startTenantPlane, type TenantPlane } from "../src/app.ts";
import { readConfig } from "../src/config.ts";
import { createDatabase, sharedDatabase, template } from "./databases.ts";
import { goodPassword, newTenantId, openVisitors, type PlaneAccess } from "./people.ts";

export interface LaunchedPlane extends PlaneAccess {
  databaseUrl: string;
  schedules: Schedules;
  /** Opens what the plane sealed. */
  masterKey: string;
  /** Calls the server without a connection. */
  inject: TenantPlane["inject"];
  /** Moves the clock of the plane and of its database. */
  travel(ms: number): void;
  close(): Promise<void>;
}

export interface LaunchOptions {
  /** The server in which a database is cloned from the migrated template. */
  postgresUrl: string;
  /** A database to use instead, such as that of a plane that was closed. */
  databaseUrl?: string | undefined;
  clickhouseUrl?: string | undefined;
  env?: Record<string, string>;
  /** How far the clock is ahead from the start. */
  aheadMs?: number;
  /** Gets every line of the server's log. */
  onLog?: ((line: string) => void) | undefined;
}

/** Tests log in hundreds of times. packages/runtime/src/passwords.test.ts keeps the cost of the product. */
const passwords = openPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 });

export async function launchPlane(options: LaunchOptions): Promise<LaunchedPlane> {
  const { postgresUrl, clickhouseUrl, env = {}, onLog, aheadMs = 0 } = options;
  const databaseUrl = options.databaseUrl ?? (await createDatabase(postgresUrl, template));
  const dataDir = await mkdtemp(join(tmpdir(), "opsplane-plane-"));
  const serviceSecret = randomBytes(12).toString("hex");
  const masterKey = env.SECRETS_MASTER_KEY ?? randomBytes(32).toString("base64");
  const config = readConfig({
    PORT: "0",
    HOST: "127.0.0.1",
    DATA_DIR: dataDir,
    BOOTSTRAP_TENANT_ID: newTenantId(),
    BOOTSTRAP_ADMIN_PASSWORD: goodPassword,
    SERVICE_SECRET: serviceSecret,
    SECRETS_MASTER_KEY: masterKey,
    LOGIN_RATE_LIMIT_PER_MINUTE: "0",
    API_RATE_LIMIT_PER_MINUTE: "0",
    CLICKHOUSE_DATABASE: sharedDatabase,
    // ClickHouse shares its cores with every other test.
    TELEMETRY_QUERY_SECONDS: "100",
    QUEUE_POLL_MS: "200",
    STOP_SECONDS: "1",
    LOG_LEVEL: process.env.TEST_LOG_LEVEL ?? "fatal",
    ...env,
  });
  const engines = { postgresUrl: databaseUrl, clickhouseUrl, clickhouseState: () => undefined };
  const onFatal = (reason: string) => {
    throw new Error(reason);
  };
  const clock = travelingClock();
  clock.travel(aheadMs);
  const log = onLog ? createLog("trace", { write: onLog }) : createLog(config.logLevel);
  const testing = { clock, passwords };
  const plane = await startTenantPlane({ config, engines, log, onFatal, testing });
  return {
    url: plane.address,
    databaseUrl,
    serviceSecret,
    masterKey,
    tenantId: config.bootstrapTenant,
    schedules: plane.schedules,
    inject: plane.inject,
    travel: clock.travel,
    close: async () => {
      await plane.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Waits until a plane has found its ClickHouse. */
export async function untilTelemetry(url: string): Promise<void> {
  const { anyone } = openVisitors({ url, serviceSecret: "", tenantId: "" });
  const isUp = async () =>
    (await anyone.system.health()).components.find(({ name }) => name === "clickhouse")?.status === "up";
  const end = Date.now() + 100_000;
  while (!(await isUp())) {
    if (Date.now() > end) throw new Error("ClickHouse is not up.");
    await setTimeout(20);
  }
}
