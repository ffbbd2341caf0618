import pg from "pg";
import { type Clock, systemClock } from "../clock.ts";
import type { Departure } from "../departure.ts";
import { Failure } from "../failure.ts";
import { type FairLimiter, fairShares, openFairLimiter } from "../fair-limiter.ts";
import type { Log } from "../log.ts";
import { createPool } from "./pool.ts";
import { type ReadLimits, runRead, runStatement } from "./run.ts";
import type { Sql } from "./sql.ts";
import { wireTypes } from "./types.ts";
import { explained } from "./unreachable.ts";

/** Runs statements on a tenant's connection, the system's connection, or in a transaction. */
export interface Db {
  rows<T>(query: Sql): Promise<T[]>;
  first<T>(query: Sql): Promise<T | undefined>;
  /** Returns the number of changed rows. */
  run(query: Sql): Promise<number>;
}

export interface Transaction extends Db {
  /** For libraries that write inside our transaction. */
  readonly client: pg.PoolClient;
}

export interface Database {
  /** Reads that see only one tenant. With a departure they are canceled when the caller disconnects. */
  tenant(tenantId: string, departure?: Departure): Db;
  /** Like `tenant` with a departure, on connections of their own that PostgreSQL lets only read. */
  readOnly(tenantId: string, departure: Departure): Db;
  inTenant<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Access across tenants, for logins, schedules and instances. Use it rarely. */
  system: Db;
  inSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** System access on a dedicated connection that is never busy. */
  heartbeat: Db;
  stats(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** The URL of the system's connections. Defaults to `url`. */
  systemUrl?: string;
  log: Log;
  /** The clock of `app_now()`. Defaults to the database's time. */
  clock?: Clock;
  tenantConnections: number;
  systemConnections: number;
}

/** Connections for reads that must not write. They bound what assistants use of the database. */
const readOnlyConnections = 4;

export const runtimeRole = "opsplane_runtime";
export const systemRole = "opsplane_system";

export function openDatabase(options: DatabaseOptions): Database {
  const { tenantConnections, systemConnections, clock = systemClock } = options;
  const tenants = lender(openPool(options, runtimeRole, tenantConnections), fairShares(tenantConnections), clock);
  const readOnlyPool = openPool(options, runtimeRole, readOnlyConnections, "-c default_transaction_read_only=on");
  const readers = lender(readOnlyPool, fairShares(readOnlyConnections), clock);
  const asSystem = { ...options, url: options.systemUrl ?? options.url };
  const system = lender(openPool(asSystem, systemRole, systemConnections), wholePool(systemConnections), clock);
  const heartbeat = lender(openPool(asSystem, systemRole, 1), wholePool(1), clock);
  const canceller = openCanceller(options);
  const { cancel } = canceller;
  return {
    tenant: (tenantId, departure) =>
      departure
        ? readsOver({ departure, cancel }, (work) => tenants.lend(tenantId, departure, work))
        : dbOver((work) => tenants.lend(tenantId, undefined, work)),
    readOnly: (tenantId, departure) =>
      readsOver({ departure, cancel }, (work) => readers.lend(tenantId, departure, work)),
    inTenant: (tenantId, work) => tenants.lend(tenantId, undefined, (client) => transaction(client, work)),
    system: dbOver((work) => system.lend(undefined, undefined, work)),
    inSystem: (work) => system.lend(undefined, undefined, (client) => transaction(client, work)),
    heartbeat: dbOver((work) => heartbeat.lend(undefined, undefined, work)),
    stats: () => ({
      total: tenants.pool.totalCount,
      idle: tenants.pool.idleCount,
      waiting: tenants.places.waiting(),
    }),
    close: async () => {
      await Promise.all(
        [tenants.pool, readers.pool, system.pool, heartbeat.pool, canceller.pool].map((pool) => pool.end()),
      );
    },
  };
}

/** A connection of the URL's user. PostgreSQL lets it cancel statements of both roles, which cannot cancel each other's. */
function openCanceller({ url, log }: DatabaseOptions): { pool: pg.Pool; cancel: ReadLimits["cancel"] } {
  const pool = createPool({ connectionString: url, max: 1, application_name: "opsplane-cancel" }, log);
  const cancel = async (processId: number) => {
    await pool.query("select pg_cancel_backend($1)", [processId]).catch((error: unknown) => {
      log.warn({ error: String(error) }, "a statement could not be canceled after its caller disconnected");
    });
  };
  return { pool, cancel };
}

/** A limiter for connections that are not shared between tenants. */
function wholePool(places: number): ReturnType<typeof fairShares> {
  return { places, share: places, spare: 0 };
}

function openPool({ url, log }: DatabaseOptions, role: string, max: number, setting = ""): pg.Pool {
  const config = {
    connectionString: url,
    max,
    types: wireTypes,
    application_name: "opsplane",
    // Neither role owns a table, so row-level security applies for any user in the URL.
    options: `-c role=${role} -c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s ${setting}`,
  };
  return createPool(config, log);
}

/** The session settings of a connection: the tenant for row-level security, and the offset of `app_now()`. */
interface Session {
  tenantId: string | undefined;
  offsetMs: number;
}

const sessions = new WeakMap<pg.PoolClient, Session>();

type Lend = <T>(
  tenantId: string | undefined,
  departure: Departure | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
) => Promise<T>;

/** A pool whose connections are shared fairly between tenants. */
function lender(
  pool: pg.Pool,
  shares: ReturnType<typeof fairShares>,
  clock: Clock,
): { pool: pg.Pool; places: FairLimiter; lend: Lend } {
  const places = openFairLimiter({ ...shares, maxWaiting: 500, patienceMs: 5_000, busy });
  const lend: Lend = (tenantId, departure, work) =>
    places.take(tenantId ?? "", departure, () => withClient(pool, clock, tenantId, work));
  return { pool, places, lend };
}

function busy(): Failure {
  return new Failure("UNAVAILABLE", "The database is busy; try again in a moment.", { retryAfterSeconds: 2 });
}

async function withClient<T>(
  pool: pg.Pool,
  clock: Clock,
  tenantId: string | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    await bindSession(client, tenantId, clock.offsetMs());
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // After an error that PostgreSQL did not report, the state of the connection is unknown.
    client?.release(
      !(error instanceof Error) ||
        ("code" in error && !(error instanceof pg.DatabaseError) && !(error instanceof Failure)) ||
        isFatal(error),
    );
    throw explained(error);
  }
}

