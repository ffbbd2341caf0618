import { createClient } from "@clickhouse/client";
import { type Migration, MigrationProblem, pendingOf } from "../migrations.ts";
import { type ClickHouseLocation, identifier, statementsFor } from "./cluster.ts";
import { plain } from "./problem.ts";

const waitMs = 60_000;

const ledger = `
  CREATE TABLE IF NOT EXISTS {{table schema_migrations}}
  (name String, checksum String, applied_at DateTime64(3) DEFAULT now64(3))
  ENGINE = {{engine ReplacingMergeTree schema_migrations}} ORDER BY name;
  {{distributed schema_migrations by cityHash64(name)}};
`;

/**
 * Runs numbered files as for PostgreSQL. ClickHouse has neither transactions nor locks, so each statement is repeatable.
 * Instances that start together may both run it with the same result.
 */
export async function migrateClickHouse({
  url,
  location,
  migrations,
}: {
  url: string;
  location: ClickHouseLocation;
  migrations: readonly Migration[];
}): Promise<string[]> {
  const server = createClient({ url, application: "opsplane-migrate", request_timeout: waitMs, log: { level: 127 } });
  const database = identifier(location.database);
  const run = (name: string, query: string) =>
    server.command({ query }).catch((error: Error) => {
      throw new MigrationProblem(`ClickHouse migration ${name} failed: ${plain(error.message)}`);
    });
  try {
    const everywhere = location.cluster === undefined ? "" : ` ON CLUSTER ${identifier(location.cluster)}`;
    await run("of the database", `CREATE DATABASE IF NOT EXISTS ${database}${everywhere}`);
    for (const query of statementsFor(ledger, location)) await run("of schema_migrations", query);
    const answer = await server.query({
      query: `SELECT name, checksum FROM ${database}.schema_migrations FINAL`,
      format: "JSONEachRow",
    });
    const applied = await answer.json<{ name: string; checksum: string }>();
    const pending = pendingOf(migrations, new Map(applied.map((row) => [row.name, row.checksum])));
    for (const { name, checksum, text } of pending) {
      for (const query of statementsFor(text, location)) await run(name, query);
      await server.insert({
        table: `${database}.schema_migrations`,
        values: [{ name, checksum }],
        format: "JSONEachRow",
      });
    }
    return pending.map(({ name }) => name);
  } finally {
    await server.close();
  }
}
