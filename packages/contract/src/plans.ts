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

export const limitNames = [
  "users",
  "data_gb_per_month",
  "retention_days",
  "ai_credits_per_month",
] as const satisfies readonly (keyof Limits)[];

/** The states of a license or a subscription in which something is blocked. */
export const restrictedStates = ["grace", "read_only", "locked", "invalid", "past_due", "suspended"] as const;
export type RestrictedState = (typeof restrictedStates)[number];

export const deploymentModes = ["shared_saas", "dedicated", "on_prem", "byoc"] as const;
export type DeploymentMode = (typeof deploymentModes)[number];

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

export function isPlanId(id: string): id is PlanId {
  return Object.hasOwn(plans, id);
}

export function planOf(planId: string | null): Plan {
  return planId !== null && isPlanId(planId) ? plans[planId] : unlicensed;
}

type LimitChange = { readonly add: number } | { readonly atLeast: number };

interface Addon {
  readonly name: string;
  readonly description: string;
  readonly modules: readonly Module[];
  readonly limits: { readonly [name in keyof Limits]?: LimitChange };
}

export const addonIds = ["automation_pro", "ai_pro", "netflow", "retention_365"] as const;
export type AddonId = (typeof addonIds)[number];

export const addons: Readonly<Record<AddonId, Addon>> = {
  automation_pro: {
    name: "Automation Pro",
    description: "Workflows with triggers, schedules and approvals",
    modules: ["automation"],
    limits: {},
  },
  ai_pro: {
    name: "AI Pro",
    description: "AI features and 25,000 more AI credits a month",
    modules: ["ai"],
    limits: { ai_credits_per_month: { add: 25_000 } },
  },
  netflow: {
    name: "Network flows",
    description: "Network flow records and top talkers",
    modules: ["netflow"],
    limits: {},
  },
  retention_365: {
    name: "One year of retention",
    description: "Telemetry is kept for at least 365 days",
    modules: [],
    limits: { retention_days: { atLeast: 365 } },
  },
};

export function isAddonId(id: string): id is AddonId {
  return Object.hasOwn(addons, id);
}

/** Modules and limits of a plan with add-ons. Unknown add-ons add nothing; an unlimited limit stays unlimited. */
export function entitledBy(
  planId: string | null,
  addonsOfTenant: readonly string[],
): { modules: readonly Module[]; limits: Limits } {
  const plan = planOf(planId);
  const booked = [...new Set(addonsOfTenant)].filter(isAddonId).map((id) => addons[id]);
  const included = new Set([plan, ...booked].flatMap((part) => part.modules));
  let { limits } = plan;
  for (const addon of booked)
    for (const name of limitNames) limits = { ...limits, [name]: changed(limits[name], addon.limits[name]) };
  return { modules: modules.filter((module) => included.has(module)), limits };
}

function changed(limit: number | null, change: LimitChange | undefined): number | null {
  if (limit === null || change === undefined) return limit;
  return "add" in change ? limit + change.add : Math.max(limit, change.atLeast);
}
