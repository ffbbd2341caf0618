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
  "releases:write": { label: "Publish releases", staff: ["admin"], customer: [] },
} as const satisfies Record<string, Holders>;

export type ControlPermission = keyof typeof table;

/** The permissions of a role in an account; undefined for a role that the account does not have. */
export function permissionsOf(tenantId: string, role: string): readonly ControlPermission[] | undefined {
  const side = tenantId === staffTenant ? "staff" : "customer";
  const roles: readonly string[] = side === "staff" ? staff : customer;
  if (!roles.includes(role)) return undefined;
  // Object.keys returns string[], but the keys of a constant object are exactly those of its type.
  const all = Object.keys(table) as ControlPermission[];
  return all.filter((permission) => table[permission][side].some((each) => each === role));
}
