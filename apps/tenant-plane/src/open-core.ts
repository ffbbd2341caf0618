import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import {
  type BaseOptions,
  type ClickHouse,
  noClickHouse,
  openBase,
  openClickHouse,
  openTenantSsh,
  readMigrations,
} from "@opsplane/runtime";
import { type EngineState, monitorClickHouse } from "./clickhouse-monitor.ts";
import type { Config } from "./config.ts";
import type { Core } from "./core.ts";
import { version } from "./version.ts";

export interface Engines {
  postgresUrl: string;
  /** Only this product uses this PostgreSQL server, so its roles may get their own passwords. */
  ownsPostgres?: boolean;
  clickhouseUrl: string | undefined;
  /** The state of the embedded ClickHouse; undefined for an external server. */
  clickhouseState(): EngineState | undefined;
  /** The folder of the embedded engines; undefined when there are none. */
  dataDir?: string | undefined;
}

/** The core without identity. */
export type CoreBase = Omit<Core, "authenticate" | "currentPrincipal" | "entitlementsOf">;

/** SSH sessions that are open at once on one instance. A tenant has its share, and more while half are free. */
const sshPlaces = { places: 200, share: 50, spare: 100 };

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Opens the databases and everything that features share. What it opened is closed by `closers`, last first. */
export async function openCore(
  config: Config,
  engines: Engines,
  options: Pick<BaseOptions, "clock" | "passwords" | "log" | "closers" | "publicUrl">,
): Promise<CoreBase> {
  const { log, closers } = options;
  const base = await openBase({
    ...options,
    plane: "tenant-plane",
    version,
    settings: config,
    postgresUrl: engines.postgresUrl,
    ownsPostgres: engines.ownsPostgres ?? false,
    migrationsFolder: folder("../migrations/postgres"),
  });
  const clickhouse = await connectClickHouse(config, engines);
  if (clickhouse) closers.push(() => clickhouse.close());
  const clickhouseMonitor = monitorClickHouse(clickhouse, engines.clickhouseState, log);
  closers.push(() => clickhouseMonitor.close());
  const count = base.metrics.outcomes("opsplane_ssh_sessions_total", "SSH sessions, by outcome");
  const ssh = openTenantSsh({ allowed: config.sshAllowPrivate, ...sshPlaces, count });
  closers.push(() => ssh.close());
  return {
    ...base,
    config,
    clickhouse: clickhouse ?? noClickHouse(),
    clickhouseMonitor,
    sharesCores: engines.clickhouseState() !== undefined,
    ssh,
  };
}

async function connectClickHouse(config: Config, engines: Engines): Promise<ClickHouse | undefined> {
  if (engines.clickhouseUrl === undefined) return undefined;
  const sharesCores = engines.clickhouseState() !== undefined;
  return openClickHouse({
    url: engines.clickhouseUrl,
    database: config.clickhouseDatabase,
    cluster: config.clickhouseCluster,
    querySeconds: config.querySeconds,
    queryThreads: Math.min(4, sharesCores ? availableParallelism() : 4),
    migrations: await readMigrations(folder("../migrations/clickhouse")),
  });
}
