import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { aWrite } from "./a-write.ts";
import { breakableLink, type Link } from "./breakable-link.ts";
import { type Person, type Plane, startPlane } from "./plane.ts";
import { post, type Sent } from "./sender.ts";

// One tenant floods, another sends and queries a little. The statements of the flood are held here, so nothing depends on timing.

const isRead = (statement: string) => statement.startsWith("SELECT");
const isInsert = (statement: string) => statement.startsWith("INSERT");
const isSeriesInsert = (statement: string) => statement.startsWith("INSERT INTO metric_series");

describe.skipIf(inject("clickhouseProblem") !== "")("a tenant that floods and one that does not", () => {
  let plane: Plane;
  let link: Link;
  let flood: Person;
  let quiet: Person;
  beforeAll(async () => {
    link = await breakableLink(inject("clickhouseUrl"));
    plane = await startPlane(
      // A separate database, because one test leaves a thousand partitions behind.
      { ROLE: "api", INGEST_WAITING_MB: "4", CLICKHOUSE_DATABASE: `test_${randomBytes(6).toString("hex")}` },
      { telemetry: true, clickhouseUrl: link.url },
    );
    [flood, quiet] = [await plane.tenant(), await plane.tenant()];
    for (const as of [flood, quiet]) await post(plane, "/api/logs", aLine("is here", as));
  }, 150_000);
  afterEach(() => {
    link.release();
    link.mend();
  });
  afterAll(async () => {
    await plane?.close();
    await link?.close();
  });

  const began = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
  const lately = { from: new Date(began - 1_800_000).toISOString() };
  const aLine = (message: string, as: Person): Sent => ({
    body: JSON.stringify([{ message, service: "s", timestamp: began }]),
    as,
  });
  const samplesOf = (as: Person, metric: string, times: readonly number[]): Sent => ({
    body: new Uint8Array(
      aWrite([{ labels: { __name__: metric }, samples: times.map((time): [number, number] => [1, time]) }]),
    ),
    type: "application/x-protobuf",
    encoding: "snappy",
    as,
  });
  const read = ({ api }: Person) => api.logs.list({ query: { ...lately, service: ["s"] } });
  const statusOf = async (sending: ReturnType<typeof post>) => (await sending).status;
  const figure = async (name: string) => {
    const text = await (await fetch(`${plane.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  };
  const countOf = async ({ api }: Person, metric: string) => {
    const end = new Date(began + 60_000).toISOString();
    const query = { metric_name: metric, start: end, end, step: "60s", over: "count", window: "2m" } as const;
    return (await api.metrics.query({ query })).series.map(({ points }) => points[0]?.[1]);
  };

  test("any number of searches of one tenant do not delay those of another", async () => {
    const floodId = flood.tokens.user.tenant_id;
    link.hold((statement, tenant) => isRead(statement) && tenant === floodId);
    const refused: number[] = [];
    const searches = Array.from({ length: 430 }, () =>
      read(flood).catch((error: { status: number }) => void refused.push(error.status)),
    );
    // Some run, many wait, and the others must retry.
    await expect.poll(() => link.held().length * Math.min(refused.length, 1)).toBeGreaterThan(0);
    expect(link.held().length).toBeLessThan(5);
    expect((await read(quiet)).items).toHaveLength(1);
    link.release();
    await Promise.all(searches);
    expect(refused).toEqual(refused.map(() => 503));
    expect(refused.length).toBeLessThan(430);
  });

  test("rows of one tenant do not wait for the insert of another", async () => {
    link.hold(isInsert);
    const flooding = post(plane, "/api/logs", aLine("held", flood));
    await expect.poll(() => link.held().length).toBe(1);
    // Held statements stay held; later statements pass.
    link.hold(() => false);
    expect(await statusOf(post(plane, "/api/logs", aLine("passes", quiet)))).toBe(200);
    expect(link.held()).toHaveLength(1);
    link.release();
    expect(await statusOf(flooding)).toBe(200);
  });

  test("a tenant that has used up its share of memory is refused, and the others are served", async () => {
    const large = (mark: string): Sent => aLine(mark.padEnd(900_000, "x"), flood);
    link.hold(isInsert);
    const flooding: ReturnType<typeof post>[] = [];
    for (const mark of ["first", "second"]) {
      const before = await figure("opsplane_ingest_waiting_rows");
      flooding.push(post(plane, "/api/logs", large(mark)));
      await expect.poll(() => figure("opsplane_ingest_waiting_rows")).toBe(before + 1);
    }
    const refused = await post(plane, "/api/logs", large("third"));
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    link.hold(() => false);
    expect(await statusOf(post(plane, "/api/logs", aLine("beside the flood", quiet)))).toBe(200);
    expect(await statusOf(post(plane, "/api/ingest/prometheus", samplesOf(quiet, "beside", [began])))).toBe(200);
    link.release();
    expect(await Promise.all(flooding.map(statusOf))).toEqual([200, 200]);
  });

  test("series that ClickHouse rejects fail only their own request, and can be sent again", async () => {
    // First in a group with others, then separately.
    link.refuseNext(isSeriesInsert, 53, 2);
    expect(await statusOf(post(plane, "/api/ingest/prometheus", samplesOf(flood, "refused", [began])))).toBe(500);
    // They are not retried with the next request.
    await expect.poll(() => figure("opsplane_ingest_waiting_bytes")).toBe(0);
    for (const as of [quiet, flood])
      expect(await statusOf(post(plane, "/api/ingest/prometheus", samplesOf(as, "after", [began])))).toBe(200);
    expect(await countOf(quiet, "after")).toEqual([1]);
    expect(await statusOf(post(plane, "/api/ingest/prometheus", samplesOf(flood, "refused", [began + 1])))).toBe(200);
    expect(await countOf(flood, "refused")).toEqual([1]);
  });

  test("samples of more days than one insert may have are stored without affecting others", async () => {
    const day = 86_400_000;
    const archive = await plane.tenant();
    await archive.api.telemetry.update({ body: { retention_days: { metrics: 3000 } } });
    // While the first insert runs, the others wait and form one group.
    link.hold(isInsert);
    const first = post(plane, "/api/ingest/prometheus", samplesOf(archive, "backfill_0", [began]));
    await expect.poll(() => link.held().length).toBe(1);
    const requests = Array.from({ length: 11 }, (_, request) => request);
    const days = (request: number) => Array.from({ length: 92 }, (_, at) => began - (request * 92 + at) * day);
    const backfill = requests.map((request) => samplesOf(archive, `backfill_${request}`, days(request)));
    const waiting = backfill.map((sent) => post(plane, "/api/ingest/prometheus", sent));
    await expect.poll(() => figure("opsplane_ingest_waiting_rows")).toBe(1013);
    link.release();
    expect(await statusOf(first)).toBe(200);
    const answers = await Promise.all(waiting.map(statusOf));
    // A slow engine may need longer than an insert may take. Senders then send again.
    for (const [request, sent] of backfill.entries())
      while (answers[request] === 503) answers[request] = await statusOf(post(plane, "/api/ingest/prometheus", sent));
    expect(answers).toEqual(requests.map(() => 200));
    expect(await statusOf(post(plane, "/api/ingest/prometheus", samplesOf(quiet, "beside backfill", [began])))).toBe(
      200,
    );
  });

  test("when storing keeps failing, health is degraded with the reason until it works again", async () => {
    const health = async () => {
      const { status, components } = await plane.anyone.system.health();
      return { status, message: components.find(({ name }) => name === "ingest of logs")?.message };
    };
    for (const message of ["first", "second", "third"]) {
      link.refuseNext(isInsert, 241);
      expect(await statusOf(post(plane, "/api/logs", aLine(message, quiet)))).toBe(503);
    }
    expect(await health()).toEqual({ status: "degraded", message: expect.stringContaining("Not this one") });
    expect(await statusOf(post(plane, "/api/logs", aLine("fourth", quiet)))).toBe(200);
    expect(await health()).toEqual({ status: "ok", message: undefined });
  });

  test("while ClickHouse is down, health is degraded and records work", async () => {
    const status = async () => (await plane.anyone.system.health()).status;
    link.cut();
    await expect.poll(status).toBe("degraded");
    await quiet.api.incidents.create({ body: { title: "without telemetry" } });
    link.mend();
    // A slow engine may still be busy with what earlier tests stored.
    await expect.poll(status, { timeout: 300_000 }).toBe("ok");
  });

  test("without disk space ClickHouse inserts are 503 with a clear message, and the batch can be sent again", async () => {
    link.refuseNext(isInsert, 243);
    const refused = await post(plane, "/api/logs", aLine("no space", quiet));
    expect([refused.status, refused.headers.get("retry-after"), refused.json.code, refused.json.error]).toEqual([
      503,
      "30",
      "UNAVAILABLE",
      "The telemetry store is out of disk space; send the request again after space is freed.",
    ]);
  });
});
