import {
  automationWriter,
  type CronRun,
  createLog,
  cronSchedule,
  type Database,
  newId,
  openDatabase,
  planCron,
  sql,
  travelingClock,
} from "@opsplane/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Plane, startPlane } from "./plane.ts";

const log = createLog("silent");
const clock = travelingClock();
const minute = 60_000;
let plane: Plane;
let database: Database;

beforeAll(async () => {
  plane = await startPlane({ ROLE: "api" });
  database = openDatabase({ url: plane.databaseUrl, log, clock, tenantConnections: 2, systemConnections: 2 });
});
afterAll(async () => {
  await database.close();
  await plane.close();
});

const hourly = { cron: "0 * * * *", timezone: "UTC", leadSeconds: 0, enabled: true };

/** A kind of its own, whose runs are recorded and fail for some subjects. */
function openKind(failing: ReadonlySet<string> = new Set()) {
  const kind = `test.${newId()}`;
  const runs: CronRun[] = [];
  const hooks = { now: clock.now, react: async () => undefined, committed: () => undefined };
  const { run: tick } = cronSchedule({
    database,
    log,
    asAutomation: automationWriter(hooks, database.inTenant),
    mayRun: async () => true,
    jobs: [
      {
        kind,
        run: async (_write, run) => {
          runs.push(run);
          if (failing.has(run.subjectId)) throw new Error("The printer is on fire.");
          return false;
        },
      },
    ],
  });
  const read = (subjectId: string) =>
    database
      .tenant(plane.tenantId)
      .first<{ attempts: number; last_error: string | null; next_slot: string; last_slot: string | null }>(
        sql`select attempts, last_error, next_slot, last_slot from cron_schedules where kind = ${kind} and subject_id = ${subjectId}`,
      );
  return {
    runs,
    read,
    plan: (tenantId: string, subjectId: string) =>
      database.inTenant(tenantId, (tx) => planCron(tx, kind, subjectId, hourly, clock.now())),
    tick: () => tick({ now: clock.now(), shard: 0, shards: 1, signal: new AbortController().signal }),
  };
}

test("a run that fails is tried again later, and given up after five attempts; others are not held up", async () => {
  const [broken, healthy] = [newId(), newId()];
  const { runs, read, plan, tick } = openKind(new Set([broken]));
  await plan(plane.tenantId, broken);
  await plan(plane.tenantId, healthy);
  const slot = (await read(broken))?.next_slot ?? "";
  clock.travel(Date.parse(slot) - clock.now().getTime());
  await tick();
  await tick();
  expect(runs.map(({ subjectId }) => subjectId).sort()).toEqual([broken, healthy].sort());
  expect(await read(broken)).toMatchObject({ attempts: 1, next_slot: slot, last_error: "The printer is on fire." });
  expect(await read(healthy)).toMatchObject({ attempts: 0, last_slot: slot, last_error: null });

  // Waits of 1, 2, 4 and 8 minutes: the fifth attempt is still in the same hour.
  for (const wait of [1, 2, 4, 8]) {
    clock.travel(wait * minute);
    await tick();
  }
  expect(runs.filter(({ subjectId }) => subjectId === broken).map((run) => run.slot.toISOString())).toEqual(
    Array(5).fill(slot),
  );
  expect(await read(broken)).toMatchObject({ attempts: 0, last_slot: slot, last_error: "The printer is on fire." });
  expect(Date.parse((await read(broken))?.next_slot ?? "") - Date.parse(slot)).toBe(60 * minute);
});

test("tenants take turns: one with many schedules does not run all of them first", async () => {
  const [busy, quiet] = await Promise.all([plane.tenant(), plane.tenant()]);
  const [many, one] = [busy.tokens.user.tenant_id, quiet.tokens.user.tenant_id];
  const { runs, plan, tick } = openKind();
  for (let index = 0; index < 5; index++) await plan(many, newId());
  // The only one of the other tenant is due last.
  clock.travel(61 * minute);
  await plan(one, newId());
  clock.travel(60 * minute);
  await tick();
  expect(runs).toHaveLength(6);
  expect(runs.slice(0, 2).map(({ tenantId }) => tenantId)).toContain(one);
});
