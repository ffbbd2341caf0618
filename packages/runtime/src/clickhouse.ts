import { type ClickHouseClient, createClient } from "@clickhouse/client";
import { type Migration, MigrationProblem, pendingOf } from "./migrations.ts";

export interface Telemetry {
  client: ClickHouseClient;
  /** Undefined when it answers, otherwise why not. */
  problem(): Promise<string | undefined>;
  migrate(): Promise<string[]>;
  close(): Promise<void>;
}

export function openClickHouse(options: {
  url: string;
  database: string;
  migrations: readonly Migration[];
}): Telemetry {
  const client = createClient({
    url: options.url,
    database: options.database,
    application: "opsplane",
    request_timeout: 30_000,
    max_open_connections: 10,
    log: { level: 127 },
  });
  return {
    client,
    problem: async () => {
      const answer = await client.ping();
      return answer.success ? undefined : plain(answer.error.message);
    },
    migrate: () => migrateClickHouse(options),
    close: () => client.close(),
  };
}

const waitMs = 30_000;

/**
 * The same kind of numbered files as for PostgreSQL. ClickHouse has neither transactions nor locks, so that each statement
 * of a file is written to be repeatable, and instances that start together may both run it: the outcome is the same.
 */
async function migrateClickHouse({
  url,
  database,
  migrations,
}: {
  url: string;
  database: string;
  migrations: readonly Migration[];
}): Promise<string[]> {
  const server = createClient({ url, application: "opsplane-migrate", request_timeout: waitMs, log: { level: 127 } });
  try {
    await server.command({ query: `CREATE DATABASE IF NOT EXISTS ${identifier(database)}` });
    await server.command({
      query: `CREATE TABLE IF NOT EXISTS ${identifier(database)}.schema_migrations
              (name String, checksum String, applied_at DateTime64(3) DEFAULT now64(3)) ENGINE = ReplacingMergeTree ORDER BY name`,
    });
    const answer = await server.query({
      query: `SELECT name, checksum FROM ${identifier(database)}.schema_migrations FINAL`,
      format: "JSONEachRow",
    });
    const applied = await answer.json<{ name: string; checksum: string }>();
    const pending = pendingOf(migrations, new Map(applied.map((row) => [row.name, row.checksum])));
    for (const { name, checksum, text } of pending) {
      for (const query of statements(text)) {
        await server
          .command({ query: query.replaceAll("{{database}}", identifier(database)) })
          .catch((error: Error) => {
            throw new MigrationProblem(`ClickHouse migration ${name} failed: ${plain(error.message)}`);
          });
      }
      await server.insert({
        table: `${identifier(database)}.schema_migrations`,
        values: [{ name, checksum }],
        format: "JSONEachRow",
      });
    }
    return pending.map(({ name }) => name);
  } finally {
    await server.close();
  }
}

/** Statements of a file end with a semicolon at the end of a line. */
function statements(text: string): string[] {
  return text
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function identifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name))
    throw new MigrationProblem(`'${name}' cannot be the name of a ClickHouse database.`);
  return name;
}

function plain(message: string): string {
  return (message.split("\n")[0] ?? "").slice(0, 300) || "no answer";
}
