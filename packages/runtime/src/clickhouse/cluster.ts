import { MigrationProblem } from "../migrations.ts";

/** The location of tables: a database on one server or on every server of a cluster. */
export interface ClickHouseLocation {
  database: string;
  cluster: string | undefined;
}

/**
 * Fills in the placeholders of a migration. On one server `{{table t}}` is the table itself. In a cluster it is `t_local`, replicated
 * on each shard, and `{{distributed t by key}}` is the table `t` over all shards. Reads and writes use `t` in both cases.
 */
export function statementsFor(text: string, location: ClickHouseLocation): string[] {
  return text
    .replace(/^\s*--.*$/gm, "")
    .split(/;\s*$/m)
    .map((part) => fill(part, location).trim())
    .filter((part) => part !== "");
}

function fill(statement: string, { database, cluster }: ClickHouseLocation): string {
  return statement.replace(/\{\{(\w+)(?: ([^}]*?))?\}\}/g, (_, word: string, rest = "") => {
    switch (word) {
      case "database":
        return identifier(database);
      case "table":
        return tableOf(rest, { database, cluster }) + onCluster(cluster);
      case "engine":
        return engineOf(rest, { database, cluster });
      case "distributed":
        return distributedOf(rest, { database, cluster });
      default:
        throw new MigrationProblem(`A ClickHouse migration has the unknown placeholder {{${word}}}.`);
    }
  });
}

/** The table that holds the rows. Retention works on it. */
export function tableOf(name: string, { database, cluster }: ClickHouseLocation): string {
  return `${identifier(database)}.${identifier(name)}${cluster === undefined ? "" : "_local"}`;
}

export function onCluster(cluster: string | undefined): string {
  return cluster === undefined ? "" : ` ON CLUSTER ${identifier(cluster)}`;
}

/** `MergeTree t` or `ReplacingMergeTree(version) t`. */
function engineOf(written: string, { database, cluster }: ClickHouseLocation): string {
  const [, engine = "", version = "", name = ""] = /^(\w+MergeTree|MergeTree)(?:\((\w+)\))? (\w+)$/.exec(written) ?? [];
  if (engine === "") throw new MigrationProblem(`'${written}' must be an engine and a table.`);
  if (cluster === undefined) return version === "" ? engine : `${engine}(${version})`;
  const path = `'/clickhouse/tables/{shard}/${identifier(database)}/${name}'`;
  return `Replicated${engine}(${[path, "'{replica}'", ...(version === "" ? [] : [version])].join(", ")})`;
}

/** `t by key`. */
function distributedOf(written: string, location: ClickHouseLocation): string {
  const [, name = "", key = ""] = /^(\w+) by (.+)$/.exec(written) ?? [];
  if (key === "") throw new MigrationProblem(`'${written}' must be a table and its sharding key.`);
  if (location.cluster === undefined) return "";
  const [database, cluster] = [identifier(location.database), identifier(location.cluster)];
  return (
    `CREATE TABLE IF NOT EXISTS ${database}.${name} ON CLUSTER ${cluster} AS ${database}.${name}_local ` +
    `ENGINE = Distributed(${cluster}, ${database}, ${name}_local, ${key})`
  );
}

export function identifier(name: string): string {
  if (!/^[a-z_][a-z0-9_]*$/i.test(name)) throw new MigrationProblem(`'${name}' is not a valid name in ClickHouse.`);
  return name;
}
