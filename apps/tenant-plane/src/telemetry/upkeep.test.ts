import { randomBytes } from "node:crypto";
import {
  type ClickHouse,
  createLog,
  type Database,
  openClickHouse,
  openDatabase,
  openFaults,
  sql,
} from "@opsplane/runtime";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite } from "../../test/a-write.ts";
import { type Plane, startPlane } from "../../test/plane.ts";
import { dropExpired } from "./retention.ts";
import { openRollups } from "./rollups/jobs.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("upkeep of telemetry", () => {
  // A separate database, because roll-ups and retention work on whole tables.
  const name = `test_${randomBytes(6).toString("hex")}`;
  const hour = 3_600_000;
  const start = Math.floor(Date.now() / hour) * hour - 30 * hour;
  let plane: Plane;
  let database: Database;
  let clickhouse: ClickHouse;
  beforeAll(async () => {
    plane = await startPlane(
      { ROLE: "api", CLICKHOUSE_DATABASE: name, BOOTSTRAP_TENANT_ID: tenant },
      { telemetry: true },
    );
    const log = createLog("fatal");
    database = openDatabase({ url: plane.databaseUrl, log, tenantConnections: 2, systemConnections: 2 });
    clickhouse = openClickHouse({ url: inject("clickhouseUrl"), database: name, migrations: [], querySeconds: 100 });
  }, 150_000);
  afterAll(async () => {
    await clickhouse?.close();
    await database?.close();
    await plane?.close();
  });

  const tenant = "default";
  const faults = () => openFaults(createLog("silent"));
  const openHere = (through = clickhouse, seen = faults()) =>
    openRollups({
      database,
      clickhouse: through,
      isUp: () => true,
      faults: seen,
      log: createLog("silent"),
    });

  async function write(samples: [number, number][]): Promise<void> {
    const answer = await fetch(`${plane.url}/api/ingest/prometheus`, {
      method: "POST",
      headers: { ...plane.admin.headers, "content-type": "application/x-protobuf", "content-encoding": "snappy" },
      body: new Uint8Array(aWrite([{ labels: { __name__: "rolled_total" }, samples }])),
    });
    expect(answer.status).toBe(200);
  }
  const ask = async (agg?: "increase", over?: "avg") => {
    const [begin, end] = [new Date(start + hour).toISOString(), new Date(start + 4 * hour).toISOString()];
    const query = {
      metric_name: "rolled_total",
      start: begin,
      end,
      step: "1h",
      window: "1h",
      ...(agg && { agg }),
      ...(over && { over }),
    };
    const [series] = (await plane.admin.api.metrics.query({ query })).series;
    return series?.points.map(([, value]) => Math.round(Number(value) * 1000) / 1000);
  };

  test("long ranges are read from rolled-up hours, including late samples, even without raw samples", async () => {
    const rollups = openHere();
    // The counter restarts at 40 in the third hour.
    const counted = (minute: number) => (minute < 150 ? minute : minute - 110);
    await write(
      Array.from({ length: 240 }, (_, minute): [number, number] => [counted(minute), start + minute * 60_000]),
    );
    const raw = [await ask("increase"), await ask(undefined, "avg")];
    expect(raw).toEqual([
      [60, 60, 99.661, 60],
      [29.5, 89.5, 94.5, 99.5],
    ]);
    // The plane notes changed hours every few seconds. The hour of the late sample below must be noted after these.
    await expect.poll(() => rollups.roll(new Date())).toBeGreaterThan(0);
    await expect
      .poll(async () => (await rollups.rolledUntil(tenant, new Date(start))).getTime())
      .toBe(start + 4 * hour);
    expect([await ask("increase"), await ask(undefined, "avg")]).toEqual(raw);

    await write([[1_000_059, start + 59_500 * 60]]);
    await expect.poll(() => rollups.roll(new Date())).toBe(1);
    const late = await ask(undefined, "avg");
    expect(late?.[0]).toBeGreaterThan(16_000);
    expect(late?.slice(1)).toEqual([89.5, 94.5, 99.5]);
    await clickhouse.alter("metric_samples", "DELETE WHERE 1 SETTINGS mutations_sync = 1");
    expect(await ask(undefined, "avg")).toEqual(late);
    await rollups.close();
  });

  test("samples that arrive during the roll-up of their hour make it wait again, and no other instance takes it", async () => {
    const elsewhere = openHere();
    const interrupted: ClickHouse = {
      ...clickhouse,
      run: async (query) => {
        await clickhouse.run(query);
        elsewhere.changed(tenant, [start / hour]);
        expect(await elsewhere.roll(new Date())).toBe(0);
      },
    };
    const rollups = openHere(interrupted);
    rollups.changed(tenant, [start / hour]);
    expect(await rollups.roll(new Date())).toBe(1);
    expect((await rollups.rolledUntil(tenant, new Date(start))).getTime()).toBe(start);
    expect(await elsewhere.roll(new Date())).toBe(1);
    expect((await rollups.rolledUntil(tenant, new Date(start))).getTime()).toBe(start + 4 * hour);
    await Promise.all([rollups.close(), elsewhere.close()]);
  });

  test("an hour that cannot be rolled up is postponed and reported, and does not block other hours or tenants", async () => {
    const other = (await plane.tenant()).tokens.user.tenant_id;
    const [bad, good] = [start / hour + 10, start / hour + 6];
    const refused: string[] = [];
    const seen = faults();
    const broken: ClickHouse = {
      ...clickhouse,
      run: async (query) => {
        const statement = JSON.stringify(query, (_key, value) => (typeof value === "bigint" ? String(value) : value));
        if (statement.includes(`"${BigInt(bad) * 3_600_000_000_000n}"`) && statement.includes(`"${tenant}"`)) {
          refused.push(statement);
          throw new Error("This hour cannot be read.");
        }
        await clickhouse.run(query);
      },
    };
    const rollups = openHere(broken, seen);
    rollups.changed(tenant, [bad, good]);
    rollups.changed(other, [bad, good]);
    const now = Date.now();
    expect(await rollups.roll(new Date(now))).toBe(3);
    expect((await rollups.rolledUntil(tenant, new Date(start))).getTime()).toBe(bad * hour);
    expect((await rollups.rolledUntil(other, new Date(start))).getTime()).toBe((bad + 1) * hour);
    // It is retried with growing pauses.
    expect(await rollups.roll(new Date(now))).toBe(0);
    expect(refused).toHaveLength(1);
    for (const minutes of [2, 5, 10, 30]) expect(await rollups.roll(new Date(now + minutes * 60_000))).toBe(0);
    expect(refused).toHaveLength(5);
    expect([...seen.lasting()]).toEqual([["roll-ups", "1 hours of metrics cannot be rolled up; see the log"]]);
    const mended = openHere(clickhouse, faults());
    expect(await mended.roll(new Date(now + 24 * hour))).toBe(1);
    // The fault is cleared once another instance has rolled up the hour.
    await rollups.roll(new Date(now + 24 * hour));
    expect([...seen.lasting()]).toEqual([]);
    expect((await rollups.rolledUntil(tenant, new Date(start))).getTime()).toBe((bad + 1) * hour);
    // A tenant that sent nothing has no rolled-up hours.
    expect((await rollups.rolledUntil("silent", new Date(start))).getTime()).toBe(start);
    await Promise.all([rollups.close(), mended.close()]);
  });

  test("the newest hour is rolled up first, and no transaction is open while ClickHouse works", async () => {
    const tenants = [(await plane.tenant()).tokens.user.tenant_id, (await plane.tenant()).tokens.user.tenant_id];
    const order: string[] = [];
    const open: number[] = [];
    // As the user of the URL, because the product's roles cannot see other sessions.
    const observer = new pg.Client({ connectionString: plane.databaseUrl });
    await observer.connect();
    const watched: ClickHouse = {
      ...clickhouse,
      run: async (query) => {
        const [tenantId, from] =
          JSON.stringify(query, (_key, value) => (typeof value === "bigint" ? String(value) : value)).match(
            /tenant-[0-9a-f]{10}|\d{19}/g,
          ) ?? [];
        order.push(
          `${tenants.indexOf(tenantId ?? "")} ${Number(BigInt(from ?? 0) / 3_600_000_000_000n) - start / hour}`,
        );
        const { rows } = await observer.query<{ count: number }>(
          "select count(*)::int as count from pg_stat_activity where datname = current_database() and state = 'idle in transaction'",
        );
        open.push(rows[0]?.count ?? -1);
      },
    };
    const rollups = openHere(watched);
    rollups.changed(tenants[0] ?? "", [start / hour + 1, start / hour + 2, start / hour + 3]);
    rollups.changed(tenants[1] ?? "", [start / hour]);
    expect(await rollups.roll(new Date())).toBe(4);
    expect(order).toEqual(["0 3", "1 0", "0 2", "0 1"]);
    expect(open).toEqual([0, 0, 0, 0]);
    await observer.end();
    await rollups.close();
  });

  test("a batch of two days of which a crash stored one is completed, not duplicated, when it is sent again", async () => {
    const day = 24 * hour;
    const [early, late] = [start - day, start].map((ms) => new Date(ms).toISOString());
    const body = [early, late, early].map((timestamp, row) => ({ timestamp, service: "two days", message: `${row}` }));
    const { ingest, logs } = plane.admin.api;
    expect(await ingest.logs({ body })).toMatchObject({ accepted: 3, duplicate: false });
    // The state after an earlier crash between the parts of two days.
    await clickhouse.alter(
      "log_records",
      `DELETE WHERE service = 'two days' AND ts = parseDateTime64BestEffort('${late}', 3) SETTINGS mutations_sync = 1`,
    );
    const stored = async () =>
      (await logs.list({ query: { service: ["two days"] } })).items.map(({ message }) => message).sort();
    expect(await stored()).toEqual(["0", "2"]);
    await expect(ingest.logs({ body })).rejects.toMatchObject({ status: 503 });
    await database.system.run(sql`update ingest_batches set begun_at = now() - interval '1 minute'`);
    expect(await ingest.logs({ body })).toMatchObject({ accepted: 3, duplicate: false });
    expect(await stored()).toEqual(["0", "1", "2"]);
    expect(await ingest.logs({ body })).toMatchObject({ duplicate: true });
  });

  test("partitions past their retention are dropped, the others stay", async () => {
    const tenant = await plane.tenant();
    await tenant.api.telemetry.update({ body: { retention_days: { flows: 2 } } });
    const flow = { protocol: "udp", src_ip: "10.0.0.1", dst_ip: "10.0.0.2", dst_port: 53, bytes: 1, packets: 1 };
    await tenant.api.ingest.flows({ body: flow });
    await tenant.api.ingest.logs({ body: { message: "stays" } });
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
    expect(await dropExpired(clickhouse, inDays(2))).toEqual([]);
    expect((await tenant.api.netflow.list()).total).toBe(1);
    expect(await dropExpired(clickhouse, inDays(4))).toEqual([expect.stringMatching(/^netflow_records .*,2\)$/)]);
    expect((await tenant.api.netflow.list()).total).toBe(0);
    expect((await tenant.api.logs.list()).items.map(({ message }) => message)).toEqual(["stays"]);
  });
});