/** Needs a round trip only when the connection last served another tenant or the clock was moved. */
async function bindSession(client: pg.PoolClient, tenantId: string | undefined, offsetMs: number): Promise<void> {
  const bound = sessions.get(client) ?? { tenantId: undefined, offsetMs: 0 };
  sessions.set(client, bound);
  if (tenantId !== undefined && bound.tenantId !== tenantId) {
    bound.tenantId = undefined;
    await setConfig(client, "app.tenant_id", tenantId);
    bound.tenantId = tenantId;
  }
  if (bound.offsetMs !== offsetMs) {
    await setConfig(client, "app.clock_offset", `${offsetMs} milliseconds`);
    bound.offsetMs = offsetMs;
  }
}

async function setConfig(client: pg.PoolClient, name: string, value: string): Promise<void> {
  await client.query({ name: "set-config", text: "select set_config($1, $2, false)", values: [name, value] });
}

function isFatal(error: Error): boolean {
  return error instanceof pg.DatabaseError && (error.severity === "FATAL" || error.severity === "PANIC");
}

async function transaction<T>(client: pg.PoolClient, work: (tx: Transaction) => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    const result = await work({ ...dbOver((use) => use(client)), client });
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
}

type Borrow = <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>;

function dbOver(borrow: Borrow): Db {
  return answering((query) => borrow((client) => runStatement(client, query)));
}

function readsOver(limits: ReadLimits, borrow: Borrow): Db {
  return answering((query) => borrow((client) => runRead(client, query, limits)));
}

function answering(run: (query: Sql) => Promise<pg.QueryResult>): Db {
  return {
    rows: (query) => run(query).then(({ rows }) => rows),
    first: (query) => run(query).then(({ rows }) => rows[0]),
    run: (query) => run(query).then(({ rowCount }) => rowCount ?? 0),
  };
}
