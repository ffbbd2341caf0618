import { type Limits, planOf } from "@opsplane/contract";
import type { Entitlements, Principal } from "@opsplane/runtime";

/** The entitlements of a tenant with this plan. */
export function entitlementsOf(planId: string | null): Entitlements {
  const { name, modules, limits } = planOf(planId);
  return { state: "active", plan: { id: planId, name }, modules: new Set(modules), limits: { ...limits } };
}

export function limitsOf({ entitlements: { limits } }: Pick<Principal, "entitlements">): Limits {
  return {
    users: limits.users ?? null,
    data_gb_per_month: limits.data_gb_per_month ?? null,
    retention_days: limits.retention_days ?? null,
    ai_credits_per_month: limits.ai_credits_per_month ?? null,
  };
}
