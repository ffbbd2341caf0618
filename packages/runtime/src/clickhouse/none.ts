import { Failure } from "../failure.ts";
import type { ClickHouse, ClickHouseReader } from "./open.ts";

/** Used without a configured ClickHouse. Every operation that needs it fails with a clear message. */
export function noClickHouse(): ClickHouse {
  const refuse = () =>
    Promise.reject(new Failure("UNAVAILABLE", "No telemetry store is configured; records still work."));
  const reads: ClickHouseReader = { rows: refuse, first: refuse, columns: refuse };
  return {
    problem: async () => "No ClickHouse is configured.",
    migrate: async () => [],
    of: () => reads,
    ofWriter: () => reads,
    everyone: reads,
    insert: refuse,
    alter: refuse,
    run: refuse,
    close: async () => undefined,
  };
}
