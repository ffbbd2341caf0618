import pg from "pg";
import type { Log } from "../log.ts";

/** A pool that outlives its server: a connection that breaks is reported to whoever uses it, and never ends the process. */
export function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, idleTimeoutMillis: 60_000, keepAlive: true, ...config });
  const note = (error: Error) => log.debug({ error: error.message }, "a database connection broke");
  pool.on("error", note);
  // A lent connection between two queries has nobody else to tell; its next query fails, and the pool drops it.
  pool.on("connect", (client) => client.on("error", note));
  return pool;
}
