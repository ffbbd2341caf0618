/** Areas and their verbs. A permission is `area:verb`; each operation names exactly one. */
export const areas = {
  incidents: ["read", "write"],
  cmdb: ["read", "write"],
  itsm: ["read", "write"],
  workflows: ["read", "write", "decide"],
  observability: ["read", "write"],
  directory: ["read"],
  admin: ["users", "groups", "roles", "api_keys", "collectors", "telemetry", "audit"],
} as const;

type Areas = typeof areas;
export type Permission = { [A in keyof Areas]: `${A}:${Areas[A][number]}` }[keyof Areas];

export const permissions: readonly Permission[] = (Object.keys(areas) as (keyof Areas)[]).flatMap((area) =>
  areas[area].map((verb) => `${area}:${verb}` as Permission),
);

const outsideAdmin = permissions.filter((permission) => !permission.startsWith("admin:"));

/** The roles every tenant has. They are facts of the product, not rows, so that nobody can lock themselves out. */
export const builtInRoles = {
  admin: { description: "Full access", permissions },
  operator: { description: "Works on incidents and everything around them", permissions: outsideAdmin },
  viewer: {
    description: "Reads; changes nothing",
    permissions: outsideAdmin.filter((permission) => permission.endsWith(":read")),
  },
} as const satisfies Record<string, { description: string; permissions: readonly Permission[] }>;

export type BuiltInRole = keyof typeof builtInRoles;

export function isBuiltInRole(name: string): name is BuiltInRole {
  return Object.hasOwn(builtInRoles, name);
}

/** Nobody hands out more than they hold. */
export function covers(held: Iterable<string>, wanted: Iterable<string>): boolean {
  const have = new Set(held);
  return [...wanted].every((permission) => have.has(permission));
}
