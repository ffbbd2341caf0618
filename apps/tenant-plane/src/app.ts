import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { operations } from "@opsplane/contract";
import {
  createMetrics,
  createServer,
  type Database,
  type Durable,
  type Frame,
  type Handlers,
  type Log,
  loadMasterKey,
  migrateDurable,
  migratePostgres,
  newId,
  noTelemetry,
  openAccessTokens,
  openClickHouse,
  openDatabase,
  openDurableClient,
  openFaults,
  openLogins,
  openPasswords,
  openSignals,
  type Passwords,
  readMigrations,
  refusalLimiter,
  secretBox,
  startDurable,
  unattended,
  type Workflows,
} from "@opsplane/runtime";
import { auditHandlers } from "./audit/index.ts";
import { cmdbHandlers } from "./cmdb/index.ts";
import type { Config } from "./config.ts";
import { serveEndpoints } from "./endpoints.ts";
import { expectSameKey } from "./fingerprint.ts";
import * as identity from "./identity/index.ts";
import { incidentHandlers } from "./incidents/index.ts";
import * as itsm from "./itsm/index.ts";
import { announcer, liveStreams, openHub } from "./live/index.ts";
import { openMail } from "./mail/index.ts";
import { serveConsole } from "./static-files.ts";
import { type EngineState, startMaintenance, systemHandlers, watchTelemetry } from "./system/index.ts";
import { openTelemetryPlane } from "./telemetry/index.ts";
import { version } from "./version.ts";

export interface Engines {
  postgresUrl: string;
  /** Nobody else uses this PostgreSQL, so that roles may get passwords of their own. */
  ownsPostgres?: boolean;
  clickhouseUrl: string | undefined;
  /** How the embedded ClickHouse is; undefined when it is somebody else's server. */
  clickhouseState(): EngineState | undefined;
  /** The folder of the embedded engines; undefined when there are none. */
  dataDir?: string | undefined;
}

/** Tests are faster with other values; the product always has the defaults. */
export interface TestOptions {
  passwords?: Passwords;
  queuePollMs?: number;
}

