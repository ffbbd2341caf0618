import { all, createLog, type Database, type Departure, openDatabase, sql } from "@opsplane/runtime";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { holdTable } from "./held-lock.ts";
import { type Person, type Plane, startPlane } from "./plane.ts";

let plane: Plane;
beforeAll(async () => {
  plane = await startPlane({ DATABASE_CONNECTIONS: "4" });
});
afterAll(() => plane?.close());

const patient = { timeout: 180_000, interval: 50 };

function ask(path: string, { headers }: Person, signal?: AbortSignal): Promise<Response> {
  return fetch(plane.url + path, { headers, ...(signal ? { signal } : {}) });
}

test("a read is canceled when its client disconnects, and its connection serves others", async () => {
  const lock = await holdTable(plane.databaseUrl, "incidents");
  const leaving = new AbortController();
  const asked = ask("/api/incidents?source=x", plane.admin, leaving.signal).catch(() => "left");
  await expect.poll(lock.waiting, patient).toBeGreaterThan(0);
  leaving.abort();
  expect(await asked).toBe("left");
  // Without cancellation it would end after the statement timeout of 30 seconds.
  await expect.poll(lock.waiting, { ...patient, timeout: 20_000 }).toBe(0);
  await lock.release();
  for (let round = 0; round < 8; round++) expect((await ask("/api/incidents", plane.admin)).status).toBe(200);
});

test("a tenant that uses its share leaves connections for others, and gets a busy error", async () => {
  const [noisy, quiet] = [await plane.tenant(), await plane.tenant()];
  // A table that no background work reads.
  const lock = await holdTable(plane.databaseUrl, "catalog_items");
  const flood = Array.from({ length: 20 }, () => ask("/api/itsm/catalog", noisy));
  const refusal = Promise.race(flood);
  let isRefused = false;
  void refusal.then(() => {
    isRefused = true;
  });
  await expect.poll(lock.waiting, patient).toBeGreaterThanOrEqual(3);
  const created = quiet.api.incidents.create({ body: { title: "while others flood" } });
  const listed = created.then(() => quiet.api.incidents.list());
  // The share is two, and one of the four connections is never used beyond a share. After the first refusal fewer requests wait.
  let most = 0;
  do most = Math.max(most, await lock.waiting());
  while (!isRefused);
  expect(most).toBe(3);
  expect((await listed).total).toBe(1);
  const refused = await refusal;
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("2");
  expect(await refused.json()).toMatchObject({ code: "UNAVAILABLE", error: expect.stringContaining("busy") });
  await lock.release();
  await Promise.all(flood);
});

test("an instance shows that it is alive while every connection of the system is busy", async () => {
  const observer = new pg.Client(plane.databaseUrl);
  await observer.connect();
  const seen = async () =>
    (await observer.query<{ seen: string }>("select max(seen_at)::text as seen from instances")).rows[0]?.seen ?? "";
  const lock = await holdTable(plane.databaseUrl, "api_keys");
  const headers = { authorization: "Bearer opk_unknown", "x-tenant-id": plane.tenantId };
  const flood = Array.from({ length: 12 }, () => fetch(`${plane.url}/api/incidents`, { headers }));
  await expect.poll(lock.waiting, patient).toBe(4);
  const before = await seen();
  await expect.poll(async () => (await seen()) > before, patient).toBe(true);
  expect(await lock.waiting()).toBe(4);
  await lock.release();
  await Promise.all(flood);
  await observer.end();
});

async function withOneConnection(work: (database: Database) => Promise<void>): Promise<void> {
  const log = createLog("fatal");
  const database = openDatabase({ url: plane.databaseUrl, log, tenantConnections: 1, systemConnections: 1 });
  await work(database).finally(() => database.close());
}

test("the number of named statements per connection is limited", async () => {
  await withOneConnection(async (database) => {
    const db = database.tenant(plane.tenantId);
    for (let length = 1; length <= 250; length++) {
      const condition = all(Array.from({ length }, () => sql`true`));
      await db.rows(sql`select 1 where ${condition}`);
    }
    const named = await db.first<{ total: number }>(sql`select count(*) as total from pg_prepared_statements`);
    // Plus the statement that sets the tenant.
    expect(named?.total).toBe(201);
  });
});

test("a canceled read never affects the next one on its connection", async () => {
  await withOneConnection(async (database) => {
    for (let round = 0; round < 30; round++) {
      const reader = aReader();
      // Some are canceled while they run, and some just after they ended.
      const seconds = round % 3 === 0 ? 60 : 0.001;
      const left = database.tenant(plane.tenantId, reader.departure).rows(sql`select pg_sleep(${seconds})`);
      const ended = left.catch((error: unknown) => error);
      (await reader.listening)();
      const next = await database.tenant(plane.tenantId).first<{ one: number }>(sql`select 1 as one`);
      expect(next).toEqual({ one: 1 });
      await ended;
    }
  });
});

/** A caller that disconnects when the test says so, after the statement has started to listen. */
function aReader(): { departure: Departure; listening: Promise<() => void> } {
  let gone = false;
  let hearing: (leave: () => void) => void;
  const listening = new Promise<() => void>((resolve) => {
    hearing = resolve;
  });
  const departure: Departure = {
    get gone() {
      return gone;
    },
    onGone: (hear) => {
      hearing(() => {
        gone = true;
        hear();
      });
      return () => undefined;
    },
  };
  return { departure, listening };
}
