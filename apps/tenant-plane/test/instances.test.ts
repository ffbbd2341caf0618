import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readMigrations } from "@opsplane/runtime";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  adminOf,
  emptyDatabase,
  forever,
  migratedDatabase,
  noClickHouse,
  sideBySide,
  startProcess,
  statusOf,
  stopAll,
} from "./process.ts";
import { refusalOf } from "./refusal.ts";
import { failedAttempts, freePort, startSink } from "./smtp-sink.ts";

// The shipped bundle, started more than once.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-instances-"));
});
afterEach(stopAll);
afterAll(() => rm(folder, { recursive: true, force: true }));

const newFolder = () => join(folder, randomBytes(4).toString("hex"));

describe("two instances on one database", () => {
  test("start at once on an empty one: migrated once, one first admin, and each sees the other's changes", async () => {
    const env = {
      ...noClickHouse,
      ...sideBySide,
      TENANT_PLANE_DATABASE_URL: await emptyDatabase(),
      SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    };
    const [one, two] = await Promise.all([
      startProcess({ ...env, DATA_DIR: newFolder() }),
      startProcess({ ...env, DATA_DIR: newFolder() }),
    ]);
    expect([one, two].filter((plane) => plane.output().includes("admin@opsplane.local"))).toHaveLength(1);
    const client = new pg.Client({ connectionString: env.TENANT_PLANE_DATABASE_URL });
    await client.connect();
    const files = await readMigrations(fileURLToPath(new URL("../migrations/postgres", import.meta.url)));
    const applied = await client.query<{ name: string }>("select name from schema_migrations order by name");
    expect(applied.rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name));
    expect((await client.query("select count(*)::int as n from users")).rows[0]).toEqual({ n: 1 });
    await client.end();

    const [atOne, atTwo] = [await adminOf(one), await adminOf(two)];
    const abort = new AbortController();
    const stream = await fetch(`${two.url}/api/events/stream`, { headers: atTwo.headers, signal: abort.signal });
    const reader = (stream.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const readAll = (async () => {
      for (let part = await reader.read(); !part.done; part = await reader.read()) text += part.value;
    })().catch(() => undefined);
    await expect.poll(() => text).toContain("event: ready");
    const { reference } = await atOne.api.incidents.create({ body: { title: "made at one" } });
    await expect.poll(() => text).toContain(reference);
    expect((await atTwo.api.incidents.get({ params: { id: reference } })).title).toBe("made at one");

    // A token that instance two has cached stops working there when instance one ends its session.
    const person = await adminOf(one);
    const elsewhere = (path: string) => fetch(`${two.url}${path}`, { headers: person.headers });
    expect((await elsewhere("/api/auth/me")).status).toBe(200);
    await person.api.auth.logout();
    await expect.poll(async () => (await elsewhere("/api/auth/me")).status).toBe(401);
    abort.abort();
    await readAll;
  });

  test("stopping one drains its requests: acknowledged writes are stored, the others were refused", async () => {
    const env = {
      ...noClickHouse,
      ...sideBySide,
      TENANT_PLANE_DATABASE_URL: await migratedDatabase(),
      SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    };
    const [one, two] = await Promise.all([
      startProcess({ ...env, DATA_DIR: newFolder() }),
      startProcess({ ...env, DATA_DIR: newFolder() }),
    ]);
    const { api } = await adminOf(one);
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 8 }, () =>
      refusalOf(
        forever(async () => acknowledged.push((await api.incidents.create({ body: { title: "drained" } })).id)),
      ),
    );
    await expect.poll(() => acknowledged.length).toBeGreaterThan(10);
    expect(await one.stop("SIGTERM")).toBe(0);
    for (const { code } of await Promise.all(writers)) expect(code).toBe("NETWORK");
    const { items } = await (await adminOf(two)).api.incidents.list({ query: { limit: 1000 } });
    const stored = new Set(items.map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  });

  test("kill -9 of one: the other takes over its durable work, and the invitation arrives once", async () => {
    const port = await freePort();
    const env = {
      ...noClickHouse,
      ...sideBySide,
      TENANT_PLANE_DATABASE_URL: await migratedDatabase(),
      SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_RETRY_MS: "200",
      LOG_LEVEL: "fatal",
    };
    const one = await startProcess({ ...env, DATA_DIR: newFolder() });
    const { api } = await adminOf(one);
    await api.users.create({ body: { email: "late@example.com", name: "Late", role: "viewer" } });
    await expect.poll(() => failedAttempts(one.url), { timeout: 180_000 }).toBeGreaterThanOrEqual(1);
    const two = await startProcess({ ...env, DATA_DIR: newFolder() });
    await one.stop("SIGKILL");
    const sink = await startSink(port);
    const atTwo = (await adminOf(two)).api;
    const invitation = async () => (await atTwo.users.list({ query: { q: "late@" } })).items[0]?.invitation;
    await expect.poll(invitation, { timeout: 180_000 }).toBe("sent");
    expect(sink.letters).toHaveLength(1);
    await sink.stop();
  });

  test("paused together, as on a suspended machine: none takes the other for dead", async () => {
    const env = {
      ...noClickHouse,
      ...sideBySide,
      TENANT_PLANE_DATABASE_URL: await migratedDatabase(),
      SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
    };
    const planes = await Promise.all([1, 2].map(() => startProcess({ ...env, DATA_DIR: newFolder() })));
    const client = new pg.Client({ connectionString: env.TENANT_PLANE_DATABASE_URL });
    await client.connect();
    const beats = async (newerThan: string) => {
      const counted = await client.query("select from instances where seen_at > now() - $1::interval", [newerThan]);
      return counted.rowCount;
    };
    await expect.poll(() => beats("2 s")).toBe(2);
    for (const { pid } of planes) process.kill(pid, "SIGSTOP");
    await expect.poll(() => beats("11 s"), { interval: 250 }).toBe(0);
    // The first one beats again before the second one can.
    for (const { pid } of planes) {
      process.kill(pid, "SIGCONT");
      await expect.poll(() => beats("2 s")).toBeGreaterThan(0);
    }
    await expect.poll(() => beats("2 s")).toBe(2);
    await client.end();
    for (const plane of planes) expect(await statusOf(plane)).toBe("degraded");
  });

  test("an api instance enqueues work that a worker instance runs", async () => {
    const port = await freePort();
    const sink = await startSink(port);
    const env = {
      ...noClickHouse,
      ...sideBySide,
      TENANT_PLANE_DATABASE_URL: await migratedDatabase(),
      SECRETS_MASTER_KEY: randomBytes(32).toString("base64"),
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    };
    const [serving, working] = await Promise.all([
      startProcess({ ...env, DATA_DIR: newFolder(), ROLE: "api" }),
      startProcess({ ...env, DATA_DIR: newFolder(), ROLE: "worker" }),
    ]);
    const { api, headers } = await adminOf(serving);
    expect((await fetch(`${working.url}/api/incidents`, { headers })).status).toBe(404);
    expect(await statusOf(working)).toBe("degraded");
    await api.users.create({ body: { email: "split@example.com", name: "Split", role: "viewer" } });
    await expect.poll(() => sink.letters.length, { timeout: 180_000 }).toBe(1);
    await sink.stop();
  });
});
