import { type ApprovalStep, type Blocked, builtInRoles, type DirectoryUser, isBuiltInRole } from "@opsplane/contract";
import { type Db, fail, invalid, type Sql, sql } from "@opsplane/runtime";
import { holds } from "../../four-eyes.ts";
import type { ReadStep } from "../rules.ts";

const decides = "workflows:decide";
const mayDecideAtAll = holds(decides);

/** True when the current step of `instance` names `person` as an approver. */
const isApprover: Sql = sql`(
  person.disabled_at is null and ${mayDecideAtAll}
  and case instance.current_type
    when 'any' then true
    when 'user' then person.id::text = instance.current_value
    when 'role' then person.role = instance.current_value
    when 'group' then exists (
      select from group_members member
      where member.tenant_id = person.tenant_id and member.group_id::text = instance.current_value and member.user_id = person.id)
    else false end)`;

/** True when `person` can decide the current step of `instance`: an approver who is not a requester. */
export const isEligible: Sql = sql`(
  (instance.allow_self_approval or person.id <> all (instance.requester_ids)) and ${isApprover})`;

/** The reason why no one can decide the current step of `instance`; null while someone can. */
export const blockedReason: Sql = sql`
  case when instance.status <> 'pending' then null
    when exists (select from users person where person.tenant_id = instance.tenant_id and ${isEligible}) then null
    when exists (select from users person where person.tenant_id = instance.tenant_id and ${isApprover}) then 'only_requester'
    else 'no_approver' end`;

/** The same reason, for a stored approval. */
export async function blockOf(db: Db, instanceId: string): Promise<Blocked | null> {
  const found = await db.first<{ blocked: Blocked | null }>(
    sql`select ${blockedReason} as blocked from approval_instances instance where instance.id = ${instanceId}`,
  );
  return found?.blocked ?? null;
}

/** The same reason, for an approval that is not started yet. */
export async function blockAhead(
  db: Db,
  { approver_type, approver_value }: ApprovalStep,
  { tenantId, requesterIds, allowSelf }: { tenantId: string; requesterIds: readonly string[]; allowSelf: boolean },
): Promise<Blocked | null> {
  const found = await db.first<{ blocked: Blocked | null }>(sql`
    select ${blockedReason} as blocked
    from (select ${tenantId}::text as tenant_id, 'pending' as status, ${approver_type}::text as current_type,
      ${approver_value}::text as current_value, ${allowSelf}::boolean as allow_self_approval,
      ${requesterIds}::uuid[] as requester_ids) as instance`);
  return found?.blocked ?? null;
}

/** The eligible approvers, if this is still the current step. */
export function peopleInTurn(db: Db, instanceId: string, step: number, most: number): Promise<DirectoryUser[]> {
  return db.rows(sql`
    select person.id, person.name, person.email from approval_instances instance
    join users person on person.tenant_id = instance.tenant_id
    where instance.id = ${instanceId} and instance.status = 'pending' and instance.current_step = ${step} and ${isEligible}
    order by person.name, person.id limit ${most}`);
}

/** People who can change the approvers. */
export function definitionWriters(db: Db, most: number): Promise<DirectoryUser[]> {
  return db.rows(sql`
    select person.id, person.name, person.email from users person
    where person.disabled_at is null and ${holds("workflows:write")} order by person.name, person.id limit ${most}`);
}

/** Resolves the approvers of steps: a user by id or email, a group by id or name, a role by name. */
export async function resolveSteps(db: Db, steps: readonly ReadStep[]): Promise<ApprovalStep[]> {
  const named = await db.rows<ApproverRow>(sql`
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

interface ApproverRow {
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
  row: ApproverRow | undefined,
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
    if (!roleDecides(value ?? "", row))
      invalid(path, `names the role '${value}', which cannot decide (it lacks ${decides})`);
    return step(value, value ?? "");
  }
  if (type === "group") {
    if (!row?.group_id || !row.group_name) return fail("NOT_FOUND", `There is no group '${value}'.`);
    return step(row.group_id, row.group_name);
  }
  if (!row?.user_id || !row.user_name) return fail("NOT_FOUND", `There is no user '${value}'.`);
  if (row.disabled) invalid(path, `names ${row.email}, who is disabled`);
  if (!row.user_decides)
    invalid(path, `names ${row.email}, whose role '${row.user_role}' cannot decide (it lacks ${decides})`);
  return step(row.user_id, row.user_name);
}

function roleDecides(name: string, row: ApproverRow | undefined): boolean {
  if (isBuiltInRole(name)) return builtInRoles[name].permissions.includes(decides);
  return row?.role_name ? row.role_decides === true : fail("NOT_FOUND", `There is no role '${name}'.`);
}
