import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { quiet, tempDir, tempDirOfTest, until } from "./fixtures/conditions.ts";
import { owningProcess } from "./fixtures/owning-process.ts";
import { type EmbeddedPostgres, startPostgres } from "./index.ts";
import { isRunning } from "./processes.ts";

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: "array" });
    return rows.flat();
  } finally {
    await client.end();
  }
}

async function startForTest(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startPostgres({ dataDir, log: quiet, durable: false });
  onTestFinished(() => postgres.stop());
  return postgres;
}

describe("a running PostgreSQL", { timeout: 120_000 }, () => {
  const dir = tempDir();
  const dataDir = join(dir, "postgres");
  let postgres: EmbeddedPostgres;
  beforeAll(async () => {
    postgres = await startPostgres({ dataDir, log: quiet });
    await ask(postgres.url, "CREATE TABLE kept (n int)");
  }, 30_000);
  afterAll(async () => {
    await postgres.stop();
    rmSync(dir, { recursive: true });
  });

  test("has the database 'opsplane' in UTF-8 and is durable", async () => {
    const facts = `SELECT current_database(), getdatabaseencoding(), current_setting('fsync'), current_setting('synchronous_commit'), upper('é')`;
    expect(await ask(postgres.url, facts)).toEqual(["opsplane", "UTF8", "on", "on", "É"]);
  });

  test("listens on loopback only and asks for the password, which only its owner can read", async () => {
    expect(await ask(postgres.url, "SHOW listen_addresses")).toEqual(["127.0.0.1"]);
    await expect(ask(postgres.url.replace(/:[^:@]+@/, ":wrong@"), "SELECT 1")).rejects.toThrow(
      "password authentication failed",
    );
    expect(statSync(join(dataDir, "password")).mode & 0o777).toBe(0o600);
  });

  test("is restarted on the same port when it is killed, with everything acknowledged", async () => {
    await ask(postgres.url, "INSERT INTO kept VALUES (1)");
    const killed = postgres.pid() ?? 0;
    process.kill(killed, "SIGKILL");
    expect(await until(() => ask(postgres.url, "SELECT n FROM kept WHERE n = 1"))).toEqual([1]);
    expect(postgres.pid()).not.toBe(killed);
  });

  test("survives the kill of one backend, with everything acknowledged", async () => {
    await ask(postgres.url, "INSERT INTO kept VALUES (2)");
    const [backend] = await ask(postgres.url, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'");
    process.kill(Number(backend), "SIGKILL");
    await until(
      async () =>
        (await ask(postgres.url, "SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'"))[0] !==
        backend,
    );
    expect(await ask(postgres.url, "SELECT n FROM kept WHERE n = 2")).toEqual([2]);
  });
});

test("a stopped PostgreSQL is gone, and starts again on its port with its data", { timeout: 120_000 }, async () => {
  const dir = tempDirOfTest();
  const first = await startPostgres({ dataDir: dir, log: quiet, durable: false });
  await ask(first.url, "CREATE TABLE kept AS SELECT 7 AS n");
  const pid = first.pid() ?? 0;
  await first.stop();
  expect(await isRunning(pid)).toBe(false);
  const second = await startForTest(dir);
  expect(second.url).toBe(first.url);
  expect(await ask(second.url, "SELECT n FROM kept")).toEqual([7]);
});

test("another port is chosen when the kept one is taken", { timeout: 120_000 }, async () => {
  const dir = tempDirOfTest();
  const squatter = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void squatter.close());
  const first = await startPostgres({ dataDir: dir, log: quiet, durable: false });
  await first.stop();
  const port = Number(new URL(first.url).port);
  squatter.close().listen(port, "127.0.0.1");
  await until(() => squatter.listening);
  const second = await startForTest(dir);
  expect(new URL(second.url).port).not.toBe(String(port));
  expect(await ask(second.url, "SELECT 1")).toEqual([1]);
});

test("after kill -9 of the owning process the next start replaces the orphan, with everything acknowledged", {
  timeout: 120_000,
}, async () => {
  const dir = tempDirOfTest();
  const owner = await owningProcess(dir, "postgres");
  const { url = "", pid: orphan = 0 } = owner.says;
  await ask(url, "CREATE TABLE kept AS SELECT 9 AS n");
  await owner.kill();
  expect(await isRunning(orphan)).toBe(true);
  const next = await startForTest(join(dir, "postgres"));
  expect(await isRunning(orphan)).toBe(false);
  expect(next.url).toBe(url);
  expect(await ask(next.url, "SELECT n FROM kept")).toEqual([9]);
});

describe.skipIf(process.getuid?.() !== 0)(
  "as root where user namespaces are not permitted",
  { timeout: 120_000 },
  () => {
    /** A PATH without `unshare`, so that no user namespace can be created. */
    function withoutNamespaces(dir: string): NodeJS.ProcessEnv {
      const programs = join(dir, "programs");
      mkdirSync(programs);
      for (const program of ["/usr/bin/flock", "/usr/sbin/useradd"])
        symlinkSync(program, join(programs, program.split("/").pop() ?? ""));
      return { PATH: programs };
    }

    test("a folder above the data that only root may enter is named in one line", async () => {
      const dir = tempDirOfTest();
      const { says } = await owningProcess(join(dir, "data"), "postgres", withoutNamespaces(dir));
      expect(says.error).toMatch(new RegExp(`user '\\w+' may not enter ${dir};.*chmod o\\+x ${dir}'\\.$`));
    });

    // The binaries are in the checkout: where only root may enter it, no other user can run them.
    test.skipIf(!othersMayEnter(import.meta.dirname))(
      "PostgreSQL runs as a system user that owns its data, and later as root again",
      async () => {
        const dir = tempDirOfTest();
        chmodSync(dir, 0o711);
        const owner = await owningProcess(join(dir, "data"), "postgres", withoutNamespaces(dir));
        const { url = "", pid = 0 } = owner.says;
        const uid = Number(/^Uid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
        expect(uid).toBeGreaterThan(0);
        await ask(url, "CREATE TABLE kept AS SELECT 3 AS n");
        await owner.kill();
        const next = await startForTest(join(dir, "data", "postgres"));
        expect(await ask(next.url, "SELECT n FROM kept")).toEqual([3]);
      },
    );
  },
);

function othersMayEnter(folder: string): boolean {
  if ((statSync(folder).mode & 0o001) === 0) return false;
  return folder === dirname(folder) || othersMayEnter(dirname(folder));
}
