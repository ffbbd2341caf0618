import { type ApprovalStep, builtInRoles, type DirectoryUser } from "@opsplane/contract";
import { type Db, fail, invalid, type Sql, sql } from "@opsplane/runtime";
import type { ReadStep } from "./rules.ts";

const decides = "workflows:decide";
const builtInDeciders = Object.entries(builtInRoles)
  .filter(([, { permissions }]) => (permissions as readonly string[]).includes(decides))
  .map(([name]) => name);

/** Whether the role of `person` may decide anything at all. */
const mayDecideAtAll = sql`(
  person.role = any (${builtInDeciders})
  or exists (select from roles where roles.tenant_id = person.tenant_id and roles.name = person.role and ${decides} = any (roles.permissions)))`;

/** Whether `person` may decide the current step of `instance`. */
export const isEligible: Sql = sql`(
  person.disabled_at is null and ${mayDecideAtAll}
  and (instance.allow_self_approval or person.id <> all (instance.requester_ids))
  and case instance.current_type
    when 'any' then true
    when 'user' then person.id::text = instance.current_value
    when 'role' then person.role = instance.current_value
    when 'group' then exists (
      select from group_members member
      where member.tenant_id = person.tenant_id and member.group_id::text = instance.current_value and member.user_id = person.id)
    else false end)`;

/** Everybody whose turn it is, if the approval still stands at this step. */
export function peopleInTurn(db: Db, instanceId: string, step: number, most: number): Promise<DirectoryUser[]> {
  return db.rows(sql`
    select person.id, person.name, person.email from approval_instances instance
    join users person on person.tenant_id = instance.tenant_id
    where instance.id = ${instanceId} and instance.status = 'pending' and instance.current_step = ${step} and ${isEligible}
    order by person.name, person.id limit ${most}`);
}

export async function hasEligible(db: Db, instanceId: string): Promise<boolean> {
  const found = await db.first(sql`
    select from approval_instances instance join users person on person.tenant_id = instance.tenant_id
    where instance.id = ${instanceId} and ${isEligible} limit 1`);
  return found !== undefined;
}

/** Steps with their approvers found: a user by id or e-mail, a group by id or name, a role by name. */
export async function resolveSteps(db: Db, steps: readonly ReadStep[]): Promise<ApprovalStep[]> {
  const named = await db.rows<Named>(sql`
    select wanted.place, person.id as user_id, person.name as user_name, person.email, person.disabled_at is not null as disabled,
           person.role as user_role, person.id is not null and ${mayDecideAtAll} as user_decides,
           team.id as group_id, team.name as group_name,
           role.name as role_name, ${decides} = any (role.permissions) as role_decides
    from jsonb_to_recordset(${JSON.stringify(steps.map(({ type, value }, place) => ({ place, type, value })))}::jsonb)
      as wanted(place integer, type text, value text)
    left join users person on wanted.type = 'user' and (person.id::text = lower(wanted.value) or person.email = lower(wanted.value))
    left join groups team on wanted.type = 'group' and (team.id::text = lower(wanted.value) or team.name = wanted.value)
    left join roles role on wanted.type = 'role' and role.name = wanted.value`);
  return steps.map((step, place) =>
    resolved(
      step,
      place,
      named.find((row) => row.place === place),
    ),
  );
}

interface Named {
  place: number;
  user_id: string | null;
  user_name: string | null;
  email: string | null;
  disabled: boolean;
  user_role: string | null;
  user_decides: boolean;
  group_id: string | null;
  group_name: string | null;
  role_name: string | null;
  role_decides: boolean | null;
}

function resolved(
  { order, name, type, value, required }: ReadStep,
  place: number,
  row: Named | undefined,
): ApprovalStep {
  const path = `steps.${place}.approver_value`;
  const step = (approver_value: string | null, approver_name: string): ApprovalStep => ({
    order,
    name,
    approver_type: type,
    approver_value,
    approver_name,
    required,
  });
  if (type === "any") return step(null, "anyone");
  if (type === "role") {
    const builtIn = value !== null && Object.hasOwn(builtInRoles, value);
    if (!builtIn && !row?.role_name) fail("NOT_FOUND", `There is no role '${value}'.`);
    const may = builtIn ? builtInDeciders.includes(value) : row?.role_decides;
    if (!may) invalid(path, `names the role '${value}', which may not decide (it lacks ${decides})`);
    return step(value, value ?? "");
  }
  if (type === "group") {
    if (!row?.group_id || !row.group_name) return fail("NOT_FOUND", `There is no group '${value}'.`);
    return step(row.group_id, row.group_name);
  }
  if (!row?.user_id || !row.user_name) return fail("NOT_FOUND", `There is no user '${value}'.`);
  if (row.disabled) invalid(path, `names ${row.email}, who is disabled`);
  if (!row.user_decides)
    invalid(path, `names ${row.email}, whose role '${row.user_role}' may not decide (it lacks ${decides})`);
  return step(row.user_id, row.user_name);
}
