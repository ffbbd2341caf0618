import { builtInRoles, isBuiltInRole, type Permission, permissions, type Role } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

/** Undefined for an unknown role. The tenant is an argument, because a login has no tenant connection yet. */
export async function rolePermissions(db: Db, tenantId: string, name: string): Promise<readonly string[] | undefined> {
  if (isBuiltInRole(name)) return builtInRoles[name].permissions;
  const role = await db.first<{ permissions: string[] }>(
    sql`select permissions from roles where tenant_id = ${tenantId} and name = ${name}`,
  );
  return role?.permissions;
}

const columns = sql`
  roles.id, roles.name, roles.description, roles.permissions, false as built_in, roles.version, roles.created_at, roles.updated_at,
  (select count(*) from users where users.tenant_id = roles.tenant_id and users.role = roles.name) as users`;

/** Built-in roles first, then custom roles by name. A tenant has few roles, so all are read. */
export async function listRoles(db: Db): Promise<Role[]> {
  const counts = await db.rows<{ role: string; users: number }>(
    sql`select role, count(*) as users from users group by role`,
  );
  const users = new Map(counts.map((row) => [row.role, row.users]));
  const custom = await db.rows<Role>(sql`select ${columns} from roles order by name limit 1000`);
  return [...Object.keys(builtInRoles).map((name) => builtIn(name, users.get(name) ?? 0)), ...custom].map(known);
}

export async function getRole(db: Db, name: string): Promise<Role | undefined> {
  if (isBuiltInRole(name)) {
    const counted = await db.first<{ users: number }>(sql`select count(*) as users from users where role = ${name}`);
    return builtIn(name, counted?.users ?? 0);
  }
  const role = await db.first<Role>(sql`select ${columns} from roles where name = ${name}`);
  return role && known(role);
}

export async function lockRole(db: Db, name: string): Promise<Role | undefined> {
  const role = await db.first<Role>(sql`select ${columns} from roles where name = ${name} for update`);
  return role && known(role);
}

export function insertRole(
  db: Db,
  role: { id: string; name: string; description: string; permissions: string[] },
): Promise<Role | undefined> {
  return db.first(sql`
    insert into roles (id, name, description, permissions) values (${role.id}, ${role.name}, ${role.description}, ${role.permissions})
    on conflict (tenant_id, name) do nothing
    returning ${columns}`);
}

export function updateRole(
  db: Db,
  role: { name: string; description: string; permissions: string[] },
): Promise<Role | undefined> {
  return db.first(sql`
    update roles set description = ${role.description}, permissions = ${role.permissions}, version = version + 1, updated_at = app_now()
    where name = ${role.name} returning ${columns}`);
}

export async function deleteRole(db: Db, name: string): Promise<void> {
  await db.run(sql`delete from roles where name = ${name}`);
}

/** Revoked keys do not count. */
export async function roleInUse(db: Db, name: string): Promise<boolean> {
  const found = await db.first(sql`
    select 1 from users where role = ${name} union all select 1 from api_keys where role = ${name} and revoked_at is null limit 1`);
  return found !== undefined;
}

function builtIn(name: string, users: number): Role {
  const facts = isBuiltInRole(name) ? builtInRoles[name] : { description: "", permissions: [] };
  return {
    name,
    description: facts.description,
    permissions: [...facts.permissions],
    built_in: true,
    users,
    id: null,
    created_at: null,
    updated_at: null,
    version: 0,
  };
}

/** Leaves out permissions that no longer exist in this version. */
function known(role: Role): Role {
  return { ...role, permissions: role.permissions.filter((name: Permission) => permissions.includes(name)) };
}
