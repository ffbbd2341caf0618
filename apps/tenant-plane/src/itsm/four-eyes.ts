import { builtInRoles, type Permission } from "@opsplane/contract";
import { type Db, fail, type Principal, type Sql, sql } from "@opsplane/runtime";

/** Only people decide. A key can act as a person, but it cannot approve for them. */
export function assertPerson({ kind }: Principal): void {
  if (kind !== "user") fail("FORBIDDEN", "Only a signed-in person can approve, reject or review. API keys cannot.");
}

/** True when the role of `person` has a permission. */
export function holds(permission: Permission): Sql {
  const roles = Object.entries(builtInRoles)
    .filter(([, role]) => role.permissions.includes(permission))
    .map(([name]) => name);
  return sql`(
    person.role = any (${roles})
    or exists (select from roles where roles.tenant_id = person.tenant_id and roles.name = person.role and ${permission} = any (roles.permissions)))`;
}

/** True when someone other than these people can approve a change manually. */
export async function othersCanApprove(db: Db, ids: readonly string[]): Promise<boolean> {
  const found = await db.first(sql`
    select from users person where person.disabled_at is null and person.id <> all (${ids}::uuid[]) and ${holds("itsm:write")} limit 1`);
  return found !== undefined;
}
