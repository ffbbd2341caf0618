import { spawn } from "node:child_process";
import { once } from "node:events";
import { access, chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { adminOf, emptyDatabase, noClickHouse, startProcess, startRefused, stopAll } from "./process.ts";

// The shipped bundle and its data folder: the embedded PostgreSQL and the master key.

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-data-dir-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = async (dataDir: string, name: string) => (await readFile(join(dataDir, "postgres", name), "utf8")).trim();

async function connect(dataDir: string, user: string, password: string, role?: string): Promise<pg.Client> {
  const client = new pg.Client({
    host: "127.0.0.1",
    port: Number(await read(dataDir, "port")),
    database: "opsplane",
    user,
    password,
    ...(role ? { options: `-c role=${role}` } : {}),
  });
  await client.connect();
  return client;
}

describe("the embedded PostgreSQL", () => {
  const dataDir = () => join(folder, "embedded");
  const roles = ["opsplane_runtime", "opsplane_system"];
  let owner: pg.Client;
  beforeAll(async () => {
    const plane = await startProcess({ ...noClickHouse, DATA_DIR: dataDir() });
    // Every pool has opened a connection: requests, logins, durable work.
    const { api } = await adminOf(plane);
    const { id: catalog_item_id } = await api.catalog.create({ body: { name: "Laptop" } });
    const { id } = await api.requests.create({ body: { catalog_item_id } });
    await vi.waitUntil(async () => (await api.requests.get({ params: { id } })).status === "in_fulfillment", {
      timeout: 180_000,
    });
    owner = await connect(dataDir(), "postgres", await read(dataDir(), "password"));
  });
  afterAll(async () => {
    await owner.end();
    await stopAll();
  });

  test("has only logins of the server's two roles", async () => {
    const { rows } = await owner.query<{ usename: string }>(
      "select distinct usename from pg_stat_activity where application_name like 'opsplane%' order by 1",
    );
    expect(rows.map(({ usename }) => usename)).toEqual(roles);
  });

  test.each(roles)("does not let %s gain more rights", async (role) => {
    // Replaces the generated password, which the test cannot know.
    await owner.query(`alter role ${role} password 'for the test'`);
    const client = await connect(dataDir(), role, "for the test", role);
    try {
      for (const way of ["set role none", "reset role", "reset session authorization", "discard all"]) {
        await client.query(way);
        const { rows } = await client.query(
          "select current_user::text as me, rolsuper, rolcreaterole, rolbypassrls from pg_roles where rolname = current_user",
        );
        expect(rows).toEqual([{ me: role, rolsuper: false, rolcreaterole: false, rolbypassrls: false }]);
      }
      for (const attempt of [
        "set role postgres",
        "set session authorization postgres",
        "copy (select 1) to program 'true'",
        "copy (select 1) to '/tmp/opsplane-copied'",
        "select pg_read_file('PG_VERSION')",
        "alter table incidents no force row level security",
        `alter role ${role} superuser`,
      ]) {
        await expect(client.query(attempt), attempt).rejects.toThrow(/permission denied|must be owner/);
      }
    } finally {
      await client.end();
    }
  });
});

describe("master.key", () => {
  afterEach(stopAll);
  const program = fileURLToPath(new URL("../dist/main.js", import.meta.url));
  const exists = (file: string) =>
    access(file).then(
      () => true,
      () => false,
    );

  test("that cannot be written completely does not exist, and the next start creates it", async () => {
    const TENANT_PLANE_DATABASE_URL = await emptyDatabase();
    const env = { ...noClickHouse, TENANT_PLANE_DATABASE_URL, DATA_DIR: join(folder, "full") };
    // A process that cannot write to any file, as on a full disk.
    const { PATH = "", HOME = "" } = process.env;
    const full = spawn("sh", ["-c", `ulimit -f 0; exec "${process.execPath}" "${program}"`], {
      env: { PATH, HOME, HOST: "127.0.0.1", PORT: "0", ...env },
      stdio: "ignore",
    });
    const [code] = await once(full, "exit");
    expect(code).not.toBe(0);
    expect(await exists(join(env.DATA_DIR, "master.key"))).toBe(false);
    await startProcess(env);
    expect(Buffer.from(await readFile(join(env.DATA_DIR, "master.key"), "utf8"), "base64")).toHaveLength(32);
  });

  test("that is damaged, or that others can read, stops the start with one clear line", async () => {
    const TENANT_PLANE_DATABASE_URL = await emptyDatabase();
    const DATA_DIR = await mkdtemp(join(folder, "damaged-"));
    const start = () => startRefused({ ...noClickHouse, TENANT_PLANE_DATABASE_URL, DATA_DIR });
    await writeFile(join(DATA_DIR, "master.key"), "", { mode: 0o600 });
    expect(await start()).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^opsplane: .*master\.key must hold 32 bytes in base64 and does not/)],
    });
    await writeFile(join(DATA_DIR, "master.key"), Buffer.alloc(32).toString("base64"));
    await chmod(join(DATA_DIR, "master.key"), 0o644);
    expect(await start()).toEqual({
      code: 1,
      lines: [expect.stringMatching(/^opsplane: Others can read .*master\.key \(its mode is 644\); run: chmod 600 /)],
    });
  });
});
