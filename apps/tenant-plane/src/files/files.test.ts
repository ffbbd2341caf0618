import { createHash, randomBytes } from "node:crypto";
import type { StoredFile } from "@opsplane/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { holdUpload } from "../../test/held-upload.ts";
import { type Person, type Plane, startPlane } from "../../test/plane.ts";

const MiB = 1024 * 1024;

let plane: Plane;
let database: pg.Client;
beforeAll(async () => {
  plane = await startPlane({
    ACCESS_TOKEN_SECONDS: "86400",
    DATABASE_CONNECTIONS: "2",
    FILE_MAX_BYTES: String(32 * MiB),
    FILE_TENANT_BYTES: String(40 * MiB),
    FILE_TRANSFERS_PER_TENANT: "4",
  });
  database = new pg.Client({ connectionString: plane.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database.end();
  await plane.close();
});

/** A tenant with an incident, and where its attachments are. */
async function aTenant() {
  const boss = await plane.tenant();
  const { id } = await boss.api.incidents.create({ body: { title: "Disk is full" } });
  return { boss, id, tenantId: boss.tokens.user.tenant_id, path: `/api/incidents/${id}/attachments` };
}

interface Sent {
  name?: string;
  body: Buffer | string | ReadableStream;
  headers?: Record<string, string>;
}

interface AttachResult {
  data: StoredFile;
  code?: string;
  error?: string;
}

async function attach(by: Person, path: string, { name = "log.txt", body, headers = {} }: Sent) {
  const response = await fetch(`${plane.url}${path}?name=${encodeURIComponent(name)}`, {
    method: "POST",
    headers: { ...by.headers, ...headers },
    body: typeof body === "string" || body instanceof ReadableStream ? body : new Uint8Array(body),
    // Fetch asks for it when the body is a stream, and its type does not know it.
    ...{ duplex: "half" },
  });
  const answer: AttachResult = JSON.parse(await response.text());
  return { status: response.status, body: answer };
}

const download = (by: Person, path: string, headers: Record<string, string> = {}) =>
  fetch(plane.url + path, { headers: { ...by.headers, ...headers } });

/** What the database holds of a tenant's files, unfinished ones included. */
async function stored(tenantId: string) {
  const { rows } = await database.query(
    `select (select count(*)::int from files where tenant_id = $1) as files,
            (select count(*)::int from file_chunks where tenant_id = $1) as chunks,
            coalesce((select bytes::int from file_usage where tenant_id = $1), 0) as bytes`,
    [tenantId],
  );
  return rows[0];
}
const nothing = { files: 0, chunks: 0, bytes: 0 };

describe("a file", () => {
  test("of 30 MiB comes back byte by byte, and in ranges", async () => {
    const { boss, path, tenantId } = await aTenant();
    const content = randomBytes(30 * MiB);
    const sha256 = createHash("sha256").update(content);
    const digest = sha256.copy().digest("base64");
    const { status, body } = await attach(boss, path, {
      name: "dump.bin",
      body: content,
      headers: { "content-type": "application/x-dump", "content-digest": `sha-256=:${digest}:` },
    });
    const hex = sha256.digest("hex");
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: "dump.bin", media_type: "application/x-dump", sha256: hex });
    expect(await stored(tenantId)).toMatchObject({ files: 1, bytes: content.length });

    const at = `${path}/${body.data.id}`;
    const whole = await download(boss, at);
    expect(whole.headers.get("content-length")).toBe(String(content.length));
    expect(whole.headers.get("etag")).toBe(`"${hex}"`);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);

    const part = async (range: string) => {
      const answer = await download(boss, at, { range });
      return { status: answer.status, range: answer.headers.get("content-range"), bytes: await answer.arrayBuffer() };
    };
    // Over the edge between two chunks.
    const middle = await part(`bytes=${MiB - 5}-${2 * MiB}`);
    expect([middle.status, middle.range]).toEqual([206, `bytes ${MiB - 5}-${2 * MiB}/${content.length}`]);
    expect(Buffer.from(middle.bytes).equals(content.subarray(MiB - 5, 2 * MiB + 1))).toBe(true);
    expect(Buffer.from((await part("bytes=-3")).bytes)).toEqual(content.subarray(-3));
    const outside = await part(`bytes=${content.length}-`);
    expect([outside.status, outside.range]).toEqual([416, `bytes */${content.length}`]);
    const known = await download(boss, at, { "if-none-match": `"${hex}"` });
    expect([known.status, await known.text()]).toEqual([304, ""]);
  });

  test("is stored while it arrives, holds no connection meanwhile, and is visible when it is complete", async () => {
    const { boss, id, path, tenantId } = await aTenant();
    // More senders than the plane has connections.
    const beginning = randomBytes(MiB);
    const held = [1, 2, 3].map((each) => holdUpload(plane.url, `${path}?name=${each}.bin`, boss, beginning));
    await expect.poll(async () => (await stored(tenantId)).chunks).toBeGreaterThanOrEqual(9);
    const names = async () =>
      (await boss.api.incidents.attachments({ params: { id } })).items.map(({ name, size }) => [name, size]);
    expect(await names()).toEqual([]);
    const [first, second, third] = held;
    expect((await first?.finish(Buffer.from("end")))?.status).toBe(201);
    expect(await names()).toEqual([["1.bin", MiB + 3]]);
    second?.abort();
    third?.abort();
    await expect.poll(() => stored(tenantId)).toMatchObject({ files: 1, bytes: MiB + 3 });
  });

  test("that is empty is stored too", async () => {
    const { boss, path } = await aTenant();
    const { status, body } = await attach(boss, path, { name: "empty", body: "" });
    expect([status, body.data.size]).toEqual([201, 0]);
    const answer = await download(boss, `${path}/${body.data.id}`);
    expect([answer.status, answer.headers.get("content-length"), await answer.text()]).toEqual([200, "0", ""]);
  });

  test("that is deleted takes its chunks with it", async () => {
    const { boss, id, path, tenantId } = await aTenant();
    const { body } = await attach(boss, path, { body: randomBytes(MiB) });
    await boss.api.incidents.detach({ params: { id, file_id: body.data.id } });
    expect(await stored(tenantId)).toEqual(nothing);
    expect((await download(boss, `${path}/${body.data.id}`)).status).toBe(404);
  });

  test("is stored once when it is sent again with the same Idempotency-Key", async () => {
    const { boss, path, tenantId } = await aTenant();
    const headers = { "idempotency-key": "one-file" };
    const first = await attach(boss, path, { body: "content", headers });
    expect((await attach(boss, path, { body: "content", headers })).body).toEqual(first.body);
    expect((await attach(boss, path, { body: "other", headers })).status).toBe(409);
    expect(await stored(tenantId)).toEqual({ files: 1, chunks: 1, bytes: 7 });
  });
});

