import pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { type Plane, startPlane } from "./plane.ts";

afterEach(() => vi.useRealTimers());

/** A request whose target time has passed, and an idempotency key that nobody will send again. */
async function leaveWork(plane: Plane): Promise<void> {
  const { api } = plane.admin;
  const item = await api.catalog.create({ body: { name: "Laptop", target_hours: 1 } });
  await api.requests.create({ body: { catalog_item_id: item.id } }, { headers: { "idempotency-key": "old" } });
  await query(plane, "update service_requests set target_at = now() - interval '1 minute'");
  await query(plane, "update idempotency_keys set created_at = now() - interval '2 days'");
}

/** Every timer of the instance fires, as if ten minutes and more had passed. */
function passTime(): void {
  vi.advanceTimersByTime(11 * 60_000);
}

async function workDone(plane: Plane): Promise<{ marked: boolean; swept: boolean }> {
  const [request] = await query(plane, "select breached_at is not null as marked from service_requests");
  const [keys] = await query(plane, "select count(*) = 0 as swept from idempotency_keys");
  return { marked: request?.marked === true, swept: keys?.swept === true };
}

test("an instance that works marks late requests and sweeps old rows", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const plane = await startPlane({ ROLE: "all" });
  await leaveWork(plane);
  passTime();
  await expect.poll(() => workDone(plane)).toEqual({ marked: true, swept: true });
  await plane.close();
});

test("an instance that serves the API alone does neither", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const plane = await startPlane({ ROLE: "api" });
  await leaveWork(plane);
  passTime();
  // Closing waits for what the timers began.
  await plane.close();
  expect(await workDone(plane)).toEqual({ marked: false, swept: false });
});

async function query(plane: Plane, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: plane.databaseUrl });
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(text);
  await client.end();
  return rows;
}
