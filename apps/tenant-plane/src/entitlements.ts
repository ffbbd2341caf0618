import { type Limits, planOf } from "@opsplane/contract";
import { type Db, type Entitlements, type Principal, sql } from "@opsplane/runtime";

/** The entitlements of a tenant with this plan. */
export function entitlementsOf(planId: string | null): Entitlements {
  const { modules, limits } = planOf(planId);
  return { state: "active", modules: new Set(modules), limits: { ...limits } };
}

export function limitsOf({ entitlements: { limits } }: Pick<Principal, "entitlements">): Limits {
  return {
    users: limits.users ?? null,
    data_gb_per_month: limits.data_gb_per_month ?? null,
    retention_days: limits.retention_days ?? null,
    ai_credits_per_month: limits.ai_credits_per_month ?? null,
  };
}

export async function entitlementsOfTenant(system: Db, tenantId: string): Promise<Entitlements> {
  const tenant = await system.first<{ plan_id: string | null }>(
    sql`select plan_id from tenants where id = ${tenantId}`,
  );
  return entitlementsOf(tenant?.plan_id ?? null);
}
