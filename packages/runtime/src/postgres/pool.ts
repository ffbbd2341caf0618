import pg from "pg";
import type { Log } from "../log.ts";

/** A pool that survives restarts of PostgreSQL. A broken connection fails its current query and never ends the process. */
export function createPool(config: pg.PoolConfig, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 5_000, idleTimeoutMillis: 60_000, keepAlive: true, ...config });
  const note = (error: Error) => log.debug({ error: error.message }, "a database connection broke");
  pool.on("error", note);
  // A broken connection between two queries has no other listener. Its next query fails, and the pool drops it.
  pool.on("connect", (client) => client.on("error", note));
  return pool;
}
