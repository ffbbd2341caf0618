import type { ClickHouseState } from "@opsplane/embedded";
import { vi } from "vitest";

/** Why ClickHouse does not run; undefined when it does. An engine that is still starting is waited for. */
export async function problemOf(
  { state }: { state(): ClickHouseState },
  patienceMs: number,
): Promise<string | undefined> {
  const settled = () => ["up", "unavailable"].includes(state().status);
  await vi.waitUntil(settled, { timeout: patienceMs, interval: 50 }).catch(() => undefined);
  const { status, reason } = state();
  return status === "up" ? undefined : (reason ?? `it is ${status}`);
}

/** The reason for which files about telemetry are skipped, or empty. Without ClickHouse the run fails unless somebody asked for less. */
export function reasonToSkip(problem: string | undefined, env: Record<string, string | undefined>): string {
  if (problem === undefined) return "";
  if (env.OPSPLANE_TESTS_WITHOUT_CLICKHOUSE === "1") return problem;
  throw new Error(
    `ClickHouse does not run: ${problem}. Set OPSPLANE_TESTS_WITHOUT_CLICKHOUSE=1 to skip the tests that need it.`,
  );
}
