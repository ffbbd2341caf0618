import { createTenant } from "@opsplane/accounts";
import type { Health, operations } from "@opsplane/contract";
import { type HandlersOf, type Origin, type Passwords, writeAuditAndEvents } from "@opsplane/runtime";
import type { ClickHouseMonitor } from "../clickhouse-monitor.ts";

export interface SystemServices {
  passwords: Passwords;
  health(): Promise<Health>;
  migratePostgres(): Promise<string[]>;
  receiveStatement(jwt: string, origin: Origin): Promise<{ tenant_id: string; serial: number; applied: boolean }>;
  clickhouseMonitor: ClickHouseMonitor;
}

export function systemHandlers(services: SystemServices): HandlersOf<typeof operations.system> {
  const { passwords, clickhouseMonitor } = services;
  return {
    health: async ({ reply }) => {
      const health = await services.health();
      if (health.status === "down") reply.code(503);
      return health;
    },

    migrate: async ({ database, origin }) => {
      const postgres = (await services.migratePostgres()).map((name) => ({ engine: "postgres" as const, name }));
      const clickhouse = (await clickhouseMonitor.migrate()).map((name) => ({ engine: "clickhouse" as const, name }));
      const applied = [...postgres, ...clickhouse];
      await writeAuditAndEvents(database.system, {
        tenantId: null,
        action: "system.migrate",
        origin,
        audit: { after: { applied } },
        events: [],
      });
      return { applied, clickhouse: clickhouseMonitor.state().status };
    },

    subscription: ({ body, origin }) =>
      services.receiveStatement(body.statement, { ...origin, actor: "Control Plane" }),

    createTenant: async ({ database, body, origin, now }) => {
      const wanted = {
        id: body.id,
        name: body.name,
        planId: body.plan_id ?? null,
        adminEmail: body.admin_email,
        adminPassword: body.admin_password,
        renew: body.renew ?? false,
      };
      const { tenant, temporaryPassword } = await database.inSystem((tx) =>
        createTenant(tx, passwords, wanted, origin, now),
      );
      return { ...tenant, admin_email: wanted.adminEmail.trim().toLowerCase(), temporary_password: temporaryPassword };
    },
  };
}