describe("an upload leaves nothing behind", () => {
  test("when its digest does not match", async () => {
    const { boss, path, tenantId } = await aTenant();
    const other = createHash("sha256").update("other").digest("base64");
    for (const headers of [{ "content-digest": `sha-256=:${other}:` }, { digest: `SHA-256=${other}` }])
      expect(await attach(boss, path, { body: "content", headers })).toMatchObject({
        status: 422,
        body: { code: "VALIDATION_ERROR" },
      });
    const bad = await attach(boss, path, { body: "content", headers: { "content-digest": "sha-256=:short:" } });
    expect(bad.status).toBe(422);
    expect(await stored(tenantId)).toEqual(nothing);
  });

  test("when it announces more than the largest file", async () => {
    const { boss, path, tenantId } = await aTenant();
    const upload = holdUpload(plane.url, `${path}?name=large.bin`, boss, Buffer.from("beginning"), 32 * MiB + 1);
    const { status, text } = await upload.answer();
    upload.abort();
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: "VALIDATION_ERROR", error: expect.stringContaining("32 MiB") });
    expect(await stored(tenantId)).toEqual(nothing);
  });

  test("when it grows beyond the largest file without announcing it", async () => {
    const { boss, path, tenantId } = await aTenant();
    let left = 33;
    const body = new ReadableStream({
      pull: (to) => (left-- > 0 ? to.enqueue(new Uint8Array(MiB)) : to.close()),
    });
    expect((await attach(boss, path, { body })).status).toBe(413);
    expect(await stored(tenantId)).toEqual(nothing);
  });

  test("when its sender breaks off", async () => {
    const { boss, id, path, tenantId } = await aTenant();
    const upload = holdUpload(plane.url, `${path}?name=half.bin`, boss, randomBytes(MiB));
    await expect.poll(async () => (await stored(tenantId)).chunks).toBeGreaterThan(0);
    upload.abort();
    await expect.poll(() => stored(tenantId)).toEqual(nothing);
    expect((await boss.api.incidents.attachments({ params: { id } })).total).toBe(0);
  });

  test("when it is not complete after an hour, because its server ended", async () => {
    const { boss, path, tenantId } = await aTenant();
    await database.query(
      `insert into files (id, tenant_id, media_type, size, created_by)
       select gen_random_uuid(), $1, 'text/plain', 10, 'somebody' from generate_series(1, 45)`,
      [tenantId],
    );
    await database.query(
      `insert into file_chunks (tenant_id, file_id, position, bytes) select tenant_id, id, 0, '0123456789' from files where tenant_id = $1`,
      [tenantId],
    );
    await database.query("insert into file_usage (tenant_id, bytes) values ($1, 450)", [tenantId]);
    await attach(boss, path, { body: "complete" });
    await plane.schedules.runNow("files.unfinished");
    expect(await stored(tenantId)).toEqual({ files: 46, chunks: 46, bytes: 458 });
    plane.travel(3_600_000 + 60_000);
    await plane.schedules.runNow("files.unfinished");
    expect(await stored(tenantId)).toEqual({ files: 1, chunks: 1, bytes: 8 });
  });
});

