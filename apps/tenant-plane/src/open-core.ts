import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import {
  automationWriter,
  type ClickHouse,
  type Clock,
  createMetrics,
  type Database,
  type Durable,
  type Log,
  loadMasterKeys,
  migrateDurable,
  migratePostgres,
  newId,
  noClickHouse,
  openAccessTokens,
  openClickHouse,
  openDatabase,
  openDurableClient,
  openFaults,
  openLogins,
  openMailer,
  openOutbound,
  openSignals,
  openTenantHttp,
  openTenantSsh,
  type Reaction,
  reactTo,
  readMigrations,
  refusalLimiter,
  type SecretBox,
  secretBox,
  startDurable,
  type Workflow,
  type WriteHooks,
} from "@opsplane/runtime";
import { type EngineState, monitorClickHouse } from "./clickhouse-monitor.ts";
import type { Config } from "./config.ts";
import type { Core } from "./core.ts";
import { assertSameKey } from "./fingerprint.ts";
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

export type Closer = () => Promise<void> | void;

/** The core without identity. */
export interface Base extends Omit<Core, "authenticate" | "currentPrincipal"> {
  readonly instanceId: string;
  /** The URL of the system's connections. */
  readonly systemUrl: string;
  readonly hooks: WriteHooks;
  /** Connects the features' reactions, once the features are open. */
  readonly wiring: Wiring;
  migratePostgres(): Promise<string[]>;
}

interface Wiring {
  reactions: readonly Reaction[];
  durable: Promise<Durable> | undefined;
  committed(tenantId: string): void;
}

/** Outbound requests that are open at once on one instance. A tenant has its share, and more while half are free. */
const outboundPlaces = { places: 64, share: 20, spare: 32 };

/** SSH sessions that are open at once on one instance, with the same rules. */
const sshPlaces = { places: 200, share: 50, spare: 100 };

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Opens the databases and everything that features share. What it opened is closed by `closers`, last first. */
export async function openCore(
  config: Config,
  engines: Engines,
  { clock, passwords }: Pick<Core, "clock" | "passwords">,
  log: Log,
  closers: Closer[],
  publicUrl: () => string,
): Promise<Base> {
  const secrets = await openSecrets(config);
  const migrations = await readMigrations(folder("../migrations/postgres"));
  const { postgresUrl } = engines;
  const migrate = () => migratePostgres({ url: postgresUrl, migrations, also: () => migrateDurable(postgresUrl) });
  await migrate();
  const { database, systemUrl } = await openPostgres(config, engines, clock, log, secrets);
  closers.push(() => database.close());

  const metrics = createMetrics(version);
  metrics.gauge("opsplane_database_connections", "Open database connections", () => database.stats().total);
  metrics.gauge("opsplane_database_waiting", "Requests that wait for a connection", () => database.stats().waiting);
  const signals = openSignals(systemUrl, ["opsplane_auth", "opsplane_events"], log);
  closers.push(() => signals.close());

  const clickhouse = await connectClickHouse(config, engines);
  if (clickhouse) closers.push(() => clickhouse.close());
  const clickhouseMonitor = monitorClickHouse(clickhouse, engines.clickhouseState, log);
  closers.push(() => clickhouseMonitor.close());

  const mailer = config.smtpUrl === undefined ? undefined : connectMailer(config.smtpUrl);
  if (mailer) closers.push(() => mailer.close());
  const http = openHttp();
  closers.push(() => http.close());
  const ssh = openSsh();
  closers.push(() => ssh.close());
  const wiring: Wiring = { reactions: [], durable: undefined, committed: () => undefined };
  const durableEngine = async () =>
    (await wiring.durable) ?? Promise.reject(new Error("Nothing is written before the durable engine opens."));
  const hooks: WriteHooks = {
    now: clock.now,
    react: async (tx, tenantId, event) => reactTo(wiring.reactions, tx, tenantId, event, await durableEngine()),
    committed: (tenantId) => wiring.committed(tenantId),
  };
  return {
    ...{
      config,
      database,
      secrets,
      clock,
      passwords,
      log,
      metrics,
      signals,
      mailer,
      http,
      ssh,
      publicUrl,
      systemUrl,
      hooks,
      wiring,
    },
    clickhouse: clickhouse ?? noClickHouse(),
    clickhouseMonitor,
    sharesCores: engines.clickhouseState() !== undefined,
    faults: openFaults(log),
    enqueue: async (tx, job) => (await durableEngine()).enqueue(tx, job),
    asAutomation: automationWriter(hooks, database.inTenant),
    tokens: await openAccessTokens(database, secrets, config.accessTokenSeconds),
    refusals: refusalLimiter(config.requestsPerMinute && config.refusalsPerMinute, clock.now),
    instanceId: newId(),
    migratePostgres: migrate,
  };

  function connectMailer(url: string) {
    const count = metrics.outcomes("opsplane_mail_attempts_total", "Emails handed to the mail server, by outcome");
    return openMailer({ url, from: config.smtpFrom, retryMs: config.mailRetryMs, log, count });
  }

  function openHttp() {
    const count = metrics.outcomes("opsplane_outbound_requests_total", "Outbound HTTP requests, by outcome");
    return openTenantHttp({ outbound: openOutbound(config.outboundAllowPrivate), ...outboundPlaces, count });
  }

  function openSsh() {
    const count = metrics.outcomes("opsplane_ssh_sessions_total", "SSH sessions, by outcome");
    return openTenantSsh({ allowed: config.sshAllowPrivate, ...sshPlaces, count });
  }
}

export async function openSecrets({ masterKey, previousKeys, dataDir }: Config): Promise<SecretBox> {
  const { current, previous } = await loadMasterKeys({ current: masterKey, previous: previousKeys }, dataDir);
  return secretBox(current, previous);
}

async function openPostgres(
  config: Config,
  engines: Engines,
  clock: Clock,
  log: Log,
  secrets: SecretBox,
): Promise<{ database: Database; systemUrl: string }> {
  const logins = engines.ownsPostgres ? await openLogins(engines.postgresUrl) : undefined;
  const systemUrl = logins?.system ?? engines.postgresUrl;
  const url = logins?.tenant ?? engines.postgresUrl;
  const connections = { tenantConnections: config.connections, systemConnections: 4 };
  const database = openDatabase({ url, systemUrl, log, clock, ...connections });
  try {
    await assertSameKey(database, secrets);
    return { database, systemUrl };
  } catch (error) {
    await database.close();
    throw error;
  }
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

/** An instance that only serves the API enqueues work; the others run it too. */
export function openDurable(
  { config, systemUrl: url, database, instanceId, log }: Base,
  workflows: readonly Workflow[],
  onFatal: (reason: string) => void,
  pollMs: number | undefined,
): Promise<Durable> {
  if (config.role === "api") return openDurableClient(url, log);
  const onSuperseded = () => onFatal("Another instance took this one for dead and took over its work; start it again.");
  return startDurable({ url, database, instanceId, workflows, log, onSuperseded, pollMs });
}
