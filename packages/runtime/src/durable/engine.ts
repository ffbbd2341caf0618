import { DBOS, DBOSClient } from "@dbos-inc/dbos-sdk";
import { migrateSystemDatabase } from "@dbos-inc/dbos-sdk/internal/system_database";
import { GlobalLogger } from "@dbos-inc/dbos-sdk/internal/telemetry/logs";
import type pg from "pg";
import type { Log } from "../log.ts";
import { type Database, runtimeRole, systemRole, type Transaction } from "../postgres/database.ts";
import { createPool } from "../postgres/pool.ts";
import { sql } from "../postgres/sql.ts";
import { type HeartbeatOptions, startHeartbeat } from "./heartbeat.ts";
import { defaultQueue, type Job, type Signal, type Workflow, type WorkflowRun } from "./workflow.ts";

export interface Durable {
  /** Starts the job when the transaction commits. */
  enqueue(tx: Transaction, job: Job): Promise<void>;
  /** Delivers the signal when the transaction commits. A finished or unknown workflow is ignored. */
  signal(tx: Transaction, signal: Signal): Promise<void>;
  /** Ends a workflow and its children before their next step. */
  cancel(id: string): Promise<void>;
  running(): boolean;
  close(): Promise<void>;
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
  const registered = new Map<string, (input: never) => Promise<unknown>>();
  for (const workflow of workflows) registered.set(workflow.name, register(workflow, instanceId, database, registered));
  const heartbeat = await startHeartbeat(options);
  await DBOS.launch();
  const queues = new Map([defaultQueue, ...workflows.map(({ queue }) => queue)].map((queue) => [queue.name, queue]));
  for (const { name, concurrency } of queues.values()) {
    const settings = {
      workerConcurrency: concurrency,
      minPollingIntervalMs: pollMs,
      onConflict: "always_update" as const,
    };
    await DBOS.registerQueue(name, settings);
  }
  heartbeat.takeOver();
  return {
    ...clientCalls(client),
    running: () => DBOS.isInitialized(),
    close: async () => {
      heartbeat.stop();
      await DBOS.shutdown({ deregister: true, workflowCompletionTimeoutMS: 0 });
      await client.destroy();
      await pool.end();
      await heartbeat.leave();
    },
  };
}

type Registered = ReadonlyMap<string, (input: never) => Promise<unknown>>;

function register({ name, run }: Workflow, instanceId: string, database: Database, registered: Registered) {
  return DBOS.registerWorkflow(
    (input: never) => run(input, workflowRun(DBOS.workflowID ?? "", instanceId, database, registered)),
    { name, maxRecoveryAttempts: 1_000_000 },
  );
}

function workflowRun(id: string, instanceId: string, database: Database, registered: Registered): WorkflowRun {
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
    sleep: (ms) => DBOS.sleep(ms),
    waitFor: async (topic, timeoutMs) => (await DBOS.recv(topic, timeoutMs / 1000)) ?? undefined,
    child: async ({ workflow, queue, id: workflowID, input }) => {
      const target = registered.get(workflow);
      if (!target) throw new Error(`The workflow '${workflow}' is not registered.`);
      const handle = await DBOS.startWorkflow(target, { workflowID, queueName: queue })(input as never);
      // The caller names the type of the result that its workflow returns.
      return { result: () => handle.getResult() as Promise<never> };
    },
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

function clientCalls(client: DBOSClient): Pick<Durable, "enqueue" | "signal" | "cancel"> {
  return {
    enqueue: async (tx, { workflow: workflowName, queue: queueName, id: workflowID, input }) => {
      const work = { queueName, workflowName, workflowID, appVersion: applicationVersion };
      await client.enqueueInTransaction(tx.client, work, input);
    },
    signal: async (tx, { to, topic, message }) => {
      // The engine's error for an unknown workflow would abort the transaction.
      const waits = await tx.first(
        sql`select from dbos.workflow_status where workflow_uuid = ${to} and status in ('ENQUEUED', 'PENDING', 'DELAYED')`,
      );
      if (waits) await client.sendInTransaction(tx.client, to, message, topic);
    },
    cancel: (id) => client.cancelWorkflow(id, { cancelChildren: true }),
  };
}

function quiet(log: Log) {
  const at = (level: "debug" | "warn") => (entry: unknown) => log[level]({ engine: "dbos" }, String(entry));
  return { debug: () => undefined, info: at("debug"), warn: at("warn"), error: at("warn") };
}