export interface TenantPlane {
  address: string;
  /** Set when this start made the first tenant. */
  firstAdmin: { temporaryPassword: string | null } | undefined;
  close(): Promise<void>;
}

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Opens everything, serves, and closes in the opposite order. */
export async function startTenantPlane(
  config: Config,
  engines: Engines,
  log: Log,
  onFatal: (reason: string) => void,
  { passwords = openPasswords(), queuePollMs }: TestOptions = {},
): Promise<TenantPlane> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const secrets = secretBox(await loadMasterKey(config.masterKey, config.dataDir));
    const migrations = await readMigrations(folder("../migrations/postgres"));
    const migrate = () =>
      migratePostgres({ url: engines.postgresUrl, migrations, also: () => migrateDurable(engines.postgresUrl) });
    await migrate();

    const logins = engines.ownsPostgres ? await openLogins(engines.postgresUrl) : undefined;
    const systemUrl = logins?.system ?? engines.postgresUrl;
    const database = openDatabase({
      url: logins?.tenant ?? engines.postgresUrl,
      systemUrl,
      log,
      tenantConnections: config.connections,
      systemConnections: 4,
    });
    closers.push(() => database.close());
    await expectSameKey(database, secrets);
    const firstAdmin = await identity.bootstrap(
      database,
      passwords,
      {
        id: config.bootstrapTenant,
        adminEmail: config.bootstrapEmail,
        adminPassword: config.bootstrapPassword,
      },
      new Date(),
    );

    const metrics = createMetrics(version);
    const faults = openFaults(log);
    const signals = openSignals(systemUrl, ["opsplane_auth", "opsplane_events"], log);
    closers.push(() => signals.close());
    const tokens = await openAccessTokens(database, secrets, config.accessTokenSeconds);
    const { authenticate, forget } = identity.principals(database.system, tokens, signals, () => new Date());

    const sharesCores = engines.clickhouseState() !== undefined;
    const telemetry =
      engines.clickhouseUrl === undefined
        ? undefined
        : openClickHouse({
            url: engines.clickhouseUrl,
            database: config.clickhouseDatabase,
            cluster: config.clickhouseCluster,
            querySeconds: config.querySeconds,
            queryThreads: Math.min(4, sharesCores ? availableParallelism() : 4),
            migrations: await readMigrations(folder("../migrations/clickhouse")),
          });
    if (telemetry) closers.push(() => telemetry.close());
    const link = watchTelemetry(telemetry, engines.clickhouseState, log);
    closers.push(() => link.close());

    const currentPrincipal = (token: string) => Promise.resolve(authenticate(token)).catch(() => undefined);
    const observed = openTelemetryPlane({
      telemetry: telemetry ?? noTelemetry(),
      isUp: () => link.state().status === "up",
      database,
      metrics,
      log,
      seriesLimit: config.seriesLimit,
      waitingBytes: config.ingestWaitingMb * 1024 * 1024,
      works: config.role !== "api",
      now: () => new Date(),
      currentPrincipal,
      sharesCores,
      faults,
    });
    closers.push(() => observed.close());

    let address = "";
    const mail = openMail({ config, database, secrets, metrics, log, publicUrl: () => config.publicUrl ?? address });
    if (mail) closers.push(() => mail.close());
    const hub = openHub(database.system, signals, log);
    closers.push(() => hub.close());
    const live = liveStreams(hub, currentPrincipal, config.eventStreams);
    const recheck = (tenantId: string) => {
      live.recheck(tenantId);
      observed.recheckStreams(tenantId);
    };
    signals.on("opsplane_auth", recheck);
    const announce = announcer(database, hub);
    const refusals = refusalLimiter(config.requestsPerMinute && config.refusalsPerMinute, () => new Date());
    const frame: Frame = {
      log,
      database,
      secrets,
      intake: observed.intake,
      now: () => new Date(),
      serviceSecret: config.serviceSecret,
      requestsPerMinute: config.requestsPerMinute,
      refusals,
      authenticate,
      react: async (tx, tenantId, event) => {
        for (const reaction of reactions) {
          const job = reaction(tenantId, event);
          if (job) await (await opening).enqueue(tx.client, job);
        }
      },
      written: (operation, tenantId, events) => {
        if (identity.changesTrust(operation)) {
          forget(tenantId);
          recheck(tenantId);
        }
        if (events > 0) announce();
      },
    };
    const act = unattended(frame);
    const reactions = [itsm.onApproved, ...(mail?.reactions ?? [])];
    const workflows = { [itsm.fulfilWorkflow]: itsm.fulfilRequest(act), ...mail?.workflows };
    // Work that an instance before this one left behind runs as soon as it opens, and may itself have work to hand on.
    const opening = openDurable(config, systemUrl, database, workflows, log, onFatal, queuePollMs);
    const durable = await opening;
    closers.push(() => durable.close());
    if (config.role !== "api") {
      closers.push(startMaintenance(database, log));
      closers.push(itsm.watchTargets(database, act, log));
    }

    const handlers: Handlers<typeof operations> = {
      auth: identity.authHandlers({
        passwords,
        tokens,
        throttle: identity.passwordThrottle(database.system, config.loginsPerMinute),
        refusals,
        forget,
        permissionsOf: async (db, tenantId, role) => (await identity.rolePermissions(db, tenantId, role)) ?? [],
      }),
      users: identity.userHandlers({ passwords, secrets, mailConfigured: mail !== undefined }),
      groups: identity.groupHandlers,
      roles: identity.roleHandlers,
      apiKeys: identity.apiKeyHandlers,
      directory: identity.directoryHandlers,
      audit: auditHandlers,
      incidents: incidentHandlers,
      ...itsm.itsmHandlers,
      cmdb: cmdbHandlers,
      collectors: identity.collectorHandlers,
      ...observed.handlers,
      events: live.handlers,
      system: systemHandlers({
        passwords,
        database,
        durable,
        faults,
        dataDir: engines.dataDir,
        minFreeMb: config.minFreeMb,
        telemetry: link,
        migratePostgres: migrate,
      }),
    };

    metrics.gauge("opsplane_database_connections", "Open database connections", () => database.stats().total);
    metrics.gauge(
      "opsplane_database_waiting",
      "Requests that wait for a database connection",
      () => database.stats().waiting,
    );
    metrics.gauge("opsplane_live_streams", "Open live streams", () => hub.subscribers());
    const app = await createServer({
      log,
      metrics,
      trustProxy: config.trustProxy,
      https: config.publicUrl?.startsWith("https:") ?? false,
    });
    closers.push(async () => {
      live.close();
      observed.endStreams();
      await app.close();
    });
    serveEndpoints(app, config, handlers, frame, metrics);
    await serveConsole(app, folder("../../console/dist"));
    address = await app.listen({ port: config.port, host: config.host });
    return { address, firstAdmin, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

function openDurable(
  config: Config,
  url: string,
  database: Database,
  workflows: Workflows,
  log: Log,
  onFatal: (reason: string) => void,
  queuePollMs: number | undefined,
): Promise<Durable> {
  if (config.role === "api") return openDurableClient(url, log);
  const onSuperseded = () => onFatal("Another instance took this one for dead and took over its work; start it again.");
  return startDurable({ url, database, instanceId: newId(), workflows, log, onSuperseded, queuePollMs });
}
