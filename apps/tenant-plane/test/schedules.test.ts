import {
  createLog,
  createMetrics,
  type Database,
  newId,
  openDatabase,
  openFaults,
  type Schedule,
  type Schedules,
  startSchedules,
  takeLease,
  travelingClock,
} from "@opsplane/runtime";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Plane, startPlane } from "./plane.ts";

const log = createLog("silent");
const hour = 3_600_000;
const clock = travelingClock();
let plane: Plane;
let database: Database;
const running: Schedules[] = [];

beforeAll(async () => {
  plane = await startPlane();
  database = openDatabase({ url: plane.databaseUrl, log, clock, tenantConnections: 2, systemConnections: 4 });
});
afterEach(async () => {
  for (const schedules of running.splice(0)) await schedules.close();
});
afterAll(async () => {
  await database.close();
  await plane.close();
});

function start(schedule: Partial<Schedule>, instanceId = newId()) {
  const [metrics, faults] = [createMetrics("test"), openFaults(log)];
  const name = schedule.name ?? `test.${newId()}`;
  const schedules = startSchedules({
    schedules: [{ everyMs: hour, runsOn: "one-worker", run: async () => undefined, ...schedule, name }],
    ...{ database, clock, metrics, faults, log, instanceId, runsWork: true, leaseSeconds: 30 },
  });
  running.push(schedules);
  return { schedules, metrics, faults, name };
}

/** Work that runs until the test ends it. */
function heldWork() {
  const state = { runs: 0, now: 0, most: 0, signals: [] as AbortSignal[] };
  const waiting: (() => void)[] = [];
  const run: Schedule["run"] = async ({ signal }) => {
    state.runs += 1;
    state.now += 1;
    state.most = Math.max(state.most, state.now);
    state.signals.push(signal);
    await new Promise<void>((resolve) => waiting.push(resolve));
    state.now -= 1;
  };
  return { state, run, release: () => waiting.shift()?.() };
}

describe("a schedule", () => {
  test("runs on one instance at a time", async () => {
    const { state, run, release } = heldWork();
    const { schedules, name } = start({ run });
    const { schedules: other } = start({ name, run });
    const first = schedules.runNow(name);
    await expect.poll(() => state.runs).toBe(1);
    await expect(other.runNow(name)).rejects.toThrow("Another instance is running");
    release();
    await first;
    const second = other.runNow(name);
    await expect.poll(() => state.runs).toBe(2);
    release();
    await second;
  });

  test("never runs twice at once: a second call waits for the first", async () => {
    const { state, run, release } = heldWork();
    const { schedules, name } = start({ run, runsOn: "every-instance" });
    const both = [schedules.runNow(name), schedules.runNow(name)];
    await expect.poll(() => state.runs).toBe(1);
    release();
    await expect.poll(() => state.runs).toBe(2);
    release();
    await Promise.all(both);
    expect(state.most).toBe(1);
  });

  test("has a lease for each shard", async () => {
    const seen: [number, number][] = [];
    const { schedules, name } = start({ shards: 3, run: async ({ shard, shards }) => void seen.push([shard, shards]) });
    await schedules.runNow(name);
    expect(seen).toEqual([0, 1, 2].map((shard) => [shard, 3]));
  });

  test("that fails is reported and counted, degrades health at the third time, and can run again", async () => {
    let fails = true;
    const run = async () => {
      if (fails) throw new Error("The disk is on fire.");
    };
    const { schedules, name, faults, metrics } = start({ run });
    for (let attempt = 0; attempt < 3; attempt++) await expect(schedules.runNow(name)).rejects.toThrow("on fire");
    expect([...faults.lasting()]).toEqual([[name, "The disk is on fire."]]);
    fails = false;
    await schedules.runNow(name);
    expect(faults.lasting().size).toBe(0);
    expect(await metrics.text()).toContain(`opsplane_schedule_runs_total{name="${name}",outcome="failed"} 3`);
    expect(await metrics.text()).toContain(`opsplane_schedule_runs_total{name="${name}",outcome="done"} 1`);
  });

  test("runs repeatedly", async () => {
    let runs = 0;
    start({
      everyMs: 20,
      run: async () => {
        runs += 1;
      },
    });
    await expect.poll(() => runs).toBeGreaterThanOrEqual(3);
  });

  test("is aborted when the plane closes, which waits for it", async () => {
    const { state, run, release } = heldWork();
    const { schedules, name } = start({ run });
    const ticking = schedules.runNow(name);
    await expect.poll(() => state.runs).toBe(1);
    let closed = false;
    const closing = schedules.close().then(() => {
      closed = true;
    });
    await expect.poll(() => state.signals[0]?.aborted).toBe(true);
    expect(closed).toBe(false);
    release();
    await Promise.all([ticking, closing]);
  });

  test("that does not exist is refused by name", async () => {
    await expect(plane.schedules.runNow("nonsense")).rejects.toThrow("The schedule 'nonsense' does not exist.");
  });
});

describe("a lease", () => {
  const request = (holder: string, name: string) => ({
    name,
    shard: 0,
    holder,
    everyMs: hour,
    leaseSeconds: 30,
    force: false,
  });

  test("is taken when the run is due, and not before", async () => {
    const name = `test.${newId()}`;
    const lease = await takeLease(database, request("a", name));
    await lease?.release();
    expect(await takeLease(database, request("b", name))).toBeUndefined();
    clock.travel(hour + 1000);
    const next = await takeLease(database, request("b", name));
    expect(next).toBeDefined();
    await next?.release();
  });

  test("that its holder did not renew is taken by another, and the holder is aborted", async () => {
    const name = `test.${newId()}`;
    const lost = await takeLease(database, { ...request("a", name), everyMs: 1 });
    expect(await takeLease(database, { ...request("b", name), everyMs: 1 })).toBeUndefined();
    clock.travel(31_000);
    const taken = await takeLease(database, { ...request("b", name), everyMs: 1 });
    expect(taken).toBeDefined();
    await lost?.renew();
    expect(lost?.signal.aborted).toBe(true);
    await taken?.renew();
    expect(taken?.signal.aborted).toBe(false);
    // Releasing a lease that was lost does not take it from its new holder.
    await lost?.release();
    expect(await takeLease(database, { ...request("c", name), everyMs: 1 })).toBeUndefined();
    await taken?.release();
  });
});
