import {
  createLog,
  type Database,
  type Durable,
  defineWorkflow,
  type Job,
  newId,
  openDatabase,
  sql,
  startDurable,
  type Workflow,
} from "@opsplane/runtime";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Plane, startPlane } from "./plane.ts";

// A process has one engine, so this file needs a plane that only enqueues.

const results = new Map<string, unknown>();
const oneAtATime = defineWorkflow<object>("test-one-at-a-time", { name: "test-narrow", concurrency: 1, share: 1 });
const held = defineWorkflow<{ tenantId: string }>("test-held", { name: "test-shared", concurrency: 5, share: 2 });
const returns = defineWorkflow<{ afterMs: number; tried?: number }>("test-returns", {
  ...{ name: "test-returning", concurrency: 1, share: 1 },
});

let running = 0;
let most = 0;
let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});

const workflows: Workflow[] = [
  oneAtATime.implement(async (_, run) => {
    await run.step("work", async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running -= 1;
    });
    await run.step("note", async () => void results.set(run.id, "done"));
  }),
  held.implement(async ({ tenantId }, run) => {
    results.set(run.id, "began");
    if (tenantId === "slow") await released;
    results.set(run.id, "done");
  }),
  returns.implement(async ({ afterMs, tried = 0 }, run) => {
    results.set(run.id, tried);
    if (tried < 2) await run.again(afterMs, { afterMs, tried: tried + 1 });
  }),
];

let plane: Plane;
let database: Database;
let durable: Durable;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api" });
  const [log, url] = [createLog("silent"), plane.databaseUrl];
  database = openDatabase({ url, log, tenantConnections: 2, systemConnections: 4 });
  const onSuperseded = () => undefined;
  durable = await startDurable({
    url,
    database,
    instanceId: newId(),
    workflows,
    log,
    takeoverSeconds: 10,
    onSuperseded,
    pollMs: 50,
  });
});
afterAll(async () => {
  release();
  await durable.close();
  await database.close();
  await plane.close();
});

const start = (job: Job) => database.inSystem((tx) => durable.enqueue(tx, job));
const resultOf = (id: string) => expect.poll(() => results.get(id));

test("a job that is enqueued twice runs once, and one that is rolled back never", async () => {
  const [id, never] = [newId(), newId()];
  await start(oneAtATime.job(id, {}));
  await start(oneAtATime.job(id, {}));
  const undone = database.inSystem(async (tx) => {
    await durable.enqueue(tx, oneAtATime.job(never, {}));
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await resultOf(id).toBe("done");
  expect(results.has(never)).toBe(false);
});

test("a queue respects its concurrency limit", async () => {
  const ids = Array.from({ length: 5 }, () => newId());
  for (const id of ids) await start(oneAtATime.job(id, {}));
  for (const id of ids) await resultOf(id).toBe("done");
  expect(most).toBe(1);
});

test("a tenant has at most its share of a queue, so another one's job starts at once", async () => {
  const slow = Array.from({ length: 20 }, () => newId());
  for (const id of slow) await start(held.job(id, { tenantId: "slow" }));
  const began = () => slow.filter((id) => results.has(id)).length;
  await expect.poll(began).toBe(2);
  const quick = newId();
  await start(held.job(quick, { tenantId: "quick" }));
  await resultOf(quick).toBe("done");
  expect(began()).toBe(2);
  release();
  for (const id of slow) await resultOf(id).toBe("done");
});

test("a job that starts again later holds no place of its queue while it waits", async () => {
  const [waiting, other] = [newId(), newId()];
  await start(returns.job(waiting, { afterMs: 3_600_000 }));
  await resultOf(waiting).toBe(0);
  await start(returns.job(other, { afterMs: 0 }));
  await resultOf(`${other}~3`).toBe(2);
  expect(results.get(`${other}~2`)).toBe(1);
  expect(results.has(`${waiting}~2`)).toBe(false);
});

describe("the work of an instance that is gone", () => {
  /** A job that an instance holds which is gone. */
  async function heldBy(instance: string, { deaths }: { deaths?: number } = {}): Promise<string> {
    const id = newId();
    await database.inSystem(async (tx) => {
      await durable.enqueue(tx, { ...held.job(id, { tenantId: "quick" }), queue: "test-elsewhere" });
      await tx.run(
        sql`update dbos.workflow_status set status = 'PENDING', executor_id = ${instance} where workflow_uuid = ${id}`,
      );
      if (deaths) await tx.run(sql`insert into suspects (work_id, deaths) values (${id}, ${deaths})`);
    });
    return id;
  }
  const gone = (instance: string, how: "left" | "died") =>
    database.system.run(
      sql`insert into instances (id, seen_at) values (${instance}, ${how === "left" ? "epoch" : "2020-01-01"}::timestamptz)`,
    );
  const rowOf = (id: string) => () =>
    database.system.first(sql`
      select status, queue_name as queue, (select deaths from suspects where work_id = workflow_uuid) as deaths
      from dbos.workflow_status where workflow_uuid = ${id}`);

  /** Undefined while the database is not there. */
  const stateOf = (id: string) => () => rowOf(id)().catch(() => undefined);

  test("goes back to its queue when it said goodbye", async () => {
    const id = await heldBy("left-1");
    await gone("left-1", "left");
    await expect.poll(rowOf(id)).toEqual({ status: "ENQUEUED", queue: "test-elsewhere", deaths: null });
  });

  test("is tried alone when it died, also when it has no row at all", async () => {
    const ids = [await heldBy("died-1"), await heldBy("died-1"), await heldBy("unknown")];
    await gone("died-1", "died");
    for (const id of ids) await expect.poll(rowOf(id)).toEqual({ status: "SUCCESS", queue: "suspects", deaths: 1 });
  });

  test("is set aside when it was tried alone twice and its instances died; what ran beside it is not", async () => {
    const [poison, beside] = [await heldBy("died-2", { deaths: 2 }), await heldBy("died-2")];
    await gone("died-2", "died");
    await expect.poll(rowOf(beside)).toEqual({ status: "ENQUEUED", queue: "test-elsewhere", deaths: null });
    expect(await rowOf(poison)()).toMatchObject({ status: "MAX_RECOVERY_ATTEMPTS_EXCEEDED" });
    const setAside = await database.system.first(
      sql`select tenant_id, kind, tries, reason from set_aside where work_id = ${poison}`,
    );
    expect(setAside).toEqual({
      tenant_id: "quick",
      kind: "test-held",
      tries: 3,
      reason: "The server ended each time while this ran. It was not tried again.",
    });
  });

  test("is taken over whole when the database ended every connection in the middle of the takeover", async () => {
    const [suspect, other] = [await heldBy("died-3", { deaths: 1 }), await heldBy("died-4")];
    // The takeover waits for this row after it has deleted the rows of the instances.
    const lock = new pg.Client({ connectionString: plane.databaseUrl });
    await lock.connect();
    await lock.query("begin");
    await lock.query("select from suspects where work_id = $1 for update", [suspect]);
    await gone("died-3", "died");
    await gone("died-4", "died");
    const waiting = async () =>
      (await lock.query("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
        .rowCount;
    await expect.poll(waiting).toBe(1);
    await lock.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    await lock.query("rollback");
    await lock.end();
    await expect.poll(stateOf(suspect)).toEqual({ status: "SUCCESS", queue: "suspects-alone", deaths: 2 });
    await expect.poll(stateOf(other)).toEqual({ status: "SUCCESS", queue: "suspects", deaths: 1 });
  });
});
