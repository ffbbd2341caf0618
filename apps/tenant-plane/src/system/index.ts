import type { Health } from "@opsplane/contract";
import type { Origin } from "@opsplane/runtime";
import type { Core, FeatureOf } from "../core.ts";
import { systemHandlers } from "./handlers.ts";
import { type HealthSources, healthReader } from "./health.ts";
import { maintenance } from "./jobs.ts";

export interface SystemOptions extends HealthSources {
  migratePostgres(): Promise<string[]>;
  receiveStatement(jwt: string, origin: Origin): Promise<{ tenant_id: string; serial: number; applied: boolean }>;
}

/** Health, migrations, new tenants, and the removal of old rows. */
export function openSystem(
  core: Core,
  options: SystemOptions,
): FeatureOf<"system"> & { readHealth(): Promise<Health> } {
  const { database, clickhouseMonitor } = core;
  const readHealth = healthReader(core, options);
  return {
    readHealth,
    handlers: {
      system: systemHandlers({
        passwords: core.passwords,
        health: readHealth,
        migratePostgres: options.migratePostgres,
        receiveStatement: options.receiveStatement,
        clickhouseMonitor,
      }),
    },
    schedules: [maintenance(database)],
  };
}
