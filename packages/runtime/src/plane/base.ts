import type { Clock } from "../clock.ts";
import { type Durable, migrateDurable } from "../durable/engine.ts";
import { type Job, type Reaction, reactTo } from "../durable/workflow.ts";
import { type Faults, openFaults } from "../faults.ts";
import { type RefusalLimiter, refusalLimiter } from "../http/rate-limit.ts";
import { newId } from "../ids.ts";
import type { Log } from "../log.ts";
import { loadMasterKeys } from "../master-key.ts";
import { createMetrics, type Metrics } from "../metrics.ts";
import { readMigrations } from "../migrations.ts";
import { type Mailer, openMailer } from "../notifications/mailer.ts";
import type { AllowedPrivate } from "../outbound/guard.ts";
import { openOutbound } from "../outbound/outbound.ts";
import { openTenantHttp, type TenantHttp } from "../outbound/tenant-http.ts";
import type { Passwords } from "../passwords.ts";
import { type Database, openDatabase, type Transaction } from "../postgres/database.ts";
import { openLogins } from "../postgres/logins.ts";
import { migratePostgres } from "../postgres/migrate.ts";
import { type SecretBox, secretBox } from "../secrets.ts";
import { openSignals, type Signals } from "../signals.ts";
import { type AccessTokens, openAccessTokens } from "../tokens.ts";
import { type AutomationWriter, automationWriter, type WriteHooks } from "../write-scope.ts";
import { assertSameKey } from "./fingerprint.ts";

export type Closer = () => Promise<void> | void;

/** The settings that every plane has. */
export interface BaseSettings {
  readonly masterKey: string | undefined;
  readonly previousKeys: readonly string[];
  readonly dataDir: string;
  readonly connections: number;
  readonly smtpUrl: string | undefined;
  readonly smtpFrom: string;
  readonly mailRetryMs: number;
  readonly outboundAllowPrivate: AllowedPrivate;
  readonly accessTokenSeconds: number;
  readonly requestsPerMinute: number;
  readonly refusalsPerMinute: number;
}

export interface BaseOptions {
  /** Tokens of one plane are refused by the other. */
  plane: "tenant-plane" | "control-plane";
  version: string;
  settings: BaseSettings;
  postgresUrl: string;
  /** Only this product uses this PostgreSQL server, so its roles may get their own passwords. */
  ownsPostgres: boolean;
  migrationsFolder: string;
  clock: Clock;
  passwords: Passwords;
  log: Log;
  /** What was opened is closed by these, last first. */
  closers: Closer[];
  /** The public URL of the console. */
  publicUrl(): string;
}

/** What every plane opens, and every feature may use. */
export interface Base {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly passwords: Passwords;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly faults: Faults;
  readonly signals: Signals;
  /** Writes of jobs and schedules, without a person. */
  readonly asAutomation: AutomationWriter;
  /** Undefined when no mail server is configured. */
  readonly mailer: Mailer | undefined;
  /** Requests to addresses that tenants choose. */
  readonly http: TenantHttp;
  /** Starts a durable job when the transaction commits. Reactions return their jobs instead. */
  enqueue(tx: Transaction, job: Job): Promise<void>;
  readonly tokens: AccessTokens;
  /** Counts refused callers by address. */
  readonly refusals: RefusalLimiter;
  /** The public URL of the console. */
  publicUrl(): string;
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

/** Opens the database of a plane and everything that its features share. */
export async function openBase(options: BaseOptions): Promise<Base> {
  const { plane, settings, clock, passwords, log, closers, publicUrl, postgresUrl } = options;
  const secrets = await openSecrets(settings);
  const migrations = await readMigrations(options.migrationsFolder);
  const migrate = () => migratePostgres({ url: postgresUrl, migrations, also: () => migrateDurable(postgresUrl) });
  await migrate();
  const { database, systemUrl } = await openPostgres(options, secrets);
  closers.push(() => database.close());

  const metrics = createMetrics(options.version);
  metrics.gauge("opsplane_database_connections", "Open database connections", () => database.stats().total);
  metrics.gauge("opsplane_database_waiting", "Requests that wait for a connection", () => database.stats().waiting);
  const signals = openSignals(systemUrl, ["opsplane_auth", "opsplane_events"], log);
  closers.push(() => signals.close());

  const mailer = settings.smtpUrl === undefined ? undefined : connectMailer(settings.smtpUrl);
  if (mailer) closers.push(() => mailer.close());
  const http = openHttp();
  closers.push(() => http.close());
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
      database,
      secrets,
      clock,
      passwords,
      log,
      metrics,
      signals,
      mailer,
      http,
      publicUrl,
      systemUrl,
      hooks,
      wiring,
    },
    faults: openFaults(log),
    enqueue: async (tx, job) => (await durableEngine()).enqueue(tx, job),
    asAutomation: automationWriter(hooks, database.inTenant),
    tokens: await openAccessTokens(database, secrets, { plane, lifetimeSeconds: settings.accessTokenSeconds }),
    refusals: refusalLimiter(settings.requestsPerMinute && settings.refusalsPerMinute, clock.now),
    instanceId: newId(),
    migratePostgres: migrate,
  };

  function connectMailer(url: string) {
    const count = metrics.outcomes("opsplane_mail_attempts_total", "Emails handed to the mail server, by outcome");
    return openMailer({ url, from: settings.smtpFrom, retryMs: settings.mailRetryMs, log, count });
  }

  function openHttp() {
    const count = metrics.outcomes("opsplane_outbound_requests_total", "Outbound HTTP requests, by outcome");
    return openTenantHttp({ outbound: openOutbound(settings.outboundAllowPrivate), ...outboundPlaces, count });
  }
}

export async function openSecrets({
  masterKey,
  previousKeys,
  dataDir,
}: Pick<BaseSettings, "masterKey" | "previousKeys" | "dataDir">): Promise<SecretBox> {
  const { current, previous } = await loadMasterKeys({ current: masterKey, previous: previousKeys }, dataDir);
  return secretBox(current, previous);
}

async function openPostgres(
  { settings, postgresUrl, ownsPostgres, clock, log }: BaseOptions,
  secrets: SecretBox,
): Promise<{ database: Database; systemUrl: string }> {
  const logins = ownsPostgres ? await openLogins(postgresUrl) : undefined;
  const systemUrl = logins?.system ?? postgresUrl;
  const url = logins?.tenant ?? postgresUrl;
  const systemConnections = Math.max(4, Math.ceil(0.4 * settings.connections));
  const connections = { tenantConnections: settings.connections, systemConnections };
  const database = openDatabase({ url, systemUrl, log, clock, ...connections });
  try {
    await assertSameKey(database, secrets);
    return { database, systemUrl };
  } catch (error) {
    await database.close();
    throw error;
  }
}
