import { randomBytes } from "node:crypto";
import { request } from "node:http";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { aWrite } from "./a-write.ts";
import { breakableLink, type Link } from "./breakable-link.ts";
import { type Plane, startPlane } from "./plane.ts";
import { post, type Sent } from "./sender.ts";

// Overload is created deterministically: statements are held before they reach ClickHouse.

const isRead = (statement: string) => statement.startsWith("SELECT");
const isInsert = (statement: string) => statement.startsWith("INSERT");

/** Other tests use the same ClickHouse. */
const patient = { timeout: 180_000 };

describe.skipIf(inject("clickhouseProblem") !== "")("telemetry under load", () => {
  let plane: Plane;
  let link: Link;
  beforeAll(async () => {
    link = await breakableLink(inject("clickhouseUrl"));
    plane = await startPlane({ ROLE: "api", INGEST_WAITING_MB: "80" }, { telemetry: true, clickhouseUrl: link.url });
    await plane.admin.api.ingest.logs({ body: { message: "is here", service: "read" } });
  }, 150_000);
  afterEach(() => {
    link.release();
    link.mend();
  });
  afterAll(async () => {
    await plane?.close();
    await link?.close();
  });

  /** The maximum number of running reads of a single tenant, fewer than ClickHouse's slots. */
  const turns = 3;
  /** A short window, which is read with one statement. */
  const lately = { from: new Date(Date.now() - 90 * 60_000).toISOString() };
  const read = async (signal = new AbortController().signal) => {
    const { items } = await plane.admin.api.logs.list({ query: { ...lately, service: ["read"] } }, { signal });
    return items.map(({ message }) => message);
  };
  const reads = (count: number) => Array.from({ length: count }, () => read());
  const figure = async (name: string) => {
    const text = await (await fetch(`${plane.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  };

  test("a query is canceled when its client disconnects, and the next one gets its slot", async () => {
    link.hold(isRead);
    const client = new AbortController();
    const leaving = read(client.signal).catch((reason: unknown) => reason);
    const staying = reads(turns - 1);
    await expect.poll(() => link.held().length).toBe(turns);
    client.abort();
    await expect.poll(() => link.held().length).toBe(turns - 1);
    expect(await leaving).toMatchObject({ name: "AbortError" });
    const next = read();
    await expect.poll(() => link.held().length).toBe(turns);
    link.release();
    expect(await Promise.all([...staying, next])).toEqual(Array(turns).fill(["is here"]));
  });

  test("reads in every slot do not block a write, and a waiting read runs when one of them ends", async () => {
    link.hold(isRead);
    const first = reads(turns);
    await expect.poll(() => link.held().length).toBe(turns);
    const impatient = new AbortController();
    const gone = Promise.allSettled([read(impatient.signal), read(impatient.signal)]);
    const { api } = plane.admin;
    const body = { message: "not held up", service: "written" };
    expect(await api.ingest.logs({ body })).toMatchObject({ accepted: 1 });
    // By now both would have finished if they were not blocked.
    expect(link.held()).toHaveLength(turns);
    impatient.abort();
    await gone;
    const inLine = read();
    link.release(1);
    expect(link.held()).toHaveLength(turns - 1);
    await expect.poll(() => link.held().length, patient).toBe(turns);
    link.release();
    expect(await Promise.all([...first, inLine])).toEqual(Array(turns + 1).fill(["is here"]));
    const { items } = await api.logs.list({ query: { ...lately, service: ["written"] } });
    expect(items.map(({ message }) => message)).toEqual(["not held up"]);
    const counted = async () => (await api.telemetry.settings()).usage.find(({ kind }) => kind === "logs")?.rows;
    await expect.poll(counted).toBe(2);
  });

  test("reads in every slot block neither a repeated batch nor one in the same group", async () => {
    const batch = (message: string) => ({ body: JSON.stringify([{ message, service: "again", timestamp: began }]) });
    expect((await post(plane, "/api/logs", batch("first"))).status).toBe(200);
    link.hold((statement) => isRead(statement) && !statement.startsWith("SELECT 1 AS found"));
    const first = reads(turns);
    await expect.poll(() => link.held().length).toBe(turns);
    const [repeated, fresh] = await Promise.all([
      post(plane, "/api/logs", batch("first")),
      post(plane, "/api/logs", batch("second")),
    ]);
    expect([repeated.json.data, fresh.json.data]).toMatchObject([
      { accepted: 1, duplicate: true },
      { accepted: 1, duplicate: false },
    ]);
    link.release();
    await Promise.all(first);
    const { items } = await plane.admin.api.logs.list({ query: { ...lately, service: ["again"] } });
    expect(items.map(({ message }) => message).sort()).toEqual(["first", "second"]);
  });

  const began = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
  const aLine = (message: string, size = 0): Sent => ({
    body: JSON.stringify([{ message, service: "pressed", timestamp: began }]).padEnd(size),
  });
  const samplesOf = (host: string, count: number): Sent => ({
    body: new Uint8Array(
      aWrite([
        {
          labels: { __name__: "pressed", host },
          samples: Array.from({ length: count }, (_, ms): [number, number] => [1, began + ms]),
        },
      ]),
    ),
    type: "application/x-protobuf",
    encoding: "snappy",
  });
  /** Posts rows whose insert is held, and resolves when the rows wait. */
  async function sendHeld(path: string, sent: Sent, rows: number, waiting: ReturnType<typeof post>[]): Promise<void> {
    const before = await figure("opsplane_ingest_waiting_rows");
    waiting.push(post(plane, path, sent));
    await expect.poll(() => figure("opsplane_ingest_waiting_rows"), patient).toBe(before + rows);
  }
  /** The size of the largest allowed JSON body. */
  const large = 16 * 1024 * 1024;

  test("while ClickHouse accepts nothing, requests wait up to a limit; beyond it senders retry, and nothing is lost or duplicated", {
    timeout: 240_000,
  }, async () => {
    link.hold(isInsert);
    const waiting: ReturnType<typeof post>[] = [];
    const hosts = ["a", "b", "c", "d"];
    for (const host of hosts) await sendHeld("/api/ingest/prometheus", samplesOf(host, 1), 1, waiting);
    // A tenant holds half of the memory for bodies: 128 MiB.
    const lines = Array.from({ length: 7 }, (_, index) => `line ${index}`);
    for (const line of lines) await sendHeld("/api/logs", aLine(line, large), 1, waiting);

    const refused = await post(plane, "/api/logs", aLine("late", large));
    expect([refused.status, refused.headers.get("retry-after"), refused.json]).toEqual([
      503,
      "1",
      expect.objectContaining({
        code: "UNAVAILABLE",
        error: "Telemetry arrives faster than it can be stored; send it again later.",
      }),
    ]);
    const otlp = await post(plane, "/v1/logs", { body: Buffer.alloc(large), type: "application/x-protobuf" });
    expect([otlp.status, otlp.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(otlp.headers.get("content-type")).toBe("application/x-protobuf");
    // google.rpc.Status: code 14, UNAVAILABLE, and the reason.
    expect([...otlp.bytes.subarray(0, 2)]).toEqual([0x08, 14]);
    expect(otlp.bytes.toString()).toContain("faster than it can be stored");

    link.release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(11).fill(200));
    const again = await post(plane, "/api/logs", aLine("late", large));
    expect(again.json.data).toMatchObject({ accepted: 1, duplicate: false });

    const { api } = plane.admin;
    const { items } = await api.logs.list({ query: { ...lately, service: ["pressed"] } });
    expect(items.map(({ message }) => message).sort()).toEqual(["late", ...lines]);
    const end = new Date(began + 60_000).toISOString();
    const { series } = await api.metrics.query({
      query: { metric_name: "pressed", start: end, end, step: "60s", over: "count", window: "2m" },
    });
    expect(series.map(({ labels, points }) => `${labels.host} ${points[0]?.[1]}`).sort()).toEqual(
      hosts.map((host) => `${host} 1`),
    );
  });

  test("a group that ClickHouse rejects is stored request by request, each once", async () => {
    link.hold(isInsert);
    const waiting: ReturnType<typeof post>[] = [];
    const messages = ["one", "two", "three", "four"];
    const refused = (message: string) => ({
      body: JSON.stringify([{ message, service: "refused", timestamp: began }]),
    });
    // One insert runs; the others wait for it as a group.
    for (const message of messages) await sendHeld("/api/logs", refused(message), 1, waiting);
    await expect.poll(() => link.held().length).toBe(1);
    link.refuseNext(isInsert);
    link.release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(4).fill(200));
    const { items } = await plane.admin.api.logs.list({ query: { ...lately, service: ["refused"] } });
    expect(items.map(({ message }) => message).sort()).toEqual(messages.toSorted());
  });

  test("requests during an insert wait for it, unless they are enough for a second insert", async () => {
    await post(plane, "/api/ingest/prometheus", samplesOf("few", 1));
    link.hold(isInsert);
    const waiting: ReturnType<typeof post>[] = [];
    for (const count of [2, 3]) await sendHeld("/api/ingest/prometheus", samplesOf("few", count), count, waiting);
    await expect.poll(() => link.held().length).toBe(1);
    await sendHeld("/api/ingest/prometheus", samplesOf("few", 50_000), 50_000, waiting);
    await expect.poll(() => link.held().length).toBe(2);
    link.release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test.each([
    ["too many parts", 252],
    ["no memory left", 241],
    ["no time left", 159],
  ])("with %s in ClickHouse senders must retry, and the batch is not rejected", async (why, code) => {
    link.refuseNext(isInsert, code);
    const { status, headers, json } = await post(plane, "/api/logs", aLine(why));
    expect([status, headers.get("retry-after"), json.code]).toEqual([503, "5", "UNAVAILABLE"]);
  });

  test("a body that never arrives takes no memory from others", async () => {
    const announced = Array.from({ length: 20 }, () => {
      const sending = request(`${plane.url}/api/logs`, {
        method: "POST",
        headers: { ...plane.admin.headers, "content-type": "application/json", "content-length": large },
      });
      sending.on("error", () => undefined);
      sending.flushHeaders();
      return sending;
    });
    const giveUp = () => announced.map((sending) => sending.destroy());
    onTestFinished(() => void giveUp());
    // Each open request is charged a fixed size besides its body.
    await expect.poll(() => figure("opsplane_ingest_body_bytes")).toBe(20 * 16 * 1024);
    expect((await post(plane, "/api/logs", aLine("beside idle senders"))).status).toBe(200);
    giveUp();
    await expect.poll(() => figure("opsplane_ingest_body_bytes")).toBe(0);
  });

  test("waiting rows have a limit too, and when ClickHouse goes down every sender must retry", async () => {
    const most = 1_000_000;
    const part = most / 5 + 1;
    const parts = Array.from({ length: 5 }, (_, index) => samplesOf(`many-${index}`, part));
    link.hold(isInsert);
    const waiting: ReturnType<typeof post>[] = [];
    for (const sent of parts) await sendHeld("/api/ingest/prometheus", sent, part, waiting);
    const late = await post(plane, "/api/logs", aLine("behind many"));
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "1"]);
    link.cut();
    const answers = await Promise.all(waiting);
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(503));
    for (const { headers } of answers) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await figure("opsplane_ingest_waiting_rows")).toBe(0);
    link.mend();
    link.release();
    await expect.poll(async () => (await post(plane, "/api/logs", aLine("behind many"))).status, patient).toBe(200);
  });

  test("the unpacked size of a small body is limited while it waits", async () => {
    const unpacking = (mark: string): Sent => ({
      body: gzipSync(
        JSON.stringify(
          Array.from({ length: 15 }, (_, row) => ({
            message: `${mark} ${row} ${randomBytes(5_000).toString("hex")} ${"x".repeat(980_000)}`,
            service: "unpacked",
            timestamp: began + row,
          })),
        ),
      ),
      encoding: "gzip",
    });
    // Series that could not be stored without a connection wait for the next request of their tenant.
    const before = await figure("opsplane_ingest_waiting_bytes");
    link.hold(isInsert);
    const waiting: ReturnType<typeof post>[] = [];
    for (const mark of ["first", "second", "third"]) await sendHeld("/api/logs", unpacking(mark), 15, waiting);
    expect(await figure("opsplane_ingest_waiting_bytes")).toBeGreaterThan(before + 43_000_000);
    const late = await post(plane, "/api/logs", unpacking("fourth"));
    expect([late.status, late.headers.get("retry-after")]).toEqual([503, "1"]);
    link.cut();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(await figure("opsplane_ingest_waiting_bytes")).toBe(before);
  });
});
