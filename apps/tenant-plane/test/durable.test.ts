import {
  createLog,
  type Database,
  type Durable,
  defineWorkflow,
  type Job,
  newId,
  openDatabase,
  startDurable,
  type Workflow,
} from "@opsplane/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Plane, startPlane } from "./plane.ts";

// A process has one engine, so this file needs a plane that only enqueues.

const results = new Map<string, unknown>();
const waits = defineWorkflow<{ timeoutMs: number }>("test-waits");
const doubles = defineWorkflow<{ number: number }, number>("test-doubles");
const parent = defineWorkflow<{ numbers: number[] }>("test-parent");
const oneAtATime = defineWorkflow<object>("test-one-at-a-time", { name: "test-narrow", concurrency: 1 });
const sleeps = defineWorkflow<object>("test-sleeps");

let running = 0;
let most = 0;
let stepsAfterSleep = 0;

const workflows: Workflow[] = [
  waits.implement(async ({ timeoutMs }, run) => {
    const answer = await run.waitFor<string>("answer", timeoutMs);
    await run.step("note", async () => void results.set(run.id, answer ?? "nothing came"));
  }),
  doubles.implement(({ number }, run) => run.step("double", async () => number * 2)),
  parent.implement(async ({ numbers }, run) => {
    const children = [];
    for (const number of numbers)
      children.push(await run.child<number>(doubles.job(`${run.id}-${number}`, { number })));
    const doubled: number[] = [];
    for (const child of children) doubled.push(await child.result());
    await run.step("note", async () => void results.set(run.id, doubled));
  }),
  oneAtATime.implement(async (_, run) => {
    await run.step("work", async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 50));
      running -= 1;
    });
    await run.step("note", async () => void results.set(run.id, "done"));
  }),
  sleeps.implement(async (_, run) => {
    await run.step("begin", async () => void results.set(run.id, "asleep"));
    await run.waitFor("never", 3_600_000);
    await run.step("go on", async () => {
      stepsAfterSleep += 1;
    });
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
  await durable.close();
  await database.close();
  await plane.close();
});

const start = (job: Job) => database.inSystem((tx) => durable.enqueue(tx, job));
const resultOf = (id: string) => expect.poll(() => results.get(id));

test("a workflow waits for its signal, which is delivered with the transaction that sends it", async () => {
  const id = newId();
  await start(waits.job(id, { timeoutMs: 3_600_000 }));
  const undone = database.inSystem(async (tx) => {
    await durable.signal(tx, { to: id, topic: "answer", message: "rolled back" });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await database.inSystem((tx) => durable.signal(tx, { to: id, topic: "answer", message: "hello" }));
  await resultOf(id).toBe("hello");
});

test("without a signal it continues after the timeout", async () => {
  const id = newId();
  await start(waits.job(id, { timeoutMs: 100 }));
  await resultOf(id).toBe("nothing came");
});

test("a signal to a finished or unknown workflow is ignored, and its transaction commits", async () => {
  const committed = await database.inSystem(async (tx) => {
    await durable.signal(tx, { to: newId(), topic: "answer", message: 1 });
    return "committed";
  });
  expect(committed).toBe("committed");
});

test("children run and return their results", async () => {
  const id = newId();
  await start(parent.job(id, { numbers: [1, 2, 3] }));
  await resultOf(id).toEqual([2, 4, 6]);
});

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

test("a canceled workflow runs no further step", async () => {
  const id = newId();
  await start(sleeps.job(id, {}));
  await resultOf(id).toBe("asleep");
  await durable.cancel(id);
  await database.inSystem((tx) => durable.signal(tx, { to: id, topic: "never", message: 1 }));
  const other = newId();
  await start(waits.job(other, { timeoutMs: 10 }));
  await resultOf(other).toBe("nothing came");
  expect(stepsAfterSleep).toBe(0);
});
