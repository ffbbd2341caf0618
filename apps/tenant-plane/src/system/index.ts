import type { operations } from "@opsplane/contract";
import type { HandlersOf, Passwords } from "@opsplane/runtime";
import { leaveTrail } from "@opsplane/runtime";
import { createTenant } from "../identity/index.ts";
import { type HealthParts, healthOf } from "./health.ts";

export { startMaintenance } from "./maintenance.ts";
export { type EngineState, watchTelemetry } from "./telemetry-link.ts";

export interface SystemServices extends HealthParts {
  passwords: Passwords;
  migratePostgres(): Promise<string[]>;
}

export function systemHandlers(services: SystemServices): HandlersOf<typeof operations.system> {
  return {
    health: async ({ reply }) => {
      const health = await healthOf(services);
      if (health.status === "down") reply.code(503);
      return health;
    },

    migrate: async ({ database, origin }) => {
      const postgres = (await services.migratePostgres()).map((name) => ({ engine: "postgres" as const, name }));
      const clickhouse = (await services.telemetry.migrate()).map((name) => ({ engine: "clickhouse" as const, name }));
      const applied = [...postgres, ...clickhouse];
      await leaveTrail(database.system, {
        tenantId: null,
        action: "system.migrate",
        origin,
        audit: { after: { applied } },
        events: [],
      });
      return { applied, clickhouse: services.telemetry.state().status };
    },

    createTenant: async ({ database, body, origin, now }) => {
      const wanted = {
        id: body.id,
        name: body.name,
        planId: body.plan_id ?? null,
        adminEmail: body.admin_email,
        adminPassword: body.admin_password,
      };
      const { tenant, temporaryPassword } = await database.inSystem((tx) =>
        createTenant(tx, services.passwords, wanted, origin, now),
      );
      return { ...tenant, admin_email: wanted.adminEmail.trim().toLowerCase(), temporary_password: temporaryPassword };
    },
  };
}
