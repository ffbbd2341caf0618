import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite } from "../../../test/a-write.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";
import { post } from "../../../test/sender.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("senders of telemetry", () => {
  let plane: Plane;
  let records: pg.Client;
  beforeAll(async () => {
    plane = await startPlane({ ROLE: "api", METRIC_SERIES_LIMIT: "8" }, { telemetry: true });
    records = new pg.Client({ connectionString: plane.databaseUrl });
    await records.connect();
  }, 150_000);
  afterAll(async () => {
    await records?.end();
    await plane?.close();
  });

  const messages = async (service: string, of: Person = plane.admin) =>
    (await of.api.logs.list({ query: { service: [service] } })).items.map(({ message }) => message);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  test("a collector token sends for its tenant, is counted, and works nowhere else or after revocation", async () => {
    const { token, id } = await plane.admin.api.collectors.create({ body: { name: "the collector" } });
    const body = JSON.stringify({ message: "by token", service: "tokens" });
    expect((await post(plane, "/api/logs", { body, as: token })).json).toEqual({
      data: { accepted: 1, rejected: 0, duplicate: false, errors: [] },
    });
    expect(await messages("tokens")).toEqual(["by token"]);
    const foreign = { "x-tenant-id": (await plane.tenant()).tokens.user.tenant_id };
    expect((await post(plane, "/api/logs", { body, as: token, headers: foreign })).status).toBe(403);
    const headers = { authorization: `Bearer ${token}`, "x-tenant-id": plane.tenantId };
    expect((await fetch(`${plane.url}/api/logs`, { headers })).status).toBe(403);
    await expect
      .poll(async () => (await plane.admin.api.collectors.list()).items.find((each) => each.id === id))
      .toMatchObject({ bytes: body.length, rows: 1, last_used_at: expect.any(String), revoked_at: null });
    await plane.admin.api.collectors.revoke({ params: { id } });
    expect((await post(plane, "/api/logs", { body, as: token })).status).toBe(401);
  });

  test("a repeated batch is stored once; equal records without a time are stored each time", async () => {
    const timed = JSON.stringify([{ message: "timed", service: "twice", timestamp: ago(0.1) }]);
    const [first, second] = [
      await post(plane, "/api/logs", { body: timed }),
      await post(plane, "/api/logs", { body: timed }),
    ];
    expect([first.json.data.duplicate, second.json.data.duplicate]).toEqual([false, true]);
    const untimed = JSON.stringify({ message: "untimed", service: "twice" });
    for (const key of [undefined, undefined, "a-key", "a-key"])
      await post(plane, "/api/logs", { body: untimed, ...(key && { headers: { "idempotency-key": key } }) });
    expect((await messages("twice")).toSorted()).toEqual(["timed", "untimed", "untimed", "untimed"]);
    const other = await plane.tenant();
    expect((await post(plane, "/api/logs", { body: timed, as: other })).json.data.duplicate).toBe(false);
    expect(await messages("twice", other)).toEqual(["timed"]);
  });

  test("the same batch sent many times at once is stored once; every sender gets success or a retry", async () => {
    const body = JSON.stringify([{ message: "at once", service: "race", timestamp: ago(0.1) }]);
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => post(plane, "/api/logs", { body })))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
    expect(await messages("race")).toEqual(["at once"]);
  });

  test("series beyond the limit are rejected, known series are still accepted", async () => {
    const tenant = await plane.tenant();
    const write = (hosts: number[], at: number) =>
      post(plane, "/api/ingest/prometheus", {
        body: new Uint8Array(
          aWrite(hosts.map((host) => ({ labels: { __name__: "many", host: `h${host}` }, samples: [[1, at]] }))),
        ),
        type: "application/x-protobuf",
        encoding: "snappy",
        as: tenant,
      });
    const now = Date.now();
    const first = await write([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], now - 15_000);
    expect([first.json.data.accepted, first.json.data.rejected]).toEqual([8, 2]);
    expect(first.json.data.errors[0]).toEqual({
      path: "timeseries[8]",
      message: "exceeds this tenant's limit of 8 series per day",
    });
    expect((await write([1, 2, 3], now)).json.data).toMatchObject({ accepted: 3, rejected: 0 });
  });

  test("the plan limits how old rows may be and the monthly volume", async () => {
    const small = await plane.tenant("startup");
    const old = JSON.stringify([{ message: "old", timestamp: ago(20) }, { message: "new" }]);
    expect((await post(plane, "/api/logs", { body: old, as: small })).json.data).toMatchObject({
      accepted: 1,
      errors: [{ path: "[0]", message: "has a time more than 14 days ago" }],
    });
    const full = await plane.tenant("startup");
    await records.query(
      "insert into metered_usage (tenant_id, day, meter, charge, count) values ($1, current_date, 'telemetry.logs', 50000000000, 1)",
      [full.tokens.user.tenant_id],
    );
    const refused = await post(plane, "/api/logs", { body: JSON.stringify({ message: "too much" }), as: full });
    expect([refused.status, refused.json.code]).toEqual([402, "QUOTA_EXCEEDED"]);
    const other = await plane.tenant("startup");
    const accepted = await post(plane, "/api/logs", { body: JSON.stringify({ message: "fits" }), as: other });
    expect(accepted.json.data).toMatchObject({ accepted: 1 });
    const settings = await small.api.telemetry.settings();
    expect(settings).toMatchObject({ plan_retention_days: 14, data_bytes_per_month: 50e9 });
    await expect(small.api.telemetry.update({ body: { retention_days: { logs: 15 } } })).rejects.toMatchObject({
      status: 422,
      details: [{ path: "retention_days.logs" }],
    });
    await expect
      .poll(async () => (await small.api.telemetry.settings()).usage.find(({ kind }) => kind === "logs")?.rows)
      .toBe(1);
  });

  test("without ClickHouse telemetry is refused at once with Retry-After, and records still work", async () => {
    const alone = await startPlane({ ROLE: "api" }, { clickhouseUrl: "http://127.0.0.1:9" });
    const answer = await fetch(`${alone.url}/api/logs`, {
      method: "POST",
      headers: { ...alone.admin.headers, "content-type": "application/json" },
      body: JSON.stringify({ message: "lost?" }),
    });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
    await expect(alone.admin.api.logs.list()).rejects.toMatchObject({ status: 503, code: "UNAVAILABLE" });
    await expect(alone.admin.api.metrics.query({ query: { metric_name: "up" } })).rejects.toMatchObject({
      status: 503,
    });
    await alone.admin.api.incidents.create({ body: { title: "works" } });
    await alone.close();
  });
});
