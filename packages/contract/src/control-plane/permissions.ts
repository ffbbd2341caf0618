/** The account of the staff. Every other tenant of the Control Plane is the account of a customer. */
export const staffTenant = "staff";

const staff = ["admin", "sales", "support"] as const;
const customer = ["admin", "billing", "viewer"] as const;

type StaffRole = (typeof staff)[number];
type CustomerRole = (typeof customer)[number];

interface Holders {
  readonly label: string;
  readonly staff: readonly StaffRole[];
  readonly customer: readonly CustomerRole[];
}

/**
 * Every permission with the roles that hold it. A role has different permissions in the account of the staff and in that of a customer.
 * Row-level security limits customers to their own rows.
 */
const table = {
  "admin:users": { label: "Manage users", staff: ["admin"], customer: ["admin"] },
  "admin:audit": { label: "View the audit log", staff: ["admin"], customer: ["admin"] },
  "deployments:read": { label: "View deployments", staff: ["admin", "sales", "support"], customer: [] },
  "deployments:write": { label: "Register and change deployments", staff: ["admin"], customer: [] },
  // Of deployment tokens.
  "deployments:report": { label: "Report usage and fetch statements", staff: [], customer: [] },
  "prices:read": { label: "View prices", staff: ["admin", "sales", "support"], customer: [] },
  "prices:write": { label: "Change prices", staff: ["admin"], customer: [] },
  "tenants:read": {
    label: "View customers",
    staff: ["admin", "sales", "support"],
    customer: ["admin", "billing", "viewer"],
  },
  "tenants:create": { label: "Create customers", staff: ["admin", "sales"], customer: [] },
  "tenants:write": { label: "Change names and contacts", staff: ["admin", "sales"], customer: ["admin"] },
  "tenants:provision": { label: "Retry provisioning", staff: ["admin", "sales", "support"], customer: [] },
  "subscriptions:read": {
    label: "View subscriptions",
    staff: ["admin", "sales", "support"],
    customer: ["admin", "billing", "viewer"],
  },
  "subscriptions:write": {
    label: "Change and cancel subscriptions",
    staff: ["admin", "sales"],
    customer: ["admin", "billing"],
  },
  "subscriptions:suspend": { label: "Suspend and reactivate subscriptions", staff: ["admin", "sales"], customer: [] },
  "licenses:read": {
    label: "View licenses",
    staff: ["admin", "sales", "support"],
    customer: ["admin", "billing", "viewer"],
  },
  "licenses:download": { label: "Download licenses", staff: ["admin", "sales"], customer: ["admin"] },
  "licenses:issue": { label: "Issue, renew and revoke licenses", staff: ["admin", "sales"], customer: [] },
  "license-keys:read": { label: "View signing keys", staff: ["admin", "sales", "support"], customer: [] },
  "license-keys:write": { label: "Rotate and retire signing keys", staff: ["admin"], customer: [] },
  "fleet:read": { label: "View the fleet", staff: ["admin", "sales", "support"], customer: [] },
  "releases:write": { label: "Publish releases", staff: ["admin"], customer: [] },
  "invoices:read": {
    label: "View invoices and the payment method",
    staff: ["admin", "sales", "support"],
    customer: ["admin", "billing", "viewer"],
  },
  "invoices:write": { label: "Record payments and void invoices", staff: ["admin", "sales"], customer: [] },
  "invoices:export": { label: "Export invoices", staff: ["admin", "sales"], customer: [] },
  "billing:write": { label: "Change the payment method", staff: ["admin", "sales"], customer: ["admin", "billing"] },
  "rollouts:read": { label: "View rollouts", staff: ["admin", "sales", "support"], customer: [] },
  "rollouts:write": { label: "Upgrade hosted deployments", staff: ["admin"], customer: [] },
} as const satisfies Record<string, Holders>;

export type ControlPermission = keyof typeof table;

/** The roles of an account. */
export function rolesOf(tenantId: string): readonly string[] {
  return tenantId === staffTenant ? staff : customer;
}

/** The permissions of a role in an account; undefined for a role that the account does not have. */
export function permissionsOf(tenantId: string, role: string): readonly ControlPermission[] | undefined {
  if (!rolesOf(tenantId).includes(role)) return undefined;
  const side = tenantId === staffTenant ? "staff" : "customer";
  // Object.keys returns string[], but the keys of a constant object are exactly those of its type.
  const all = Object.keys(table) as ControlPermission[];
  return all.filter((permission) => table[permission][side].some((each) => each === role));
}
