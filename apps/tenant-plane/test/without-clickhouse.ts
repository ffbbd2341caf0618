import type { ClickHouseState } from "@opsplane/embedded";
import { vi } from "vitest";

/** Waits while ClickHouse starts. Returns why it does not run, or undefined when it does. */
export async function problemOf(
  { state }: { state(): ClickHouseState },
  patienceMs: number,
): Promise<string | undefined> {
  const settled = () => ["up", "unavailable"].includes(state().status);
  await vi.waitUntil(settled, { timeout: patienceMs, interval: 50 }).catch(() => undefined);
  const { status, reason } = state();
  return status === "up" ? undefined : (reason ?? `it is ${status}`);
}

/** Why tests of telemetry are skipped, or empty. Without ClickHouse the run fails unless the environment allows it. */
export function reasonToSkip(problem: string | undefined, env: Record<string, string | undefined>): string {
  if (problem === undefined) return "";
  if (env.OPSPLANE_TESTS_WITHOUT_CLICKHOUSE === "1") return problem;
  throw new Error(
    `ClickHouse does not run: ${problem}. Set OPSPLANE_TESTS_WITHOUT_CLICKHOUSE=1 to skip the tests that need it.`,
  );
}
