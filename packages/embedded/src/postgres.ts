import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import type { Log } from "./log.ts";
import { keptPort } from "./port.ts";
import { findBinaries } from "./postgres/binaries.ts";
import { ensureCluster, giveTo, superuser } from "./postgres/cluster.ts";
import { clearLeftovers } from "./postgres/leftovers.ts";
import { chooseRunAs } from "./postgres/run-as.ts";
import { beginServer, type Server } from "./postgres/server.ts";
import { serverArguments } from "./postgres/settings.ts";
import { keptSecret } from "./secret.ts";
import { type RunningProcess, supervise } from "./supervise.ts";

export interface PostgresOptions {
  dataDir: string;
  log: Log;
  maxConnections?: number;
  /** False makes tests faster and loses data in a power cut. */
  durable?: boolean;
}

export interface EmbeddedPostgres {
  /** As superuser, to the database `opsplane`. Stays the same while the server is restarted. */
  url: string;
  /** Of the postmaster, while it is up. */
  pid(): number | undefined;
  stop(): Promise<void>;
}

const database = "opsplane";

/** The caller holds the lock of the data folder, so a server that runs in it is an orphan and is replaced. */
export async function startPostgres(options: PostgresOptions): Promise<EmbeddedPostgres> {
  const { log, maxConnections = 60, durable = true } = options;
  const dataDir = resolve(options.dataDir);
  const cluster = join(dataDir, "cluster");
  const passwordFile = join(dataDir, "password");

  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // First, because an orphan writes to these files and listens on the port that we want to keep.
  await clearLeftovers(cluster, log);
  const binaries = await findBinaries();
  const runAs = await chooseRunAs(dataDir, binaries.postgres);
  const password = await keptSecret(passwordFile);
  await giveTo(runAs.owner, dataDir);
  await ensureCluster({ binaries, runAs, folder: cluster, passwordFile, durable });

  const { server, running, port } = await firstStart(async () => {
    const port = await keptPort(join(dataDir, "port"));
    const settings = serverArguments({ port, maxConnections, durable });
    return { port, server: { program: binaries.postgres, runAs, cluster, settings, log } };
  });
  const url = `postgres://${superuser}:${password}@127.0.0.1:${port}`;
  await ensureDatabase(`${url}/postgres`).catch(async (error: Error) => {
    await running.stop();
    throw error;
  });

  const supervised = supervise({ name: "PostgreSQL", log, begin: (signal) => beginServer(server, signal) }, running);
  return { url: `${url}/${database}`, pid: () => supervised.current()?.pid, stop: () => supervised.stop() };
}

interface StartPlan {
  port: number;
  server: Server;
}

/** Another program may take the chosen port before the server listens on it; then another port is chosen. */
async function firstStart(plan: () => Promise<StartPlan>): Promise<StartPlan & { running: RunningProcess }> {
  const never = new AbortController().signal;
  for (let attempt = 1; ; attempt++) {
    const planned = await plan();
    try {
      return { ...planned, running: await beginServer(planned.server, never) };
    } catch (error) {
      if (attempt === 4) throw error;
      await pause(250 * attempt);
    }
  }
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [database]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${database}`);
  } finally {
    await client.end();
  }
}
