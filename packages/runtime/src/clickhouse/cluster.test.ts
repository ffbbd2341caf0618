import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { readMigrations } from "../migrations.ts";
import { statementsFor } from "./cluster.ts";

const migration = `
-- A comment; with a semicolon at its end;
CREATE TABLE IF NOT EXISTS {{table t}} (n UInt8) ENGINE = {{engine ReplacingMergeTree(n) t}} ORDER BY n;
{{distributed t by cityHash64(n, 1)}};
INSERT INTO {{database}}.t SELECT 1;
`;

describe("a ClickHouse migration", () => {
  test("on one server creates plain tables", () => {
    expect(statementsFor(migration, { database: "telemetry", cluster: undefined })).toEqual([
      "CREATE TABLE IF NOT EXISTS telemetry.t (n UInt8) ENGINE = ReplacingMergeTree(n) ORDER BY n",
      "INSERT INTO telemetry.t SELECT 1",
    ]);
  });

  test("in a cluster creates replicated tables and a distributed table under the same name", () => {
    expect(statementsFor(migration, { database: "telemetry", cluster: "main" })).toEqual([
      "CREATE TABLE IF NOT EXISTS telemetry.t_local ON CLUSTER main (n UInt8) ENGINE = " +
        "ReplicatedReplacingMergeTree('/clickhouse/tables/{shard}/telemetry/t', '{replica}', n) ORDER BY n",
      "CREATE TABLE IF NOT EXISTS telemetry.t ON CLUSTER main AS telemetry.t_local " +
        "ENGINE = Distributed(main, telemetry, t_local, cityHash64(n, 1))",
      "INSERT INTO telemetry.t SELECT 1",
    ]);
  });

  test("with an unknown placeholder is refused", () => {
    const location = { database: "telemetry", cluster: undefined };
    for (const text of ["SELECT {{nothing}};", "{{engine Memory t}};", "{{distributed t}};"])
      expect(() => statementsFor(text, location)).toThrow();
    expect(() => statementsFor("{{table t}};", { ...location, database: "a; DROP" })).toThrow("is not a valid name");
  });

  test("of the product creates each table once on one server, and as a pair in a cluster", async () => {
    const folder = fileURLToPath(new URL("../../../../apps/tenant-plane/migrations/clickhouse", import.meta.url));
    const texts = (await readMigrations(folder)).map(({ text }) => text).join("\n");
    const tables = (statements: string[]) =>
      statements.flatMap((statement) => /^CREATE TABLE IF NOT EXISTS (\S+)/.exec(statement)?.[1] ?? []);
    const single = tables(statementsFor(texts, { database: "d", cluster: undefined }));
    expect(single).toContain("d.netflow_records");
    expect(new Set(single).size).toBe(single.length);
    const cluster = statementsFor(texts, { database: "d", cluster: "c" });
    expect(tables(cluster)).toEqual(single.flatMap((table) => [`${table}_local`, table]));
    for (const statement of cluster) {
      expect(statement).toContain("ON CLUSTER c");
      expect(statement).toMatch(
        /ENGINE = (Replicated\w*MergeTree\('\/clickhouse\/tables\/\{shard\}\/d\/\w+', '\{replica\}'|Distributed\(c, d, )/,
      );
      expect(statement).not.toContain("{{");
    }
  });
});
