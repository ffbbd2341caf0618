import { Failure } from "../failure.ts";
import type { ClickHouse, ClickHouseReader } from "./open.ts";

/** Where no ClickHouse is configured: everything that needs it says so. */
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
