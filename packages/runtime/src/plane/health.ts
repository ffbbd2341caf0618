import type { Health } from "@opsplane/contract";
import { countUnowned } from "../durable/takeover.ts";
import type { Database } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";
import { countSetAside } from "../set-aside.ts";
import type { Base } from "./base.ts";
import type { HealthComponent } from "./feature.ts";

/** down: records do not work. degraded: records work, but another component does not. */
export async function readHealth(
  { database, faults }: Pick<Base, "database" | "faults">,
  { version, isDurableRunning, others }: HealthSources,
): Promise<Health> {
  const postgres = await postgresHealth(database);
  const components: HealthComponent[] = [
    postgres,
    { name: "durable", status: isDurableRunning ? "up" : "down", message: null, latency_ms: null },
    ...(await others()),
    ...(postgres.status === "up" ? await workHealth(database) : []),
    ...Array.from(faults.lasting(), ([name, message]) => ({
      ...{ name, status: "down" as const, message, latency_ms: null },
    })),
  ];
  const isWell = components.every(({ status }) => status === "up");
  return { status: postgres.status !== "up" ? "down" : isWell ? "ok" : "degraded", version, components };
}

export interface HealthSources {
  version: string;
  isDurableRunning: boolean;
  /** The components besides PostgreSQL and the durable engine. */
  others(): Promise<HealthComponent[]>;
}

/** Work that no instance will do by itself. */
async function workHealth(database: Database): Promise<HealthComponent[]> {
  const [setAside, unowned] = await Promise.all([countSetAside(database.system), countUnowned(database.system)]);
  const problems = [
    setAside > 0 && `Work that failed for good: ${setAside}. An admin can try it again under Failed work.`,
    unowned > 0 && `Work that waits for an instance to take it over: ${unowned}.`,
  ].filter((problem) => problem !== false);
  if (problems.length === 0) return [];
  return [{ name: "work", status: "down", message: problems.join(" "), latency_ms: null }];
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
