import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite } from "./a-write.ts";
import { breakableLink, type Link } from "./breakable-link.ts";
import { type Plane, startPlane } from "./plane.ts";
import { post } from "./sender.ts";

// Too much at once is made here, not hoped for: statements are held on their way to the engine.

const isRead = (statement: string) => statement.startsWith("SELECT");
const isInsert = (statement: string) => statement.startsWith("INSERT");

/** An emulated engine that others use too may take its time. */
const patient = { timeout: 60_000 };

describe.skipIf(inject("clickhouseProblem") !== "")("telemetry under load", () => {
  let plane: Plane;
  let link: Link;
  beforeAll(async () => {
    link = await breakableLink(inject("clickhouseUrl"));
    plane = await startPlane({ ROLE: "api" }, { telemetry: true, clickhouseUrl: link.url });
    await plane.admin.api.ingest.logs({ body: { message: "is here", service: "read" } });
  }, 150_000);
  afterAll(async () => {
    await plane?.close();
    await link?.close();
  });

  /** As many reads as the engine is asked at once; fewer than it has seats. */
  const turns = 5;
  const read = async (signal = new AbortController().signal) => {
    const { items } = await plane.admin.api.logs.list({ query: { service: ["read"] } }, { signal });
    return items.map(({ message }) => message);
  };
  const reads = (count: number) => Array.from({ length: count }, () => read());
  const figure = async (name: string) => {
    const text = await (await fetch(`${plane.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  };

  test("a query whose client goes away is ended, and its turn is the next one's", async () => {
    const hold = link.hold(isRead);
    const client = new AbortController();
    const leaving = read(client.signal).catch((reason: unknown) => reason);
    const staying = reads(turns - 1);
    await expect.poll(() => hold.open().length).toBe(turns);
    client.abort();
    await expect.poll(() => hold.open().length).toBe(turns - 1);
    expect(await leaving).toMatchObject({ name: "AbortError" });
    const next = read();
    await expect.poll(() => hold.open().length).toBe(turns);
    hold.release();
    expect(await Promise.all([...staying, next])).toEqual(Array(turns).fill(["is here"]));
  });

  test("reads that have every turn do not hold up a write, and those in line are answered when they are done", async () => {
    const hold = link.hold(isRead);
    const first = reads(turns);
    await expect.poll(() => hold.open().length).toBe(turns);
    const impatient = new AbortController();
    const gone = Promise.allSettled([read(impatient.signal), read(impatient.signal)]);
    const { api } = plane.admin;
    const body = { message: "not held up", service: "written" };
    expect(await api.ingest.logs({ body })).toMatchObject({ accepted: 1 });
    // By now the two would have come through if they could.
    expect(hold.open()).toHaveLength(turns);
    impatient.abort();
    await gone;
    const inLine = reads(2);
    hold.release();
    expect(await Promise.all([...first, ...inLine])).toEqual(Array(turns + 2).fill(["is here"]));
    const { items } = await api.logs.list({ query: { service: ["written"] } });
    expect(items.map(({ message }) => message)).toEqual(["not held up"]);
    const counted = async () => (await api.telemetry.settings()).usage.find(({ kind }) => kind === "logs")?.rows;
    await expect.poll(counted).toBe(2);
  });

  /** The rows that may wait, and five senders who together bring more; the engine gets what each brings in an insert of its own. */
  const bound = 1_000_000;
  const flood = bound / 5 + 1;
  const began = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
  const someSamples = (host: string, count: number) => ({
    body: new Uint8Array(
      aWrite([
        {
          labels: { __name__: "flood", host },
          samples: Array.from({ length: count }, (_, ms): [number, number] => [1, began + ms]),
        },
      ]),
    ),
    type: "application/x-protobuf",
    encoding: "snappy",
  });
  const aLine = (message: string) => ({
    body: JSON.stringify([{ message, service: "pressed", timestamp: began }]),
  });

  test("while the engine takes nothing, senders go on up to a bound; beyond it they are told to come again, and nothing is lost or doubled", async () => {
    const hold = link.hold(isInsert);
    const waiting: ReturnType<typeof post>[] = [];
    const send = async (path: string, sent: Parameters<typeof post>[2], rows: number) => {
      const before = await figure("opsplane_ingest_waiting_rows");
      waiting.push(post(plane, path, sent));
      await expect.poll(() => figure("opsplane_ingest_waiting_rows"), patient).toBe(before + rows);
    };
    await send("/api/logs", aLine("first"), 1);
    for (const host of ["a", "b", "c", "d"]) await send("/api/ingest/prometheus", someSamples(host, flood), flood);
    await send("/api/logs", aLine("last"), 1);
    await send("/api/ingest/prometheus", someSamples("e", flood), flood);

    const late = [
      ["/api/logs", aLine("late")],
      ["/api/ingest/prometheus", someSamples("late", 1)],
    ] as const;
    for (const [path, sent] of late) {
      const { status, headers, json } = await post(plane, path, sent);
      expect([status, headers.get("retry-after"), json]).toEqual([
        503,
        "1",
        expect.objectContaining({ code: "UNAVAILABLE", error: "Telemetry comes faster than it can be stored." }),
      ]);
    }
    const { status, headers, bytes } = await post(plane, "/v1/logs", { body: "", type: "application/x-protobuf" });
    expect([status, headers.get("retry-after"), headers.get("content-type")]).toEqual([
      503,
      "1",
      "application/x-protobuf",
    ]);
    // google.rpc.Status: code 14, UNAVAILABLE, and what is wrong in words.
    expect([...bytes.subarray(0, 2)]).toEqual([0x08, 14]);
    expect(bytes.toString()).toContain("faster than it can be stored");

    hold.release();
    expect((await Promise.all(waiting)).map((answer) => answer.status)).toEqual(Array(7).fill(200));
    expect(await figure("opsplane_ingest_waiting_rows")).toBe(0);
    for (const [path, sent] of late)
      expect((await post(plane, path, sent)).json.data).toMatchObject({ accepted: 1, duplicate: false });

    const { api } = plane.admin;
    const { items } = await api.logs.list({ query: { service: ["pressed"] } });
    expect(items.map(({ message }) => message).sort()).toEqual(["first", "last", "late"]);
    const end = new Date(began + 240_000).toISOString();
    const { series } = await api.metrics.query({
      query: { metric_name: "flood", start: end, end, step: "60s", over: "count", window: "5m" },
    });
    expect(series.map(({ labels, points }) => [labels.host, points[0]?.[1]]).sort()).toEqual([
      ...["a", "b", "c", "d", "e"].map((host) => [host, flood]),
      ["late", 1],
    ]);
  });

  test("a body takes its room from when it is announced until it is answered or given up", async () => {
    const megabyte = 1024 * 1024;
    const announced = Array.from({ length: 5 }, () => {
      const sending = request(`${plane.url}/api/logs`, {
        method: "POST",
        headers: { ...plane.admin.headers, "content-type": "application/json", "content-length": 32 * megabyte },
      });
      sending.on("error", () => undefined);
      sending.flushHeaders();
      return sending;
    });
    await expect.poll(() => figure("opsplane_ingest_body_bytes")).toBe(160 * megabyte);
    const refused = await post(plane, "/api/logs", aLine("too much"));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    for (const sending of announced) sending.destroy();
    await expect.poll(() => figure("opsplane_ingest_body_bytes")).toBe(0);
    expect((await post(plane, "/api/logs", aLine("too much"))).status).toBe(200);
  });
});
