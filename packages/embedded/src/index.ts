export { hasNativeClickHouse } from "./clickhouse/runner.ts";
export {
  type ClickHouseOptions,
  type ClickHouseState,
  type EmbeddedClickHouse,
  startClickHouse,
} from "./clickhouse.ts";
export { DataDirInUse, type DataDirLock, lockDataDir } from "./data-dir-lock.ts";
export type { Log } from "./log.ts";
export { type EmbeddedPostgres, type PostgresOptions, startPostgres } from "./postgres.ts";
