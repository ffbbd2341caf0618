import pg from "pg";
import { expect, test } from "vitest";
import { type Plane, startPlane } from "./plane.ts";

const hour = 3_600_000;

/** A request with a target time, and an idempotency key. */
async function leaveWork({ admin: { api } }: Plane): Promise<void> {
  const item = await api.catalog.create({ body: { name: "Laptop", target_hours: 1 } });
  await api.requests.create({ body: { catalog_item_id: item.id } }, { headers: { "idempotency-key": "old" } });
}

async function workDone(plane: Plane): Promise<{ marked: boolean; swept: boolean }> {
  const [request] = await query(plane, "select breached_at is not null as marked from service_requests");
  const [keys] = await query(plane, "select count(*) = 0 as swept from idempotency_keys");
  return { marked: request?.marked === true, swept: keys?.swept === true };
}

test("a worker instance marks late requests and deletes old rows when they are due", async () => {
  const plane = await startPlane({ ROLE: "all" });
  await leaveWork(plane);
  const tick = async () => {
    await plane.schedules.runNow("itsm.breaches");
    await plane.schedules.runNow("system.maintenance");
  };
  await tick();
  expect(await workDone(plane)).toEqual({ marked: false, swept: false });
  plane.travel(2 * hour);
  await tick();
  expect(await workDone(plane)).toEqual({ marked: true, swept: false });
  plane.travel(24 * hour);
  await tick();
  expect(await workDone(plane)).toEqual({ marked: true, swept: true });
  await plane.close();
});

const ofEachProcess = ["licensing.clock", "telemetry.changed-hours", "telemetry.usage"];

const shared = [
  "agents.overdue",
  "ai.retention",
  "alerts.evaluate",
  "alerts.mute",
  "alerts.mutes",
  "alerts.quiet",
  "alerts.retention",
  "copilot.retention",
  "cron",
  "files.unfinished",
  "itsm.breaches",
  "licensing.states",
  "oncall.deliveries",
  "oncall.escalation",
  "oncall.reach",
  "oncall.retention",
  "reports.retention",
  "runbooks.flags",
  "runs.due",
  "runs.lost",
  "runs.overdue",
  "runs.retention",
  "slos.measure",
  "slos.retention",
  "system.maintenance",
  "telemetry.retention",
  "telemetry.rollups",
  "webhooks.retention",
  "webhooks.retries",
  "work.failed",
];

test.each([
  ["api", ofEachProcess],
  ["all", [...ofEachProcess, ...shared]],
])("an instance with ROLE=%s runs only its own schedules", async (role, names) => {
  const plane = await startPlane({ ROLE: role });
  const planned = [...plane.schedules.planned];
  await plane.close();
  expect(planned.sort()).toEqual([...names].sort());
});

async function query(plane: Plane, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}
