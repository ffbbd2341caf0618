import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from "@clickhouse/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { quiet, tempDir, until } from "./fixtures/conditions.ts";
import { type EmbeddedClickHouse, startClickHouse } from "./index.ts";

const dataDir = tempDir();
const clickhouse: EmbeddedClickHouse = await startClickHouse({
  dataDir,
  log: quiet,
  runnerFile: join(import.meta.dirname, "../../../.cache/clickhouse-runner.json"),
});
const { status, reason } = clickhouse.state();

describe.skipIf(status === "unavailable")(
  `embedded ClickHouse${reason ? ` (${reason})` : ""}`,
  { timeout: 120_000 },
  () => {
    let client: ClickHouseClient;
    beforeAll(async () => {
      await clickhouse.ready();
      client = connect();
      await client.command({
        query: "CREATE TABLE events (n Int64, text String DEFAULT 'none') ENGINE = MergeTree ORDER BY n",
      });
    }, 120_000);
    afterAll(async () => {
      await client?.close();
      await clickhouse.stop();
      rmSync(dataDir, { recursive: true, force: true });
    }, 60_000);

    function connect(options: NonNullable<Parameters<typeof createClient>[0]> = {}): ClickHouseClient {
      return createClient({ url: clickhouse.url, log: { level: ClickHouseLogLevel.OFF }, ...options });
    }
    const insert = (values: object[]) => client.insert({ table: "events", values, format: "JSONEachRow" });
    async function rows<Row>(query: string, query_params: Record<string, unknown> = {}): Promise<Row[]> {
      const result = await client.query({ query, query_params, format: "JSONEachRow" });
      return result.json<Row>();
    }

    test("answers a ping, a query and an insert", async () => {
      expect(await client.ping()).toEqual({ success: true });
      const { summary } = await insert([{ n: 1, text: "one" }, { n: 2 }]);
      expect(summary?.written_rows).toBe("2");
      expect(await rows("SELECT n, text FROM events WHERE n IN (1, 2) ORDER BY n")).toEqual([
        { n: 1, text: "one" },
        { n: 2, text: "none" },
      ]);
    });

    test("text that looks like the end of the data and a statement is stored as it is", async () => {
      const nasty = "a\n\nDROP TABLE events;\r\n\r\nINSERT INTO events VALUES (66, 'injected') -- ' \\' \\";
      await insert([{ n: 10, text: nasty }]);
      await client.command({
        query: "INSERT INTO events (n, text) VALUES (11, 'b\n\nDROP TABLE events;'), (12, 'c');",
      });
      await client
        .exec({ query: `INSERT INTO events FORMAT JSONEachRow\n{"n":13,"text":"d"}\n\nDROP TABLE events` })
        .catch(() => {});
      expect(await rows("SELECT text FROM events WHERE n IN (10, 11, 66) ORDER BY n")).toEqual([
        { text: nasty },
        { text: "b\n\nDROP TABLE events;" },
      ]);
    });

    test("a request has exactly one statement", async () => {
      await expect(client.command({ query: "SELECT 1; DROP TABLE events" })).rejects.toMatchObject({
        code: "62",
        type: "SYNTAX_ERROR",
      });
      await client.command({ query: "SELECT ';' /* ; */; -- ; DROP TABLE events" });
    });

    test("parameters are bound, never read as SQL, and serve their own request only", async () => {
      const hostile = "'; DROP TABLE events; --\t\\\n\n";
      const query =
        "SELECT {text:String} AS text, {list:Array(String)} AS list, {none:Nullable(Int8)} AS none FROM {table:Identifier} LIMIT 1";
      await insert([{ n: 20 }]);
      expect(await rows(query, { text: hostile, list: ["a'b", "c"], none: null, table: "events" })).toEqual([
        { text: hostile, list: ["a'b", "c"], none: null },
      ]);
      await expect(rows("SELECT {text:String}")).rejects.toMatchObject({ code: "456" });
    });

    test("settings and the database serve their own request only", async () => {
      const query = "SELECT getSetting('max_block_size') AS size, currentDatabase() AS name";
      const own = await client.query({
        query,
        format: "JSONEachRow",
        clickhouse_settings: { max_block_size: "123" },
        http_headers: { "X-ClickHouse-Database": "system" },
      });
      expect(await own.json()).toEqual([{ size: 123, name: "system" }]);
      await client.command({ query: "SET max_block_size = 77" });
      expect(await rows(query)).toEqual([{ size: 65409, name: "default" }]);
    });

    test("errors carry the engine's code, type and status", async () => {
      await expect(rows("SELECT * FROM nowhere")).rejects.toMatchObject({ code: "60", type: "UNKNOWN_TABLE" });
      await expect(rows("SELEKT 1")).rejects.toMatchObject({ code: "62", type: "SYNTAX_ERROR" });
      const response = await fetch(`${withoutCredentials()}/?query=SELECT+*+FROM+nowhere`, { headers: credentials() });
      expect([response.status, response.headers.get("x-clickhouse-exception-code")]).toEqual([404, "60"]);
    });

    test("the output of a failed query is not part of the next result", async () => {
      const failing = "SELECT throwIf(number = 200000) FROM numbers(300000) SETTINGS max_block_size = 1000";
      await expect(client.query({ query: failing, format: "JSON" })).rejects.toMatchObject({ code: "395" });
      expect(await rows("SELECT 1 AS one")).toEqual([{ one: 1 }]);
    });

    test("wrong or missing credentials are refused", async () => {
      const stranger = connect({ url: clickhouse.url.replace(/:[^:@]+@/, ":wrong@") });
      await expect(stranger.query({ query: "SELECT 1" })).rejects.toMatchObject({ code: "516" });
      await stranger.close();
      expect((await fetch(`${withoutCredentials()}/?query=SELECT+1`)).status).toBe(401);
      const byHeaders = { "X-ClickHouse-User": "opsplane", "X-ClickHouse-Key": new URL(clickhouse.url).password };
      expect(await (await fetch(`${withoutCredentials()}/?query=SELECT+1`, { headers: byHeaders })).text()).toBe("1\n");
    });

    test("binary and text formats pass unchanged, compressed both ways when asked", async () => {
      const query = "SELECT number AS n, concat('x\\0y', toString(number)) AS text FROM numbers(100, 3)";
      const native = Buffer.from(await (await post(`${query} FORMAT Native`)).arrayBuffer());
      await post(native, "INSERT INTO events FORMAT Native");
      expect(
        await (await post("SELECT text FROM events WHERE n BETWEEN 100 AND 102 ORDER BY n FORMAT CSV")).text(),
      ).toBe('"x\0y100"\n"x\0y101"\n"x\0y102"\n');
      const compressing = connect({ compression: { request: true, response: true } });
      await compressing.insert({ table: "events", values: [[200, "zipped"]], format: "JSONCompactEachRow" });
      const zipped = await compressing.query({ query: "SELECT text FROM events WHERE n = 200", format: "JSON" });
      expect(await zipped.json()).toMatchObject({ data: [{ text: "zipped" }], rows: 1 });
      await compressing.close();
    });

    test("a slow query does not block others, and ends when its client disconnects", async () => {
      const leaving = new AbortController();
      const slow = client.query({
        query: "SELECT count() FROM numbers(1000000000000) WHERE number % 7 = 3 /* slow */",
        abort_signal: leaving.signal,
      });
      const running =
        "SELECT count() AS c FROM system.processes WHERE query LIKE '%/* slow *' || '/%' AND query NOT LIKE '%processes%'";
      await until(async () => (await rows<{ c: number }>(running))[0]?.c === 1);
      expect(await client.ping()).toEqual({ success: true });
      leaving.abort();
      await expect(slow).rejects.toThrow("aborted");
      await until(async () => (await rows<{ c: number }>(running))[0]?.c === 0);
    });

    test("a killed engine comes back at the same address with every acknowledged row", async () => {
      await insert(Array.from({ length: 1000 }, (_, index) => ({ n: 10_000 + index })));
      const killed = clickhouse.pid() ?? 0;
      process.kill(killed, "SIGKILL");
      await until(() => clickhouse.pid() !== undefined && clickhouse.pid() !== killed);
      await clickhouse.ready();
      expect(await rows("SELECT count() AS c, sum(n) AS s FROM events WHERE n >= 10000")).toEqual([
        { c: 1000, s: 10499500 },
      ]);
    });

    test("no staged files are left behind", () => {
      expect(readdirSync(`${dataDir}/rows`)).toEqual([]);
    });

    const withoutCredentials = () => new URL(clickhouse.url).origin;
    const credentials = () => {
      const { username, password } = new URL(clickhouse.url);
      return { Authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
    };
    const post = (body: string | Buffer, query = "") =>
      fetch(`${withoutCredentials()}/?query=${encodeURIComponent(query)}`, {
        method: "POST",
        body,
        headers: credentials(),
      });
  },
);
