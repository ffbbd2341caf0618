import { inject, vi } from "vitest";
import { type LaunchedPlane, launchPlane } from "./launch-plane.ts";
import { openPeople, type People } from "./people.ts";

export { type Api, goodPassword, type Person } from "./people.ts";

export interface Plane extends People, LaunchedPlane {}

/** A Tenant Plane in this process, with its own PostgreSQL database. */
export async function startPlane(
  env: Record<string, string> = {},
  other: { clickhouseUrl?: string; telemetry?: boolean; databaseUrl?: string; onLog?: (line: string) => void } = {},
): Promise<Plane> {
  const launched = await launchPlane({
    env,
    postgresUrl: inject("postgresUrl"),
    databaseUrl: other.databaseUrl,
    onLog: other.onLog,
    // Without telemetry no file waits for ClickHouse.
    clickhouseUrl: other.clickhouseUrl ?? (other.telemetry ? inject("clickhouseUrl") : undefined),
  });
  const people = await openPeople(launched);
  if (other.telemetry) {
    const telemetryIsUp = async () =>
      (await people.anyone.system.health()).components.find(({ name }) => name === "clickhouse")?.status;
    await vi.waitUntil(async () => (await telemetryIsUp()) === "up", { timeout: 100_000, interval: 20 });
  }
  return { ...launched, ...people };
}
