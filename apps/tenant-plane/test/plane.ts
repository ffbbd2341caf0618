import { inject } from "vitest";
import { type LaunchedPlane, launchPlane, untilTelemetry } from "./launch-plane.ts";
import { ask } from "./main-process.ts";
import { openOwnTenant, openPeople, type People } from "./people.ts";
import type { SharedPlaneAccess } from "./shared-plane.ts";

export { type Api, goodPassword, type Person } from "./people.ts";

export interface Plane extends People, LaunchedPlane {}

/** A Tenant Plane in this process, with its own PostgreSQL database, settings and clock. */
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
  if (other.telemetry) await untilTelemetry(launched.url);
  return { ...launched, ...people };
}

/** The plane of all files, with a new tenant. Its `admin` is that tenant's. */
export interface SharedPlane extends People, SharedPlaneAccess {
  schedules: Pick<LaunchedPlane["schedules"], "runNow">;
}

/** For everything that needs no settings of its own and does not move the clock, because a start takes a second. */
export async function sharedPlane(): Promise<SharedPlane> {
  const main = inject("sharedPlane");
  const access = await ask<SharedPlaneAccess>(main, "access");
  const own = await openOwnTenant(access);
  return { ...access, ...own, schedules: { runNow: (name) => ask(main, "runNow", name) } };
}

/** Something that takes long to make: made by the first file that asks for it, and shared by all. It is sent as JSON. */
export async function madeOnce<T>(name: string, make: () => Promise<T>): Promise<T> {
  const main = inject("sharedPlane");
  const claimed = await ask<{ made?: T }>(main, "claim", name);
  if (claimed.made !== undefined) return claimed.made;
  const settle = (outcome: { value: T } | { problem: string }) =>
    ask(main, "settle", JSON.stringify({ name, ...outcome }));
  try {
    const value = await make();
    await settle({ value });
    return value;
  } catch (error) {
    await settle({ problem: String(error) });
    throw error;
  }
}
