import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { openThreads, type Threads, type ThreadsOptions } from "./threads.ts";

interface Sum {
  tenantId: string;
  numbers: number[];
}

const folder = mkdtempSync(join(tmpdir(), "opsplane-threads-"));
const program = join(folder, "sum.mjs");
// Adds numbers, never ends without any, and dies of a negative one.
writeFileSync(
  program,
  `import { parentPort } from "node:worker_threads";
parentPort.on("message", ({ job: { numbers } }) => {
  while (numbers.length === 0);
  if (numbers.some((each) => each < 0)) throw new Error("A negative number.");
  parentPort.postMessage(numbers.reduce((a, b) => a + b, 0));
});
`,
);

let threads: Threads<Sum, number>;
const deaths: string[] = [];
afterEach(() => threads.close());
afterAll(() => rmSync(folder, { recursive: true }));

function open(options: Partial<ThreadsOptions<Sum>> = {}): void {
  deaths.length = 0;
  threads = openThreads<Sum, number>({
    ...{ program, count: 1, maxHeapMb: 64 },
    onDeath: (error) => {
      deaths.push(error.message);
      return new Error("It died.");
    },
    interrupted: () => new Error("It was closed."),
    ...options,
  });
}

const sum = async (tenantId: string, ...numbers: number[]) => (await threads.run({ tenantId, numbers })).answer;

test("a job that takes too long ends with its thread, and the next one gets a new thread", async () => {
  open({ maxMs: 200 });
  await expect(sum("a")).rejects.toThrow("It died.");
  expect(deaths).toEqual(["The thread worked longer than 200 ms."]);
  // On a busy machine a new thread may need more than the limit to start; then the job is tried again.
  await expect.poll(() => sum("b", 1, 2)).toBe(3);
});

test("a thread that dies fails only its own job", async () => {
  open();
  const [died, served] = await Promise.allSettled([sum("a", -1), sum("b", 4, 5)]);
  expect(died).toMatchObject({ status: "rejected", reason: { message: "It died." } });
  expect(served).toEqual({ status: "fulfilled", value: 9 });
  expect(deaths).toEqual(["A negative number."]);
});

test("waiting tenants take turns", async () => {
  open();
  const order: string[] = [];
  const send = (tenantId: string, number: number) =>
    sum(tenantId, number).then((value) => order.push(`${tenantId}${value}`));
  await Promise.all([send("a", 1), send("a", 2), send("a", 3), send("b", 1)]);
  expect(order).toEqual(["a1", "a2", "b1", "a3"]);
});

test("closing fails running and waiting jobs", async () => {
  open();
  const unfinished = Promise.allSettled([sum("a"), sum("a", 1), sum("b", 2)]);
  await threads.close();
  const closed = { status: "rejected", reason: { message: "It was closed." } };
  expect(await unfinished).toMatchObject([closed, closed, closed]);
});
