import type { Health } from "@opsplane/contract";
import { type Database, type Durable, sql } from "@opsplane/runtime";
import { version } from "../version.ts";
import type { TelemetryLink } from "./telemetry-link.ts";

type Component = Health["components"][number];

export interface HealthParts {
  database: Database;
  durable: Durable;
  telemetry: TelemetryLink;
}

/** down: records do not work. degraded: they do, but something beside them does not. */
export async function healthOf({ database, durable, telemetry }: HealthParts): Promise<Health> {
  const postgres = await postgresHealth(database);
  const components: Component[] = [
    postgres,
    { name: "clickhouse", ...telemetry.state(), latency_ms: null },
    { name: "durable", status: durable.running() ? "up" : "down", message: null, latency_ms: null },
  ];
  const well = components.every(({ status }) => status === "up");
  return { status: postgres.status !== "up" ? "down" : well ? "ok" : "degraded", version, components };
}

async function postgresHealth(database: Database): Promise<Component> {
  const started = performance.now();
  try {
    await database.system.first(sql`select 1`);
    return {
      name: "postgres",
      status: "up",
      message: null,
      latency_ms: Math.round((performance.now() - started) * 10) / 10,
    };
  } catch {
    return { name: "postgres", status: "down", message: "The database cannot be reached.", latency_ms: null };
  }
}
