import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { DBOSExecutor } from "@dbos-inc/dbos-sdk/internal/dbos-executor";
import { migrateSystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import type pg from "pg";
import type { Log } from "./log.ts";
import type { Database } from "./postgres/database.ts";
import { runtimeRole, systemRole } from "./postgres/database.ts";
import { createPool } from "./postgres/pool.ts";
import { sql } from "./postgres/sql.ts";
import type { DomainEvent } from "./trail.ts";

/** A workflow is an ordinary async function of its input; what must happen once goes through `step`. */
export type Workflow<Input> = (input: Input, run: WorkflowRun) => Promise<void>;

export interface WorkflowRun {
  readonly id: string;
  /** Runs at least once and is not run again after it has finished, whatever crashes. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  sleep(ms: number): Promise<void>;
}

export type Workflows = Readonly<Record<string, Workflow<never>>>;

/** A workflow to start. The id makes a second start of the same work harmless. */
export interface Job {
  workflow: string;
  id: string;
  input: object;
}

/** What a feature wants done about an event, durably. */
export type Reaction = (tenantId: string, event: DomainEvent) => Job | undefined;

export interface Durable {
  /** Starts the job when the transaction commits. */
  enqueue(client: pg.ClientBase, job: Job): Promise<void>;
  running(): boolean;
  close(): Promise<void>;
}

const application = "opsplane";
const queue = "work";
// Constant: with a version derived from the code, waiting work would idle after every upgrade.
const applicationVersion = "1";
const heartbeatMs = 1_000;
const deadAfterSeconds = 10;

/** The engine's own tables. Runs under the migration lock, since its concurrent first launch deadlocks. */
export async function migrateDurable(url: string): Promise<void> {
  // As DBOS.migrate does it, but without its chatter on the console.
  const logger = new GlobalLogger(undefined, { logLevel: "error" });
  for (const role of [runtimeRole, systemRole]) await migrateSystemDatabase(url, logger, "dbos", role);
}

/** For instances that only serve the API: they enqueue, others work. */
export async function openDurableClient(url: string, log: Log): Promise<Durable> {
  const pool = openPool(url, 2, log);
  const client = await connectClient(url, pool, log);
  return {
    enqueue: enqueuer(client),
    running: () => true,
    close: async () => {
      await client.destroy();
      await pool.end();
    },
  };
}

export interface DurableOptions {
  url: string;
  database: Database;
  instanceId: string;
  workflows: Workflows;
  log: Log;
  /** How often the queue is looked at. */
  queuePollMs?: number | undefined;
  /** Another instance took this one for dead and has taken over its work: it must not go on. */
  onSuperseded(): void;
}

export async function startDurable(options: DurableOptions): Promise<Durable> {
  const { url, database, instanceId, workflows, log, queuePollMs = 1_000 } = options;
  const pool = openPool(url, 6, log);
  const client = await connectClient(url, pool, log);
  DBOS.setConfig({
    name: application,
    systemDatabaseUrl: url,
    systemDatabasePool: pool,
    applicationVersion,
    executorID: instanceId,
    runMigrations: false,
    schedulerPollingIntervalMs: 10_000,
    logger: quiet(log),
  });
  for (const [name, workflow] of Object.entries(workflows)) register(name, workflow, instanceId, database);
  await database.system.run(
    sql`insert into instances (id) values (${instanceId}) on conflict (id) do update set seen_at = now()`,
  );
  await DBOS.launch();
  await DBOS.registerQueue(queue, {
    workerConcurrency: 10,
    minPollingIntervalMs: queuePollMs,
    onConflict: "always_update",
  });

  const stopPulse = startPulse(options);
  return {
    enqueue: enqueuer(client),
    running: () => DBOS.isInitialized(),
    close: async () => {
      stopPulse();
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: 0 });
      await client.destroy();
      await pool.end();
      // Whoever lives, or starts next, takes over at once what was still running here.
      await database.system
        .run(sql`update instances set seen_at = 'epoch' where id = ${instanceId}`)
        .catch(() => undefined);
    },
  };
}

function register(name: string, workflow: Workflow<never>, instanceId: string, database: Database): void {
  DBOS.registerWorkflow(
    async (input: never) => {
      const id = DBOS.workflowID ?? "";
      const step = <T>(stepName: string, work: () => Promise<T>) =>
        DBOS.runStep(
          async () => {
            await expectOwned(database, id, instanceId);
            return work();
          },
          { name: stepName },
        );
      await workflow(input, { id, step, sleep: (ms) => DBOS.sleep(ms) });
    },
    { name, maxRecoveryAttempts: 1_000_000 },
  );
}

/** A process that was frozen and taken for dead must not run a step that its successor runs too. */
async function expectOwned(database: Database, id: string, instanceId: string): Promise<void> {
  const owned = await database.system.first(
    sql`select from dbos.workflow_status where workflow_uuid = ${id} and status = 'PENDING' and executor_id = ${instanceId}`,
  );
  if (!owned) throw new Error(`Workflow ${id} is no longer this instance's.`);
}

function startPulse({ database, instanceId, log, onSuperseded }: DurableOptions): () => void {
  let beating = false;
  const beat = async () => {
    const { alive, dead } = await pulse(database, instanceId);
    if (!alive) return onSuperseded();
    for (const instance of dead) {
      const handles = await DBOSExecutor.globalInstance?.recoverPendingWorkflows([instance]);
      log.info({ instance, workflows: handles?.length ?? 0 }, "took over the work of an instance that is gone");
    }
  };
  const timer = setInterval(() => {
    if (beating) return;
    beating = true;
    beat()
      .catch((error: unknown) => log.warn({ error: String(error) }, "the heartbeat of this instance failed"))
      .finally(() => {
        beating = false;
      });
  }, heartbeatMs);
  return () => clearInterval(timer);
}

/** Says that this one is alive, and takes over who is not: deleting the row is taking over, and of two that try, one gets it. */
async function pulse(database: Database, instanceId: string): Promise<{ alive: boolean; dead: string[] }> {
  const found = await database.heartbeat.first<{ alive: boolean; dead: string[] }>(sql`
    with beat as (
      update instances set seen_at = now() where id = ${instanceId} returning id
    ), gone as (
      delete from instances where seen_at < now() - make_interval(secs => ${deadAfterSeconds}) and id <> ${instanceId} returning id
    )
    select exists (select from beat) as alive, array(select id from gone) as dead`);
  return found ?? { alive: true, dead: [] };
}

/** One pool for engine and client; the engine's own would open more and warn about how it sets them up. */
function openPool(url: string, max: number, log: Log): pg.Pool {
  const options = "-c idle_in_transaction_session_timeout=60s";
  return createPool({ connectionString: url, max, application_name: "opsplane-durable", options }, log);
}

function connectClient(url: string, pool: pg.Pool, log: Log): Promise<DBOSClient> {
  return DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabasePool: pool,
    applicationName: application,
    logger: quiet(log),
  });
}

function enqueuer(client: DBOSClient): Durable["enqueue"] {
  return async (pgClient, { workflow: workflowName, id: workflowID, input }) => {
    await client.enqueueInTransaction(
      pgClient,
      { queueName: queue, workflowName, workflowID, appVersion: applicationVersion },
      input,
    );
  };
}

function quiet(log: Log) {
  const at = (level: "debug" | "warn") => (entry: unknown) => log[level]({ engine: "dbos" }, String(entry));
  return { debug: () => undefined, info: at("debug"), warn: at("warn"), error: at("warn") };
}
