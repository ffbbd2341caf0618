export type BuiltInRole = "admin" | "operator" | "viewer";

const everyone = ["admin", "operator", "viewer"] as const;
const workers = ["admin", "operator"] as const;
const admins = ["admin"] as const;

/** Every permission with the built-in roles that hold it. A permission is `area:verb`; each operation names exactly one. */
const holders = [
  ["incidents:read", everyone],
  ["incidents:write", workers],
  ["cmdb:read", everyone],
  ["cmdb:write", workers],
  ["itsm:read", everyone],
  ["itsm:write", workers],
  ["workflows:read", everyone],
  // Approval definitions say who must agree: those who need an approval do not write them.
  ["workflows:write", admins],
  ["workflows:decide", workers],
  ["observability:read", everyone],
  ["observability:write", workers],
  ["directory:read", everyone],
  ["admin:users", admins],
  ["admin:groups", admins],
  ["admin:roles", admins],
  ["admin:api_keys", admins],
  ["admin:collectors", admins],
  ["admin:telemetry", admins],
  ["admin:audit", admins],
] as const;

export type Permission = (typeof holders)[number][0];

export const permissions: readonly Permission[] = holders.map(([permission]) => permission);

/** What stands before the colon, in the order of the table. */
export const areas: readonly string[] = [...new Set(permissions.map((permission) => permission.split(":")[0] ?? ""))];

/** The roles every tenant has. They are facts of the product, not rows, so that nobody can lock themselves out. */
export const builtInRoles: Record<BuiltInRole, { description: string; permissions: readonly Permission[] }> = {
  admin: { description: "Full access", permissions: heldBy("admin") },
  operator: { description: "Works on incidents and everything around them", permissions: heldBy("operator") },
  viewer: { description: "Reads; changes nothing", permissions: heldBy("viewer") },
};

function heldBy(role: BuiltInRole): readonly Permission[] {
  return holders.filter(([, roles]) => roles.some((each) => each === role)).map(([permission]) => permission);
}

export function isBuiltInRole(name: string): name is BuiltInRole {
  return Object.hasOwn(builtInRoles, name);
}

/** Nobody hands out more than they hold. */
export function covers(held: Iterable<string>, wanted: Iterable<string>): boolean {
  const have = new Set(held);
  return [...wanted].every((permission) => have.has(permission));
}
