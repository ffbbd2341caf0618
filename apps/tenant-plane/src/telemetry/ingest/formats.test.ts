import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { anExport } from "../../../test/an-export.ts";
import { type SharedPlane, sharedPlane } from "../../../test/plane.ts";
import { post, type Sent } from "../../../test/sender.ts";

describe.skipIf(inject("clickhouseProblem") !== "")("telemetry formats", () => {
  let plane: SharedPlane;
  beforeAll(async () => {
    plane = await sharedPlane();
  }, 150_000);

  const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  test("logs are accepted as one record, an array, a list, lines, or compressed, with the same fields", async () => {
    const as = (message: string, more: object = {}) => ({ service: "forms", message, ...more });
    await post(plane, "/api/logs", { body: JSON.stringify(as("one", { timestamp: ago(0.5) })) });
    await post(plane, "/api/logs", { body: JSON.stringify([as("two", { "@timestamp": ago(0.4) })]) });
    await post(plane, "/api/logs", {
      body: gzipSync(JSON.stringify({ logs: [as("three", { ts: Date.parse(ago(0.3)) })] })),
      encoding: "gzip",
    });
    const lines = [
      { msg: "four", level: 50, user: { id: 7, admin: true }, service: "forms", time: Date.now() / 1000 },
      "bad",
    ];
    const answer = await post(plane, "/api/logs", {
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
    const { status, json } = await post(plane, "/api/logs", { body: JSON.stringify(rows) });
    expect([status, json.data.accepted, json.data.rejected]).toEqual([200, 1, 5]);
    expect(
      json.data.errors.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`),
    ).toEqual([
      "[1] has no message",
      '[2] has an invalid timestamp "yesterday"; send ISO 8601 or Unix time',
      '[3] has an unknown level "loudest"',
      "[4] has a time more than a day in the future",
      "[5] must be an object",
    ]);
    const { items } = await plane.admin.api.logs.list({ query: { service: ["mixed"] } });
    expect(items.map(({ message }) => message)).toEqual(["good"]);
    const all = await post(plane, "/api/logs", { body: JSON.stringify([{ service: "mixed" }]) });
    expect([all.status, all.json.code, all.json.details]).toEqual([
      422,
      "VALIDATION_ERROR",
      [{ path: "[0]", message: "has no message" }],
    ]);
  });

  test("an unreadable body is refused with a reason, and a decompression bomb is not unpacked", async () => {
    const refusal = async (sent: Sent, path = "/api/logs") => {
      const { status, json } = await post(plane, path, sent);
      return `${status} ${json?.error}`;
    };
    expect(await refusal({ body: "{" })).toBe("422 The body is not valid JSON.");
    expect(await refusal({ body: "3" })).toContain("must be a record, an array of records");
    expect(await refusal({ body: "{}", type: "text/plain" })).toContain("must be sent as application/json");
    expect(await refusal({ body: "{}", encoding: "br" })).toContain("may be compressed with gzip, not with 'br'");
    expect(await refusal({ body: "{}", encoding: "gzip" })).toBe("422 The body is not valid gzip.");
    expect(await refusal({ body: gzipSync(Buffer.alloc(80_000_000)), encoding: "gzip" })).toContain(
      "413 The body unpacks to more than 200 times its size",
    );
    const type = "application/x-protobuf";
    expect(await refusal({ body: "xx", type, encoding: "snappy" }, "/api/ingest/prometheus")).toContain(
      "not valid snappy",
    );
    expect(
      await refusal({ body: Buffer.from("ffffffff7f00", "hex"), type, encoding: "snappy" }, "/api/ingest/prometheus"),
    ).toContain("413");
  });

  test("OTLP answers in the sender's encoding and names the rejected rows", async () => {
    const at = Date.now();
    const good = { trace: "a".repeat(32), id: "b".repeat(16), service: "otlp", name: "good", at, ms: 1 };
    const bad = { ...good, trace: "nonsense", name: "bad" };
    const asJson = await post(plane, "/v1/traces", { body: JSON.stringify(anExport([good, bad])) });
    expect([asJson.status, asJson.json]).toEqual([
      200,
      { partialSuccess: { rejectedSpans: "1", errorMessage: "spans[1][0] has no valid trace id" } },
    ]);
    const empty = await post(plane, "/v1/logs", { body: new Uint8Array(), type: "application/x-protobuf" });
    expect([empty.status, empty.bytes.length, empty.headers.get("content-type")]).toEqual([
      200,
      0,
      "application/x-protobuf",
    ]);
    const broken = await post(plane, "/v1/metrics", {
      body: Buffer.from([0x0a, 0x7f]),
      type: "application/x-protobuf",
    });
    expect([broken.status, broken.headers.get("content-type")]).toEqual([422, "application/x-protobuf"]);
    expect(broken.bytes.toString()).toContain("The body cannot be read");
  });

  test("OpenTelemetry gauges, histograms, delta sums and summaries can be queried", async () => {
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
      { name: "warm", gauge: { dataPoints: [{ timeUnixNano: nanos(5), asDouble: 21.5 }] } },
      {
        name: "rtt",
        summary: {
          dataPoints: [
            {
              timeUnixNano: nanos(5),
              count: "4",
              sum: 8,
              quantileValues: [
                { quantile: 0.5, value: 1.5 },
                { quantile: 0.99, value: 4 },
              ],
            },
          ],
        },
      },
    ];
    const body = JSON.stringify({ resourceMetrics: [{ resource: { attributes }, scopeMetrics: [{ metrics: data }] }] });
    expect((await post(plane, "/v1/metrics", { body, as: tenant })).json).toEqual({});
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
    // Delta sums: six in each of the five minutes, added up.
    expect(await ask("sold", "increase")).toEqual([["shop", 30]]);
    expect(await ask("sold", "rate")).toEqual([["shop", 0.1]]);
    const last = async (metric_name: string) =>
      (await tenant.api.metrics.query({ query: { metric_name, start: at, end: at, step: "60s" } })).series.map(
        ({ labels, points }) => `${metric_name} ${labels.quantile ?? ""} ${points[0]?.[1]}`,
      );
    expect([...(await last("warm")), ...(await last("rtt")), ...(await last("rtt_count"))]).toEqual([
      "warm  21.5",
      "rtt 0.5 1.5",
      "rtt 0.99 4",
      "rtt_count  4",
    ]);
  });
});
