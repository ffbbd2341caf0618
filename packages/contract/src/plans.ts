/** Plans, their modules and their monthly quotas: one table for server, console and Control Plane. */
export const modules = [
  "incidents",
  "itsm",
  "cmdb",
  "observability",
  "runbooks",
  "reports",
  "ai",
  "automation",
  "netflow",
  "sso",
  "custom_roles",
] as const;
export type Module = (typeof modules)[number];

export interface Limits {
  readonly users: number | null;
  readonly data_gb_per_month: number | null;
  readonly retention_days: number | null;
  readonly ai_credits_per_month: number | null;
}

interface Plan {
  readonly name: string;
  readonly modules: readonly Module[];
  readonly limits: Limits;
}

const base = ["incidents", "itsm", "cmdb", "observability", "runbooks", "reports"] as const;
const middle = [...base, "ai", "automation", "netflow"] as const;

export const plans = {
  startup: {
    name: "Startup",
    modules: base,
    limits: { users: 10, data_gb_per_month: 50, retention_days: 14, ai_credits_per_month: 500 },
  },
  midsize: {
    name: "Midsize",
    modules: middle,
    limits: { users: 50, data_gb_per_month: 500, retention_days: 30, ai_credits_per_month: 5000 },
  },
  enterprise: {
    name: "Enterprise",
    modules,
    limits: { users: null, data_gb_per_month: 5000, retention_days: 90, ai_credits_per_month: 50_000 },
  },
  operations: {
    name: "Operations",
    modules,
    limits: { users: 100, data_gb_per_month: 1000, retention_days: 30, ai_credits_per_month: 5000 },
  },
} as const satisfies Record<string, Plan>;

export type PlanId = keyof typeof plans;
export const planIds = Object.keys(plans) as PlanId[];

/** Without a plan the service runs unlicensed with every module, for evaluation. */
export const unlicensed: Plan = {
  name: "Unlicensed",
  modules,
  limits: { users: null, data_gb_per_month: null, retention_days: null, ai_credits_per_month: null },
};

export function planOf(planId: string | null): Plan {
  return planId !== null && Object.hasOwn(plans, planId) ? plans[planId as PlanId] : unlicensed;
}
