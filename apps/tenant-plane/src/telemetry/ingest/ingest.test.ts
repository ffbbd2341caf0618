import { gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite } from "../../../test/a-write.ts";
import { anExport } from "../../../test/an-export.ts";
import { type Person, type Plane, startPlane } from "../../../test/plane.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("ingest", () => {
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

  interface Sent {
    body: string | Uint8Array;
    type?: string;
    encoding?: string;
    headers?: Record<string, string>;
    as?: Person | string;
  }
  /** Posts as a sender would: with a token alone when `as` is one. */
  async function post(path: string, { body, type = "application/json", encoding, headers, as = plane.admin }: Sent) {
    const answer = await fetch(plane.url + path, {
      method: "POST",
      headers: {
        ...(typeof as === "string" ? { authorization: `Bearer ${as}` } : as.headers),
        "content-type": type,
        ...(encoding && { "content-encoding": encoding }),
        ...headers,
      },
      body,
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    return {
      status: answer.status,
      bytes,
      json: isJson ? JSON.parse(bytes.toString()) : undefined,
      headers: answer.headers,
    };
  }
  const messages = async (service: string, of: Person = plane.admin) =>
    (await of.api.logs.list({ query: { service: [service] } })).items.map(({ message }) => message);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  test("a collector token sends, names its tenant, counts, and is worth nothing elsewhere or once revoked", async () => {
    const { token, id } = await plane.admin.api.collectors.create({ body: { name: "the collector" } });
    const body = JSON.stringify({ message: "by token", service: "tokens" });
    expect((await post("/api/logs", { body, as: token })).json).toEqual({
      data: { accepted: 1, rejected: 0, duplicate: false, errors: [] },
    });
    expect(await messages("tokens")).toEqual(["by token"]);
    const foreign = { "x-tenant-id": (await plane.tenant()).tokens.user.tenant_id };
    expect((await post("/api/logs", { body, as: token, headers: foreign })).status).toBe(403);
    const headers = { authorization: `Bearer ${token}`, "x-tenant-id": "default" };
    expect((await fetch(`${plane.url}/api/logs`, { headers })).status).toBe(403);
    await expect
      .poll(async () => (await plane.admin.api.collectors.list()).items.find((each) => each.id === id))
      .toMatchObject({ bytes: body.length, rows: 1, last_used_at: expect.any(String), revoked_at: null });
    await plane.admin.api.collectors.revoke({ params: { id } });
    expect((await post("/api/logs", { body, as: token })).status).toBe(401);
  });

  test("logs come as one record, an array, a list, lines, or compressed; fields keep their meaning", async () => {
    const as = (message: string, more: object = {}) => ({ service: "forms", message, ...more });
    await post("/api/logs", { body: JSON.stringify(as("one", { timestamp: ago(0.5) })) });
    await post("/api/logs", { body: JSON.stringify([as("two", { "@timestamp": ago(0.4) })]) });
    await post("/api/logs", {
      body: gzipSync(JSON.stringify({ logs: [as("three", { ts: Date.parse(ago(0.3)) })] })),
      encoding: "gzip",
    });
    const lines = [
      { msg: "four", level: 50, user: { id: 7, admin: true }, service: "forms", time: Date.now() / 1000 },
      "bad",
    ];
    const answer = await post("/api/logs", {
      body: lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
      type: "application/x-ndjson",
    });
    expect(answer.json.data).toMatchObject({
      accepted: 1,
      rejected: 1,
      errors: [{ path: "line 2", message: "is not valid JSON" }],
    });
    const { items } = await plane.admin.api.logs.list({ query: { service: ["forms"] } });
    expect(items.map(({ message }) => message)).toEqual(["four", "three", "two", "one"]);
    expect(items[0]).toMatchObject({ level: "error", attributes: { "user.id": "7", "user.admin": "true" } });
  });

  test("bad rows are named, good rows of the same request are kept", async () => {
    const rows = [
      { message: "good", service: "mixed" },
      { service: "mixed" },
      { message: "bad time", timestamp: "yesterday", service: "mixed" },
      { message: "bad level", level: "loudest", service: "mixed" },
      { message: "future", timestamp: ago(-3), service: "mixed" },
      "not an object",
    ];
    const { status, json } = await post("/api/logs", { body: JSON.stringify(rows) });
    expect([status, json.data.accepted, json.data.rejected]).toEqual([200, 1, 5]);
    expect(
      json.data.errors.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`),
    ).toEqual([
      "[1] has no message",
      '[2] has a timestamp that is no time: "yesterday"; send ISO 8601 or Unix time',
      '[3] has a level that is none: "loudest"',
      "[4] has a time more than a day in the future",
      "[5] must be an object",
    ]);
    expect(await messages("mixed")).toEqual(["good"]);
    const all = await post("/api/logs", { body: JSON.stringify([{ service: "mixed" }]) });
    expect([all.status, all.json.code, all.json.details]).toEqual([
      422,
      "VALIDATION_ERROR",
      [{ path: "[0]", message: "has no message" }],
    ]);
  });

  test("a body that cannot be read is refused in words, and one that unfolds without end is not unfolded", async () => {
    const refusal = async (sent: Sent, path = "/api/logs") => {
      const { status, json } = await post(path, sent);
      return `${status} ${json?.error}`;
    };
    expect(await refusal({ body: "{" })).toBe("422 The body is not valid JSON.");
    expect(await refusal({ body: "3" })).toContain("must be a record, an array of records");
    expect(await refusal({ body: "{}", type: "text/plain" })).toContain("must be sent as application/json");
    expect(await refusal({ body: "{}", encoding: "br" })).toContain("may be compressed by gzip, not by 'br'");
    expect(await refusal({ body: "{}", encoding: "gzip" })).toBe("422 The body is not valid gzip.");
    expect(await refusal({ body: gzipSync(Buffer.alloc(80_000_000)), encoding: "gzip" })).toContain(
      "413 The body unfolds to more than 64 MiB",
    );
    const type = "application/x-protobuf";
    expect(await refusal({ body: "xx", type, encoding: "snappy" }, "/api/ingest/prometheus")).toContain(
      "not valid snappy",
    );
    expect(
      await refusal({ body: Buffer.from("ffffffff7f00", "hex"), type, encoding: "snappy" }, "/api/ingest/prometheus"),
    ).toContain("413");
  });

  test("a batch that comes again is not stored again; equal records on purpose are", async () => {
    const timed = JSON.stringify([{ message: "timed", service: "twice", timestamp: ago(0.1) }]);
    const [first, second] = [await post("/api/logs", { body: timed }), await post("/api/logs", { body: timed })];
    expect([first.json.data.duplicate, second.json.data.duplicate]).toEqual([false, true]);
    const untimed = JSON.stringify({ message: "untimed", service: "twice" });
    for (const key of [undefined, undefined, "a-key", "a-key"])
      await post("/api/logs", { body: untimed, ...(key && { headers: { "idempotency-key": key } }) });
    expect((await messages("twice")).toSorted()).toEqual(["timed", "untimed", "untimed", "untimed"]);
    const other = await plane.tenant();
    expect((await post("/api/logs", { body: timed, as: other })).json.data.duplicate).toBe(false);
    expect(await messages("twice", other)).toEqual(["timed"]);
  });

  test("the same batch from many at once is stored once, and everyone hears that it is or should come again", async () => {
    const body = JSON.stringify([{ message: "at once", service: "race", timestamp: ago(0.1) }]);
    const statuses = (await Promise.all(Array.from({ length: 6 }, () => post("/api/logs", { body })))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect(statuses).toContain(200);
    expect(await messages("race")).toEqual(["at once"]);
  });

  test("OTLP answers in the sender's encoding, with what was not taken", async () => {
    const at = Date.now();
    const good = { trace: "a".repeat(32), id: "b".repeat(16), service: "otlp", name: "good", at, ms: 1 };
    const bad = { ...good, trace: "nonsense", name: "bad" };
    const asJson = await post("/v1/traces", { body: JSON.stringify(anExport([good, bad])) });
    expect([asJson.status, asJson.json]).toEqual([
      200,
      { partialSuccess: { rejectedSpans: "1", errorMessage: "spans[1][0] has no valid trace id" } },
    ]);
    const empty = await post("/v1/logs", { body: new Uint8Array(), type: "application/x-protobuf" });
    expect([empty.status, empty.bytes.length, empty.headers.get("content-type")]).toEqual([
      200,
      0,
      "application/x-protobuf",
    ]);
    const broken = await post("/v1/metrics", { body: Buffer.from([0x0a, 0x7f]), type: "application/x-protobuf" });
    expect([broken.status, broken.headers.get("content-type")]).toEqual([422, "application/x-protobuf"]);
    expect(broken.bytes.toString()).toContain("The body cannot be read");
  });

  test("OpenTelemetry's histograms, sums of deltas and summaries can be asked for", async () => {
    const base = Math.floor(Date.now() / 60_000) * 60_000 - 600_000;
    const nanos = (minute: number) => `${base + minute * 60_000}000000`;
    const tenant = await plane.tenant();
    const attributes = [{ key: "service.name", value: { stringValue: "shop" } }];
    const minutes = [0, 1, 2, 3, 4, 5];
    const data = [
      {
        name: "took",
        histogram: {
          aggregationTemporality: 2,
          dataPoints: minutes.map((minute) => ({
            timeUnixNano: nanos(minute),
            count: String(minute * 10),
            sum: minute * 12,
            explicitBounds: [1, 2],
            bucketCounts: [minute * 5, minute * 5, 0].map(String),
          })),
        },
      },
      {
        name: "spread",
        exponentialHistogram: {
          aggregationTemporality: 1,
          dataPoints: [
            {
              timeUnixNano: nanos(5),
              count: "4",
              sum: 10,
              scale: 0,
              zeroCount: "0",
              positive: { offset: 0, bucketCounts: ["2", "2"] },
            },
          ],
        },
      },
      {
        name: "sold",
        sum: {
          aggregationTemporality: 1,
          isMonotonic: true,
          dataPoints: minutes.map((minute) => ({ timeUnixNano: nanos(minute), asInt: "6" })),
        },
      },
    ];
    const body = JSON.stringify({ resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics: data }] }] });
    expect((await post("/v1/metrics", { body, as: tenant })).json).toEqual({});
    const at = new Date(base + 300_000).toISOString();
    const ask = async (metric_name: string, agg: "p50" | "p90" | "rate" | "increase") => {
      const query = { metric_name, agg, start: at, end: at, step: "60s", window: "5m" };
      return (await tenant.api.metrics.query({ query })).series.map(({ labels, points }) => [
        labels["service.name"],
        points[0]?.[1],
      ]);
    };
    expect(await ask("took", "p50")).toEqual([[undefined, 1]]);
    expect(await ask("took", "p90")).toEqual([[undefined, 1.8]]);
    expect(await ask("spread", "p50")).toEqual([[undefined, 2]]);
    // The sums of five minutes, each six: no running total to subtract from.
    expect(await ask("sold", "increase")).toEqual([["shop", 30]]);
    expect(await ask("sold", "rate")).toEqual([["shop", 0.1]]);
  });

  test("series beyond the limit are refused, known ones go on", async () => {
    const tenant = await plane.tenant();
    const write = (hosts: number[], at: number) =>
      post("/api/ingest/prometheus", {
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
      message: "is a series too many: this tenant may have 8 a day",
    });
    expect((await write([1, 2, 3], now)).json.data).toMatchObject({ accepted: 3, rejected: 0 });
  });

  test("the plan's bounds: rows before the days that are kept, and a month's volume", async () => {
    const small = await plane.tenant("startup");
    const old = JSON.stringify([{ message: "old", timestamp: ago(20) }, { message: "new" }]);
    expect((await post("/api/logs", { body: old, as: small })).json.data).toMatchObject({
      accepted: 1,
      errors: [{ path: "[0]", message: "has a time before the days that are kept" }],
    });
    const full = await plane.tenant("startup");
    await records.query(
      "insert into telemetry_usage (tenant_id, day, kind, bytes, rows) values ($1, current_date, 'logs', 50000000000, 1)",
      [full.tokens.user.tenant_id],
    );
    const refused = await post("/api/logs", { body: JSON.stringify({ message: "too much" }), as: full });
    expect([refused.status, refused.json.code]).toEqual([402, "QUOTA_EXCEEDED"]);
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

  test("without the store everything is refused at once with a time to come again, and records work", async () => {
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
