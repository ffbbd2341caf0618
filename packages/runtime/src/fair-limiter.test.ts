import { expect, test } from "vitest";
import { fairLimiter } from "./fair-limiter.ts";

const never = new AbortController().signal;
const limits = { places: 3, placesPerTenant: 2, waitingPerTenant: 3, maxWaitMs: 60_000, busy: () => new Error("busy") };

/** A limiter whose tasks end when the test says so, and the names of those that have started. */
function stage(overrides: Partial<typeof limits> = {}) {
  const limiter = fairLimiter({ ...limits, ...overrides });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (tenant: string, name: string, signal = never) =>
    limiter.run(tenant, signal, () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await settled();
  };
  return { run, started, end };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a tenant that floods leaves a place to the others, and has its share alone once they come", async () => {
  const { run, started, end } = stage({ places: 4 });
  for (const name of ["a1", "a2", "a3", "a4"]) void run("a", name);
  await settled();
  expect(started).toEqual(["a1", "a2", "a3"]);
  void run("b", "b1");
  await settled();
  expect(started).toEqual(["a1", "a2", "a3", "b1"]);
  await end("a1");
  expect(started).toHaveLength(4);
  await end("a2");
  expect(started).toEqual(["a1", "a2", "a3", "b1", "a4"]);
});

test("tenants that wait take turns, however much each of them sends", async () => {
  const { run, started, end } = stage({ places: 1, placesPerTenant: 1 });
  void run("a", "a1");
  for (const name of ["a2", "a3"]) void run("a", name);
  void run("b", "b1");
  void run("c", "c1");
  await settled();
  for (const name of ["a1", "a2", "b1", "c1"]) await end(name);
  expect(started).toEqual(["a1", "a2", "b1", "c1", "a3"]);
});

test("a tenant with too many waiting tasks is refused, and the others are not", async () => {
  const { run, started, end } = stage({ places: 2, placesPerTenant: 1, waitingPerTenant: 1 });
  void run("a", "a1");
  void run("a", "a2");
  await expect(run("a", "a3")).rejects.toThrow("busy");
  void run("b", "b1");
  const waiting = run("b", "b2");
  await settled();
  await end("b1");
  await end("b2");
  expect(await waiting).toBe("b2");
  expect(started).toEqual(["a1", "b1", "b2"]);
});

test("a task whose client leaves gives up its place in the queue", async () => {
  const { run, started, end } = stage({ places: 1, placesPerTenant: 1 });
  const client = new AbortController();
  void run("a", "a1");
  const leaving = run("b", "b1", client.signal);
  void run("b", "b2");
  client.abort(new Error("gone"));
  await expect(leaving).rejects.toThrow("gone");
  await end("a1");
  expect(started).toEqual(["a1", "b2"]);
});

test("a task that waits too long is refused", async () => {
  const { run, end } = stage({ places: 1, placesPerTenant: 1, maxWaitMs: 1 });
  void run("a", "a1");
  await expect(run("b", "b1")).rejects.toThrow("busy");
  await end("a1");
});

test("a failed task frees its place", async () => {
  const limiter = fairLimiter({ ...limits, places: 1, placesPerTenant: 1 });
  const failing = limiter.run("a", never, () => Promise.reject(new Error("failed")));
  const next = limiter.run("a", never, async () => "next");
  await expect(failing).rejects.toThrow("failed");
  expect(await next).toBe("next");
});
