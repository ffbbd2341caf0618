import pg from "pg";
import type { Log } from "../log.ts";
import { createPool } from "./pool.ts";
import { type Sql, statement } from "./sql.ts";
import { wireTypes } from "./types.ts";
import { explained } from "./unreachable.ts";

/** Where statements run: a tenant's connection, the system's, or a transaction of either. */
export interface Db {
  rows<T>(query: Sql): Promise<T[]>;
  first<T>(query: Sql): Promise<T | undefined>;
  /** How many rows it changed. */
  run(query: Sql): Promise<number>;
}

export interface Transaction extends Db {
  /** For libraries that write inside our transaction. */
  readonly client: pg.PoolClient;
}

export interface Database {
  /** Everything that runs through this sees one tenant alone. */
  tenant(tenantId: string): Db;
  inTenant<T>(tenantId: string, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Across tenants: logins, schedules, instances. Few places use it. */
  system: Db;
  inSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  stats(): { total: number; idle: number; waiting: number };
  close(): Promise<void>;
}

export interface DatabaseOptions {
  url: string;
  /** Where the system's connections log in; unset, at `url` too. */
  systemUrl?: string;
  log: Log;
  tenantConnections: number;
  systemConnections: number;
}

export const runtimeRole = "opsplane_runtime";
export const systemRole = "opsplane_system";

export function openDatabase(options: DatabaseOptions): Database {
  const tenants = openPool(options, runtimeRole, options.tenantConnections);
  const system = openPool({ ...options, url: options.systemUrl ?? options.url }, systemRole, options.systemConnections);
  return {
    tenant: (tenantId) => dbOver((work) => lend(tenants, tenantId, work)),
    inTenant: (tenantId, work) => lend(tenants, tenantId, (client) => transaction(client, work)),
    system: dbOver((work) => lend(system, undefined, work)),
    inSystem: (work) => lend(system, undefined, (client) => transaction(client, work)),
    stats: () => ({ total: tenants.totalCount, idle: tenants.idleCount, waiting: tenants.waitingCount }),
    close: async () => {
      await Promise.all([tenants.end(), system.end()]);
    },
  };
}

function openPool({ url, log }: DatabaseOptions, role: string, max: number): pg.Pool {
  const config = {
    connectionString: url,
    max,
    types: wireTypes,
    application_name: "opsplane",
    // Neither role owns a table, so that row-level security binds whatever user the URL names.
    options: `-c role=${role} -c timezone=UTC -c statement_timeout=30s -c idle_in_transaction_session_timeout=60s`,
  };
  return createPool(config, log);
}

const boundTenant = new WeakMap<pg.PoolClient, string>();

async function lend<T>(
  pool: pg.Pool,
  tenantId: string | undefined,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  let client: pg.PoolClient | undefined;
  try {
    client = await pool.connect();
    if (tenantId !== undefined && boundTenant.get(client) !== tenantId) {
      boundTenant.delete(client);
      await client.query({
        name: "bind-tenant",
        text: "select set_config('app.tenant_id', $1, false)",
        values: [tenantId],
      });
      boundTenant.set(client, tenantId);
    }
    const result = await work(client);
    client.release();
    return result;
  } catch (error) {
    // A connection that failed outside PostgreSQL's own error answers is of unknown state.
    client?.release(
      !(error instanceof Error) || ("code" in error && !(error instanceof pg.DatabaseError)) || isFatal(error),
    );
    throw explained(error);
  }
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

function dbOver(borrow: <T>(work: (client: pg.PoolClient) => Promise<T>) => Promise<T>): Db {
  return {
    rows: (query) => borrow((client) => client.query(statement(query)).then(({ rows }) => rows)),
    first: (query) => borrow((client) => client.query(statement(query)).then(({ rows }) => rows[0])),
    run: (query) => borrow((client) => client.query(statement(query)).then(({ rowCount }) => rowCount ?? 0)),
  };
}
