import { setTimeout as wait } from "node:timers/promises";
import type { ClickHouseState } from "@opsplane/embedded";

/**
 * Waits while ClickHouse starts. Returns why it does not run, or undefined when it does.
 * Called before the tests, where vi.waitUntil does not work.
 */
export async function problemOf(
  { state }: { state(): ClickHouseState },
  patienceMs: number,
): Promise<string | undefined> {
  const settled = () => ["up", "unavailable"].includes(state().status);
  const deadline = Date.now() + patienceMs;
  while (!settled() && Date.now() < deadline) await wait(50);
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
