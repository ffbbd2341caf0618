export type BuiltInRole = "admin" | "operator" | "viewer";

const everyone = ["admin", "operator", "viewer"] as const;
const workers = ["admin", "operator"] as const;
const admins = ["admin"] as const;

/**
 * Every permission with its label and the built-in roles that hold it. A permission is `area:verb`, and each operation names exactly
 * one. Roles are listed explicitly, so a new permission is never granted by accident.
 */
const table = {
  "incidents:read": { label: "View incidents", roles: everyone },
  "incidents:write": { label: "Create and change incidents", roles: workers },
  "alerts:read": { label: "View alerts, policies and silences", roles: everyone },
  "alerts:write": { label: "Create and change alert policies and silences", roles: workers },
  "oncall:read": { label: "View who is on call, schedules and pages", roles: everyone },
  "oncall:write": { label: "Manage schedules, escalation policies and channels", roles: workers },
  "cmdb:read": { label: "View configuration items", roles: everyone },
  "cmdb:write": { label: "Create and change configuration items", roles: workers },
  "itsm:read": { label: "View changes, requests and the catalog", roles: everyone },
  "itsm:write": { label: "Create and change changes, requests and the catalog", roles: workers },
  "workflows:read": { label: "View approvals", roles: everyone },
  // Approval definitions decide who must approve, so the people who need approvals cannot edit them.
  "workflows:write": { label: "Edit approval chains", roles: admins },
  "workflows:decide": { label: "Decide approvals", roles: workers },
  "runbooks:read": { label: "View runbooks, executions and hosts", roles: everyone },
  "runbooks:write": { label: "Create, change and publish runbooks", roles: workers },
  "runbooks:execute": { label: "Execute runbooks", roles: workers },
  "automation:read": { label: "View workflows and their runs", roles: everyone },
  "automation:write": { label: "Create and change workflows", roles: workers },
  "automation:execute": { label: "Run workflows", roles: workers },
  "observability:read": { label: "View logs, metrics, traces and flows", roles: everyone },
  "observability:write": { label: "Send telemetry", roles: workers },
  "reports:read": { label: "View reports, KPIs, costs and controls", roles: everyone },
  "reports:run": { label: "Run reports", roles: everyone },
  "reports:write": { label: "Create and change reports, KPIs and unit prices", roles: workers },
  // An attestation is evidence for auditors.
  "reports:attest": { label: "Attest controls", roles: admins },
  "slos:read": { label: "View service-level objectives", roles: everyone },
  "slos:write": { label: "Create and change service-level objectives", roles: workers },
  // What a widget shows is checked with the permissions of its data.
  "dashboards:read": { label: "View dashboards", roles: everyone },
  "dashboards:write": { label: "Create, change and share dashboards", roles: workers },
  // What an answer contains is checked with the permissions of each record.
  "copilot:ask": { label: "Ask the copilot", roles: everyone },
  "directory:read": { label: "View names of people and groups", roles: everyone },
  "admin:users": { label: "Manage users", roles: admins },
  "admin:groups": { label: "Manage groups", roles: admins },
  "admin:roles": { label: "Manage roles", roles: admins },
  "admin:api_keys": { label: "Manage API keys", roles: admins },
  "admin:secrets": { label: "Manage secrets", roles: admins },
  "admin:hosts": { label: "Manage hosts and their keys", roles: admins },
  "admin:collectors": { label: "Manage collector tokens", roles: admins },
  "admin:telemetry": { label: "Manage telemetry retention", roles: admins },
  "admin:notice": { label: "Manage the notice", roles: admins },
  "admin:webhooks": { label: "Manage webhooks", roles: admins },
  "admin:integrations": { label: "Manage alert sources and their keys", roles: admins },
  "admin:license": { label: "Manage the license and see its usage", roles: admins },
  "admin:ai": { label: "Manage the AI provider and see its calls", roles: admins },
  "admin:work": { label: "See background work that failed and try it again", roles: admins },
  "admin:audit": { label: "View the audit log", roles: admins },
  // Only tokens of agents can use it, because jobs hold secrets in clear text. Admins have it for the sake of one rule for all.
  "agents:work": { label: "Take and report the jobs of agents", roles: admins },
} as const satisfies Record<string, { label: string; roles: readonly BuiltInRole[] }>;

export type Permission = keyof typeof table;

// Object.keys returns string[], but the keys of a constant object are exactly those of its type.
export const permissions = Object.keys(table) as readonly Permission[];

export function permissionLabel(permission: Permission): string {
  return table[permission].label;
}

const areaLabels: Readonly<Record<string, string>> = {
  incidents: "Incidents",
  alerts: "Alerts",
  oncall: "On-call",
  cmdb: "CMDB",
  itsm: "Change & request",
  workflows: "Approvals",
  runbooks: "Runbooks",
  automation: "Workflows",
  observability: "Telemetry",
  reports: "Reports",
  slos: "SLOs",
  dashboards: "Dashboards",
  copilot: "Copilot",
  directory: "Directory",
  admin: "Administration",
};

/** Permissions that can be given to people, grouped by area, in the order of the table, with a display label. */
export const permissionAreas: readonly { area: string; label: string; permissions: readonly Permission[] }[] = [
  ...new Set(permissions.map((permission) => permission.split(":")[0] ?? "")),
]
  .filter((area) => area !== "agents")
  .map((area) => ({
    area,
    label: areaLabels[area] ?? area,
    permissions: permissions.filter((permission) => permission.startsWith(`${area}:`)),
  }));

/** The built-in roles. They are constants, not rows, so admins cannot lock themselves out. */
export const builtInRoles: Record<BuiltInRole, { description: string; permissions: readonly Permission[] }> = {
  admin: { description: "Full access", permissions: heldBy("admin") },
  operator: {
    description: "Can work on incidents, changes, requests, runbooks, workflows and the CMDB",
    permissions: heldBy("operator"),
  },
  viewer: { description: "Read-only access", permissions: heldBy("viewer") },
};

function heldBy(role: BuiltInRole): readonly Permission[] {
  return permissions.filter((permission) => table[permission].roles.some((each) => each === role));
}

export function isBuiltInRole(name: string): name is BuiltInRole {
  return Object.hasOwn(builtInRoles, name);
}

/** People can grant only permissions that they hold. */
export function covers(held: Iterable<string>, wanted: Iterable<string>): boolean {
  const have = new Set(held);
  return [...wanted].every((permission) => have.has(permission));
}
