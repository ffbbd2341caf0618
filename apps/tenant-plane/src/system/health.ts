import { statfs } from "node:fs/promises";
import type { Health } from "@opsplane/contract";
import { type Database, type HealthComponent, sql } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { version } from "../version.ts";

export interface HealthSources {
  isDurableRunning(): boolean;
  /** The sources of the health report. */
  features(): Promise<HealthComponent[]>;
  /** The folder of the embedded engines; undefined when there are none. */
  dataDir: string | undefined;
}

/** down: records do not work. degraded: records work, but another component does not. */
export function healthReader({ database, clickhouseMonitor, faults, config }: Core, sources: HealthSources) {
  return async (): Promise<Health> => {
    const postgres = await postgresHealth(database);
    const components: HealthComponent[] = [
      postgres,
      { name: "clickhouse", ...clickhouseMonitor.state(), latency_ms: null },
      { name: "durable", status: sources.isDurableRunning() ? "up" : "down", message: null, latency_ms: null },
      ...(await diskHealth(sources.dataDir, config.minFreeMb)),
      ...(await sources.features()),
      ...Array.from(faults.lasting(), ([name, message]) => ({
        name,
        status: "down" as const,
        message,
        latency_ms: null,
      })),
    ];
    const isWell = components.every(({ status }) => status === "up");
    return { status: postgres.status !== "up" ? "down" : isWell ? "ok" : "degraded", version, components };
  };
}

async function postgresHealth(database: Database): Promise<HealthComponent> {
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

/** A full disk stops every write, so health warns before that. */
async function diskHealth(dataDir: string | undefined, minFreeMb: number): Promise<HealthComponent[]> {
  if (dataDir === undefined || minFreeMb === 0) return [];
  const disk = await statfs(dataDir).catch(() => undefined);
  if (!disk) return [];
  const freeMb = Math.floor((disk.bavail * disk.bsize) / 1024 / 1024);
  const isLow = freeMb < minFreeMb;
  const message = isLow ? `${freeMb} MiB of disk space are free, less than ${minFreeMb} MiB; free some space.` : null;
  return [{ name: "disk", status: isLow ? "down" : "up", message, latency_ms: null }];
}
