import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chsql, migratePostgres, openClickHouse, readMigrations } from "@opsplane/runtime";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "opsplane-migrations-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (name: string, text: string) => writeFile(join(folder, name), text);
const unique = () => `test_${randomBytes(6).toString("hex")}`;

test("files are numbered without a gap", async () => {
  await write("0001_first.sql", "select 1");
  await write("0003_third.sql", "select 1");
  await expect(readMigrations(folder)).rejects.toThrow(
    "Migration 0003_third.sql is misnamed: expected 0002_<words>.sql.",
  );
});

test.each(["postgres", "clickhouse"])(
  "migrations of %s that are in use never change; a new one is added to frozen.json",
  async (engine) => {
    const migrations = new URL("../migrations/", import.meta.url);
    const frozen: Record<string, string> = JSON.parse(await readFile(new URL("frozen.json", migrations), "utf8"));
    const known = await readMigrations(fileURLToPath(new URL(engine, migrations)));
    const expected = Object.entries(frozen).filter(([name]) => name.startsWith(`${engine}/`));
    expect(known.map(({ name, checksum }) => [`${engine}/${name}`, checksum])).toEqual(expected);
  },
);

describe("in PostgreSQL", () => {
  let url: string;
  beforeEach(async () => {
    const name = unique();
    const client = new pg.Client({ connectionString: inject("postgresUrl") });
    await client.connect();
    await client.query(`create database ${name}`);
    await client.end();
    url = Object.assign(new URL(inject("postgresUrl")), { pathname: `/${name}` }).href;
  });
  const migrate = async () => migratePostgres({ url, migrations: await readMigrations(folder) });

  async function rows(query: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(query);
    await client.end();
    return rows;
  }

  test("each runs once, also when many start together", async () => {
    await write("0001_table.sql", "create table t (n int); insert into t values (1);");
    await write("0002_row.sql", "insert into t values (2);");
    const applied = await Promise.all([migrate(), migrate(), migrate(), migrate()]);
    expect(applied.flat().sort()).toEqual(["0001_table", "0002_row"]);
    expect(await rows("select n from t order by n")).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await migrate()).toEqual([]);
  });

  test("one that fails is rolled back completely and named", async () => {
    await write("0001_good.sql", "create table good (n int);");
    await write("0002_bad.sql", "create table bad (n int); select 1 / 0;");
    await expect(migrate()).rejects.toThrow("Migration 0002_bad failed: division by zero");
    expect(await rows("select to_regclass('good') is not null as good, to_regclass('bad') is not null as bad")).toEqual(
      [{ good: true, bad: false }],
    );
    await write("0002_bad.sql", "create table bad (n int);");
    expect(await migrate()).toEqual(["0002_bad"]);
  });

  test("the product's migrations convert existing data", async () => {
    const [first, ...later] = await readMigrations(fileURLToPath(new URL("../migrations/postgres", import.meta.url)));
    if (!first) throw new Error("There is no migration.");
    await migratePostgres({ url, migrations: [first] });
    const item = "01890000-0000-7000-8000-000000000001";
    await rows("insert into tenants (id, name) values ('old', 'Old')");
    await rows(`insert into incidents (id, tenant_id, number, title, description, severity, status, source, ci_ids, created_by)
      values (gen_random_uuid(), 'old', 1, 'Before', '', 'P3', 'open', '', array['${item}', 'web-7'], 'ann')`);
    await migratePostgres({ url, migrations: [first, ...later] });
    expect(await rows("select tenant_id, ci_id from incident_items")).toEqual([{ tenant_id: "old", ci_id: item }]);
  });

  test("one that was changed after it ran is refused; one of a newer version is ignored", async () => {
    await write("0001_one.sql", "select 1");
    await migrate();
    await write("0001_one.sql", "select 2");
    await expect(migrate()).rejects.toThrow("Migration 0001_one was changed after it had been applied");
    await write("0001_one.sql", "select 1");
    await write("0002_two.sql", "select 1");
    await migrate();
    await rm(join(folder, "0002_two.sql"));
    expect(await migrate()).toEqual([]);
  });
});

describe.skipIf(inject("clickhouseProblem") !== "")("in ClickHouse", () => {
  test("each runs once, statement by statement, and a changed one is refused", async () => {
    const database = unique();
    const open = async () =>
      openClickHouse({
        url: inject("clickhouseUrl"),
        database,
        migrations: await readMigrations(folder),
        querySeconds: 60,
      });
    await write(
      "0001_table.sql",
      "-- two statements\nCREATE TABLE IF NOT EXISTS {{database}}.t (n UInt8) ENGINE = MergeTree ORDER BY n;\nINSERT INTO {{database}}.t SELECT 7;\n",
    );
    const first = await open();
    await expect.poll(() => first.problem(), { timeout: 180_000 }).toBeUndefined();
    expect(await first.migrate()).toEqual(["0001_table"]);
    expect(await first.migrate()).toEqual([]);
    expect(await first.everyone.rows(chsql`SELECT n FROM t`)).toEqual([{ n: 7 }]);
    await first.close();
    await write("0001_table.sql", "SELECT 1;");
    const second = await open();
    await expect(second.migrate()).rejects.toThrow("was changed after it had been applied");
    await second.close();
  });
});
