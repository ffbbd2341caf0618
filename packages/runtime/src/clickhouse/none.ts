import { Failure } from "../failure.ts";
import type { Telemetry, TenantTelemetry } from "./open.ts";

/** Where no ClickHouse is configured: everything that needs it says so. */
export function noTelemetry(): Telemetry {
  const refuse = () =>
    Promise.reject(new Failure("UNAVAILABLE", "No telemetry store is configured; records still work."));
  const reads: TenantTelemetry = { rows: refuse, first: refuse, columns: refuse };
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