describe("limits", () => {
  test("all files of a tenant together have a bound, which other tenants do not share", async () => {
    const [{ boss, path, id }, other] = [await aTenant(), await aTenant()];
    const { body } = await attach(boss, path, { body: Buffer.alloc(30 * MiB) });
    const announced = holdUpload(plane.url, `${path}?name=large.bin`, boss, Buffer.from("beginning"), 11 * MiB);
    const { status, text } = await announced.answer();
    announced.abort();
    expect(status).toBe(402);
    expect(JSON.parse(text)).toMatchObject({
      code: "QUOTA_EXCEEDED",
      error: expect.stringContaining("30 MiB of 40 MiB"),
    });
    let left = 11;
    const chunked = new ReadableStream({ pull: (to) => (left-- > 0 ? to.enqueue(new Uint8Array(MiB)) : to.close()) });
    expect((await attach(boss, path, { body: chunked })).status).toBe(402);
    expect((await attach(other.boss, other.path, { body: "small" })).status).toBe(201);
    await boss.api.incidents.detach({ params: { id, file_id: body.data.id } });
    expect((await attach(boss, path, { body: "small" })).status).toBe(201);
  });

  test("a tenant has so many transfers at once, and other tenants go on", async () => {
    const [{ boss, path, tenantId }, other] = [await aTenant(), await aTenant()];
    const held = [1, 2, 3, 4].map((each) => holdUpload(plane.url, `${path}?name=${each}`, boss, randomBytes(MiB)));
    await expect.poll(async () => (await stored(tenantId)).files).toBe(4);
    expect(await attach(boss, path, { body: "fifth" })).toMatchObject({ status: 429, body: { code: "RATE_LIMIT" } });
    expect((await attach(other.boss, other.path, { body: "first" })).status).toBe(201);
    for (const each of held) expect((await each.finish()).status).toBe(201);
    expect((await attach(boss, path, { body: "fifth" })).status).toBe(201);
  });
});
