import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "@opsplane/embedded";
import { createLog } from "@opsplane/runtime";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import {
  adminOf,
  emptyDatabase,
  forever,
  isAlive,
  migratedDatabase,
  noClickHouse,
  startProcess,
  startRefused,
  statusOf,
  stopAll,
} from "./process.ts";
import { refusalOf } from "./refusal.ts";
import { freePort, startSink } from "./smtp-sink.ts";

// The shipped bundle, started and stopped as an operator would.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-process-"));
});
afterEach(stopAll);
afterAll(() => rm(folder, { recursive: true, force: true }));

const newFolder = () => join(folder, randomBytes(4).toString("hex"));

async function postmasterOf(dataDir: string): Promise<number> {
  return Number((await readFile(join(dataDir, "postgres/cluster/postmaster.pid"), "utf8")).split("\n")[0]);
}

describe("the first start", () => {
  test("prints the admin and a temporary password once; later starts do not; SIGTERM stops everything", async () => {
    const dataDir = newFolder();
    const env = { ...noClickHouse, DATA_DIR: dataDir, BOOTSTRAP_ADMIN_PASSWORD: "" };
    const first = await startProcess(env);
    expect(first.output()).toMatch(
      /tenant {4}default\n {2}admin {5}admin@opsplane\.local\n {2}password {2}(\w{5}-){3}\w{5} /,
    );
    const postmaster = await postmasterOf(dataDir);
    // A sender whose body never arrives does not delay the stop.
    const stalled = request(`${first.url}/api/auth/token`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": 100 },
    });
    stalled.on("error", () => undefined);
    stalled.flushHeaders();
    await once(stalled, "socket").then(([socket]) => socket.connecting && once(socket, "connect"));
    expect(await first.stop("SIGTERM")).toBe(0);
    expect(isAlive(postmaster)).toBe(false);
    const second = await startProcess(env);
    expect(second.output()).not.toContain("password");
    expect(await second.stop("SIGINT")).toBe(0);
  });

  test("prints a new temporary password when the first one expired unused", async () => {
    const TENANT_PLANE_DATABASE_URL = await migratedDatabase();
    const env = {
      ...noClickHouse,
      TENANT_PLANE_DATABASE_URL,
      DATA_DIR: newFolder(),
      BOOTSTRAP_ADMIN_PASSWORD: "",
    };
    const printed = async () => {
      const plane = await startProcess(env);
      const password = / {2}password {2}((\w{5}-){3}\w{5}) /.exec(plane.output())?.[1];
      return { plane, password };
    };
    const first = await printed();
    await first.plane.stop("SIGTERM");
    const client = new pg.Client({ connectionString: TENANT_PLANE_DATABASE_URL });
    await client.connect();
    const { rows } = await client.query("select password_hash from users");
    expect(rows).toEqual([{ password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) }]);
    await client.query("update users set password_expires_at = now()");
    await client.end();
    const second = await printed();
    expect(second.password).toEqual(expect.any(String));
    expect(second.password).not.toBe(first.password);
    const login = await fetch(`${second.plane.url}/api/auth/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "admin@opsplane.local", password: second.password }),
    });
    expect(login.status).toBe(200);
  });

  test("refuses invalid settings with one clear line", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const address = taken.address();
    const port = typeof address === "object" && address ? String(address.port) : "";
    const databaseUrl = await emptyDatabase();
    // src/config.test.ts covers every setting. Here are one of them, and the errors that only a start can find.
    const cases: [Record<string, string>, RegExp][] = [
      [{ PORT: port }, /^opsplane: The port is in use/],
      [{ PORT: "many" }, /^opsplane: PORT must be a whole number from 0 to 65535 \(it is 'many'\)\.$/],
      [{ SECRETS_MASTER_KEY: "c2hvcnQ=" }, /^opsplane: SECRETS_MASTER_KEY must be 32 bytes in base64\.$/],
      [
        { TENANT_PLANE_DATABASE_URL: "postgres://u:p@127.0.0.1:1/x" },
        /^opsplane: The database at TENANT_PLANE_DATABASE_URL cannot be used/,
      ],
      [
        { TENANT_PLANE_DATABASE_URL: databaseUrl.replace(/:[^:@]+@/, ":wrong@") },
        /^opsplane: The database at TENANT_PLANE_DATABASE_URL cannot be used: password/,
      ],
    ];
    const usable = { ...noClickHouse, TENANT_PLANE_DATABASE_URL: databaseUrl };
    const refused = async ([env, line]: (typeof cases)[number]) => {
      const { code, lines } = await startRefused({ ...usable, DATA_DIR: newFolder(), ...env });
      expect([code, lines.length, lines[0]]).toEqual([1, 1, expect.stringMatching(line)]);
    };
    await Promise.all(cases.map(refused));
    taken.close();
  });

  test("refuses a data folder that another instance uses, and a database sealed with another key", async () => {
    const dataDir = newFolder();
    const running = await startProcess({ ...noClickHouse, DATA_DIR: dataDir });
    const { code, lines } = await startRefused({ ...noClickHouse, DATA_DIR: dataDir });
    expect([code, lines]).toEqual([1, [expect.stringContaining(String(running.pid))]]);
    expect(await statusOf(running)).toBe("degraded");

    const TENANT_PLANE_DATABASE_URL = await migratedDatabase();
    const one = await startProcess({ ...noClickHouse, TENANT_PLANE_DATABASE_URL, DATA_DIR: newFolder() });
    await one.stop("SIGTERM");
    const other = await startRefused({ ...noClickHouse, TENANT_PLANE_DATABASE_URL, DATA_DIR: newFolder() });
    expect([other.code, other.lines]).toEqual([1, [expect.stringContaining("another master key")]]);
  });
});

test("while the database is down health is 503, and records work again when it is back", async () => {
  const log = createLog("silent");
  const dataDir = newFolder();
  const start = () => startPostgres({ dataDir, log, durable: false });
  const first = await start();
  const plane = await startProcess({ ...noClickHouse, TENANT_PLANE_DATABASE_URL: first.url, DATA_DIR: newFolder() });
  await first.stop();
  await expect.poll(() => statusOf(plane), { timeout: 180_000 }).toBe("down");
  expect((await fetch(`${plane.url}/api/health`)).status).toBe(503);
  const second = await start();
  onTestFinished(() => second.stop());
  expect(second.url).toBe(first.url);
  await expect.poll(() => statusOf(plane), { timeout: 180_000 }).toBe("degraded");
  await (await adminOf(plane)).api.incidents.create({ body: { title: "after" } });
  await plane.stop("SIGTERM");
});

describe("kill -9", () => {
  test("of the server loses nothing acknowledged, and the next start recovers automatically", async () => {
    const env = { ...noClickHouse, DATA_DIR: newFolder() };
    const first = await startProcess(env);
    const { api } = await adminOf(first);
    const acknowledged: string[] = [];
    const writers = Array.from({ length: 4 }, () =>
      refusalOf(
        forever(async () => acknowledged.push((await api.incidents.create({ body: { title: "kept" } })).reference)),
      ),
    );
    await expect.poll(() => acknowledged.length, { timeout: 180_000 }).toBeGreaterThan(40);
    await first.stop("SIGKILL");
    await Promise.all(writers);
    const second = await startProcess(env);
    const { items, total } = await (await adminOf(second)).api.incidents.list({
      query: { limit: 1000, sort: "created_at" },
    });
    const stored = new Set(items.map(({ reference }) => reference));
    expect(acknowledged.filter((reference) => !stored.has(reference))).toEqual([]);
    expect([...stored].sort()).toEqual(
      Array.from({ length: total }, (_, n) => `INC-${String(n + 1).padStart(8, "0")}`),
    );
  });

  test("of the server during approvals: each approved request goes into fulfillment exactly once", async () => {
    const env = { ...noClickHouse, DATA_DIR: newFolder(), TENANT_PLANE_DATABASE_URL: await migratedDatabase() };
    const first = await startProcess(env);
    const { api } = await adminOf(first);
    const { id: catalog_item_id } = await api.catalog.create({ body: { name: "Laptop" } });
    const acknowledged: string[] = [];
    const submit = async () => acknowledged.push((await api.requests.create({ body: { catalog_item_id } })).id);
    const writers = Array.from({ length: 4 }, () => refusalOf(forever(submit)));
    await expect.poll(() => acknowledged.length, { timeout: 180_000 }).toBeGreaterThan(20);
    await first.stop("SIGKILL");
    await Promise.all(writers);
    const again = (await adminOf(await startProcess(env))).api;
    const waiting = async () =>
      (await again.requests.list({ query: { status: ["in_fulfillment"], limit: 1000 } })).items.map(({ id }) => id);
    const missing = async () => {
      const found = new Set(await waiting());
      return acknowledged.filter((id) => !found.has(id));
    };
    await expect.poll(missing, { timeout: 180_000 }).toEqual([]);
    for (const id of acknowledged.slice(0, 30)) {
      const { items } = await again.requests.timeline({ params: { id } });
      expect(items.map(({ kind }) => kind)).toEqual(["created", "status"]);
    }
  });

  test("of PostgreSQL: the running server recovers automatically", async () => {
    const dataDir = newFolder();
    const port = await freePort();
    const sink = await startSink(port);
    const plane = await startProcess({
      ...noClickHouse,
      DATA_DIR: dataDir,
      LOG_LEVEL: "fatal",
      SMTP_URL: `smtp://127.0.0.1:${port}`,
    });
    const { api } = await adminOf(plane);
    const { reference } = await api.incidents.create({ body: { title: "before" } });
    // Writers have open connections and transactions when PostgreSQL is killed. A lost database is only a 503 for them.
    let killed = false;
    const writers = Array.from({ length: 8 }, async () => {
      while (!killed)
        await api.incidents.create({ body: { title: "during" } }).catch((error) => expect(error.status).toBe(503));
    });
    const postmaster = await postmasterOf(dataDir);
    process.kill(postmaster, "SIGKILL");
    // A new postmaster proves the restart. The length of the outage depends on the machine.
    const successor = () => postmasterOf(dataDir).catch(() => postmaster);
    await expect.poll(successor, { timeout: 180_000 }).not.toBe(postmaster);
    killed = true;
    await Promise.all(writers);
    await expect.poll(() => statusOf(plane), { timeout: 180_000 }).toBe("degraded");
    expect((await api.incidents.get({ params: { id: reference } })).title).toBe("before");
    await api.incidents.create({ body: { title: "after" } });
    await api.users.create({ body: { email: "after@example.com", name: "After", role: "viewer" } });
    await expect.poll(() => sink.letters.length, { timeout: 180_000 }).toBe(1);
    await sink.stop();
  });
});
