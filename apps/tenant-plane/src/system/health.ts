import { statfs } from "node:fs/promises";
import type { Health } from "@opsplane/contract";
import { type Database, type Durable, type Faults, sql } from "@opsplane/runtime";
import { version } from "../version.ts";
import type { TelemetryLink } from "./telemetry-link.ts";

type Component = Health["components"][number];

export interface HealthParts {
  database: Database;
  durable: Durable;
  telemetry: TelemetryLink;
  faults: Faults;
  /** The folder of the embedded engines; undefined when there are none. */
  dataDir: string | undefined;
  minFreeMb: number;
}

/** down: records do not work. degraded: they do, but something beside them does not. */
export async function healthOf(parts: HealthParts): Promise<Health> {
  const { database, durable, telemetry, faults } = parts;
  const postgres = await postgresHealth(database);
  const components: Component[] = [
    postgres,
    { name: "clickhouse", ...telemetry.state(), latency_ms: null },
    { name: "durable", status: durable.running() ? "up" : "down", message: null, latency_ms: null },
    ...(await diskHealth(parts)),
    ...Array.from(faults.lasting(), ([name, message]) => ({
      name,
      status: "down" as const,
      message,
      latency_ms: null,
    })),
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

/** A full disk stops every write, so that health warns before. */
async function diskHealth({ dataDir, minFreeMb }: HealthParts): Promise<Component[]> {
  if (dataDir === undefined || minFreeMb === 0) return [];
  const disk = await statfs(dataDir).catch(() => undefined);
  if (!disk) return [];
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1024 / 1024);
  const isLow = freeMb < minFreeMb;
  const message = isLow ? `${freeMb} MiB are free for data, less than ${minFreeMb} MiB; free some space.` : null;
  return [{ name: "disk", status: isLow ? "down" : "up", message, latency_ms: null }];
}
