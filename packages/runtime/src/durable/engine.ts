import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { migrateSystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import type pg from "pg";
import type { Log } from "../log.ts";
import { type Database, runtimeRole, systemRole, type Transaction } from "../postgres/database.ts";
import { createPool } from "../postgres/pool.ts";
import { sql } from "../postgres/sql.ts";
import { type HeartbeatOptions, startHeartbeat } from "./heartbeat.ts";
import { aloneQueue, keyWaitingWork, suspectQueue } from "./takeover.ts";
import { defaultQueue, type Job, type QueueSpec, type Workflow, type WorkflowRun } from "./workflow.ts";

export interface Durable {
  /** Starts the job when the transaction commits. */
  enqueue(tx: Transaction, job: Job): Promise<void>;
  running(): boolean;
  /** Takes no more work, waits for what runs, interrupts what takes too long, and leaves the rest to other instances. */
  close(options?: CloseOptions): Promise<void>;
}

export interface CloseOptions {
  drainMs: number;
  interrupt(): Promise<void>;
}

const application = "opsplane";
// Constant, because with a version derived from the code, waiting work would stop after every upgrade.
const applicationVersion = "1";

/** Creates the engine's tables. Runs under the migration lock, because concurrent first launches deadlock. */
export async function migrateDurable(url: string): Promise<void> {
  // Like DBOS.migrate, but without its console output.
  const logger = new GlobalLogger(undefined, { logLevel: "error" });
  for (const role of [runtimeRole, systemRole]) await migrateSystemDatabase(url, logger, "dbos", role);
}

/** For instances that only serve the API. They enqueue work, and workers run it. */
export async function openDurableClient(url: string, log: Log): Promise<Durable> {
  const pool = openPool(url, 2, log);
  const client = await connectClient(url, pool, log);
  return {
    ...clientCalls(client),
    running: () => true,
    close: async () => {
      await client.destroy();
      await pool.end();
    },
  };
}

export interface DurableOptions extends HeartbeatOptions {
  url: string;
  workflows: readonly Workflow[];
  /** The interval at which a worker looks for enqueued work. */
  pollMs: number;
}

export async function startDurable(options: DurableOptions): Promise<Durable> {
  const { url, database, instanceId, workflows, log, pollMs } = options;
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
  for (const workflow of workflows) register(workflow, instanceId, database);
  const heartbeat = await startHeartbeat(options);
  await DBOS.launch();
  const queues = queuesOf(workflows);
  for (const { name, concurrency, share, startsPerSecond } of queues)
    await DBOS.registerQueue(name, {
      workerConcurrency: concurrency,
      ...(share < concurrency ? { partitionWorkerConcurrency: share } : {}),
      ...(startsPerSecond ? { rateLimit: { limitPerPeriod: startsPerSecond, periodSec: 1 } } : {}),
      minPollingIntervalMs: pollMs,
      onConflict: "always_update" as const,
    });
  await database.inSystem((tx) => keyWaitingWork(tx, queues));
  heartbeat.takeOver();
  return {
    ...clientCalls(client),
    running: () => DBOS.isInitialized(),
    close: async ({ drainMs, interrupt } = { drainMs: 0, interrupt: async () => undefined }) => {
      // It goes on beating, so that no other instance takes the work that still runs.
      heartbeat.takeNoMore();
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: drainMs });
      await interrupt();
      heartbeat.stop();
      await client.destroy();
      await pool.end();
      await heartbeat.leave();
    },
  };
}

function queuesOf(workflows: readonly Workflow[]): QueueSpec[] {
  const queues = [defaultQueue, suspectQueue, aloneQueue, ...workflows.map(({ queue }) => queue)];
  return [...new Map(queues.map((queue) => [queue.name, queue])).values()];
}

function register({ name, queue, run }: Workflow, instanceId: string, database: Database): void {
  const start = DBOS.registerWorkflow(
    (input: object): Promise<unknown> => {
      const id = DBOS.workflowID ?? "";
      const again = async (afterMs: number, next: object) => {
        const enqueueOptions = { queuePartitionKey: tenantOf(next), delaySeconds: afterMs / 1000 };
        await DBOS.startWorkflow(start, { workflowID: nextId(id), queueName: queue.name, enqueueOptions })(next);
      };
      // The types of the input were checked by `implement`.
      return run(input as never, { ...workflowRun(id, instanceId, database), again });
    },
    { name, maxRecoveryAttempts: 1_000_000 },
  );
}

/** `send-1`, `send-1~2`, `send-1~3`. */
function nextId(id: string): string {
  const [, base = id, number = "1"] = /^(.*?)(?:~(\d{1,9}))?$/s.exec(id) ?? [];
  return `${base}~${Number(number) + 1}`;
}

const noTenant = "-";

/** The tenant whose share of a queue the work uses. */
function tenantOf(input: object): string {
  return "tenantId" in input && typeof input.tenantId === "string" ? input.tenantId : noTenant;
}

function workflowRun(id: string, instanceId: string, database: Database): Omit<WorkflowRun, "again"> {
  return {
    id,
    step: (name, work) =>
      DBOS.runStep(
        async () => {
          await assertOwned(database, id, instanceId);
          return work();
        },
        { name },
      ),
  };
}

/** A process that was frozen and replaced must not run a step that its successor also runs. */
async function assertOwned(database: Database, id: string, instanceId: string): Promise<void> {
  const owned = await database.system.first(
    sql`select from dbos.workflow_status where workflow_uuid = ${id} and status = 'PENDING' and executor_id = ${instanceId}`,
  );
  if (!owned) throw new Error(`Workflow ${id} was taken over by another instance.`);
}

/** One pool for engine and client. The engine's default pools open more connections and log warnings. */
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

function clientCalls(client: DBOSClient): Pick<Durable, "enqueue"> {
  return {
    enqueue: async (tx, { workflow: workflowName, queue: queueName, id: workflowID, input }) => {
      const work = { queueName, workflowName, workflowID, appVersion: applicationVersion };
      await client.enqueueInTransaction(tx.client, { ...work, queuePartitionKey: tenantOf(input) }, input);
    },
  };
}

function quiet(log: Log) {
  const at = (level: "debug" | "warn") => (entry: unknown) => log[level]({ engine: "dbos" }, String(entry));
  return { debug: () => undefined, info: at("debug"), warn: at("warn"), error: at("warn") };
}
