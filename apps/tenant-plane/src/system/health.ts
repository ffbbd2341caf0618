import { statfs } from "node:fs/promises";
import type { Health } from "@opsplane/contract";
import { type HealthComponent, readHealth } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { version } from "../version.ts";

export interface HealthSources {
  isDurableRunning(): boolean;
  /** The sources of the health report. */
  features(): Promise<HealthComponent[]>;
  /** The folder of the embedded engines; undefined when there are none. */
  dataDir: string | undefined;
}

export function healthReader(core: Core, sources: HealthSources): () => Promise<Health> {
  const { clickhouseMonitor, config } = core;
  const others = async () => [
    { name: "clickhouse", ...clickhouseMonitor.state(), latency_ms: null },
    ...(await diskHealth(sources.dataDir, config.minFreeMb)),
    ...(await sources.features()),
  ];
  return () => readHealth(core, { version, isDurableRunning: sources.isDurableRunning(), others });
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
