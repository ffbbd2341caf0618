import type { EscalationPolicy, EscalationTarget, Page, Severity } from "@opsplane/contract";
import { type Db, fail, listNamed, type NameQuery, sql } from "@opsplane/runtime";
import type { ChannelHealth } from "../channels/problems.ts";

export interface StoredStep {
  order: number;
  delay_seconds: number;
  severities: Severity[] | null;
  targets: EscalationTarget[];
}

/** A policy as it is stored: targets have no names. */
export type StoredPolicy = Omit<EscalationPolicy, "steps"> & { steps: StoredStep[] };

const columns = sql`
  id, name, description, is_default, repeat, steps, created_by, version, created_at, updated_at,
  (select count(*) from oncall_pages page
   where page.tenant_id = escalation_policies.tenant_id and page.escalation_policy_id = escalation_policies.id and page.status = 'active') as open_pages`;

export function listPolicies(db: Db, query: NameQuery): Promise<Page<StoredPolicy>> {
  return listNamed(db, { columns, table: sql`escalation_policies`, order: sql`name, id` }, query);
}

export function getPolicy(db: Db, id: string): Promise<StoredPolicy | undefined> {
  return db.first(sql`select ${columns} from escalation_policies where id = ${id}`);
}

/** The policy with this id, or else the default one. */
export function policyOrDefault(db: Db, id: string | null): Promise<StoredPolicy | undefined> {
  return db.first(sql`
    select ${columns} from escalation_policies where id = ${id}::uuid or is_default
    order by (id = ${id}::uuid) is true desc limit 1`);
}

export function lockPolicy(db: Db, id: string): Promise<StoredPolicy | undefined> {
  return db.first(sql`select ${columns} from escalation_policies where id = ${id} for update`);
}

type Fields = Pick<StoredPolicy, "id" | "name" | "description" | "is_default" | "repeat" | "steps">;

/** False when the name is taken. */
export async function insertPolicy(db: Db, wanted: Fields, createdBy: string): Promise<boolean> {
  const { id, name, description, is_default, repeat, steps } = wanted;
  const made = await db.run(sql`
    insert into escalation_policies (id, name, description, is_default, repeat, steps, created_by)
    values (${id}, ${name}, ${description}, ${is_default}, ${repeat}, ${JSON.stringify(steps)}, ${createdBy})
    on conflict (tenant_id, name) do nothing`);
  return made === 1;
}

/** False when the name is taken. */
export async function updatePolicy(db: Db, wanted: Fields): Promise<boolean> {
  const { id, name, description, is_default, repeat, steps } = wanted;
  const changed = await db.run(sql`
    update escalation_policies
    set name = ${name}, description = ${description}, is_default = ${is_default}, repeat = ${repeat},
        steps = ${JSON.stringify(steps)}, version = version + 1, updated_at = app_now()
    where id = ${id} and not exists (select from escalation_policies other where other.name = ${name} and other.id <> ${id})`);
  return changed === 1;
}

/** A tenant has one default. Two who choose one at once wait for each other. */
export async function unsetDefault(db: Db, exceptId: string): Promise<void> {
  await db.run(sql`
    select pg_advisory_xact_lock(hashtext('opsplane/escalation/' || current_setting('app.tenant_id')))`);
  await db.run(sql`
    update escalation_policies set is_default = false, version = version + 1, updated_at = app_now()
    where is_default and id <> ${exceptId}`);
}

/** Notes the records that the steps name, so that they are not deleted. */
export async function replaceTargets(db: Db, policyId: string, targets: readonly EscalationTarget[]): Promise<void> {
  await db.run(sql`delete from escalation_targets where policy_id = ${policyId}`);
  await db.run(sql`
    insert into escalation_targets (policy_id, user_id, schedule_id, group_id, channel_id)
    select distinct ${policyId}::uuid, case when type = 'user' then id end, case when type = 'schedule' then id end,
           case when type = 'team' then id end, case when type = 'channel' then id end
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as target(type text, id uuid)`);
}

export async function deletePolicy(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from escalation_policies where id = ${id}`);
}

export interface NamedTarget extends EscalationTarget {
  name: string;
  /** Of a channel that belongs to one person. */
  personal: boolean;
  /** Of a person. */
  disabled: boolean;
  /** A channel, and those of a person. */
  channels: ChannelHealth[];
}

/** The targets that exist, with their names. */
export function namesOf(db: Db, targets: readonly EscalationTarget[]): Promise<NamedTarget[]> {
  return db.rows(sql`
    with wanted as (
      select distinct type, id from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as target(type text, id uuid)
    )
    select wanted.type, wanted.id, coalesce(person.name, schedule.name, team.name, channel.name) as name,
           channel.user_id is not null as personal, person.disabled_at is not null as disabled,
           coalesce((
             select json_agg(json_build_object('type', way.type, 'enabled', way.enabled, 'failures', way.failures, 'last_error', way.last_error,
               'gone_at', way.gone_at))
             from notification_channels way
             where wanted.type = 'channel' and way.id = wanted.id or wanted.type = 'user' and way.user_id = wanted.id and way.enabled
           ), '[]') as channels
    from wanted
    left join users person on wanted.type = 'user' and person.id = wanted.id
    left join oncall_schedules schedule on wanted.type = 'schedule' and schedule.id = wanted.id
    left join groups team on wanted.type = 'team' and team.id = wanted.id
    left join notification_channels channel on wanted.type = 'channel' and channel.id = wanted.id
    where coalesce(person.name, schedule.name, team.name, channel.name) is not null`);
}

/** Refuses to delete what an escalation policy names. */
export async function assertUnused(
  db: Db,
  { schedule_id = null, channel_id = null }: { schedule_id?: string | null; channel_id?: string | null },
  noun: string,
): Promise<void> {
  const found = await db.rows<{ name: string }>(sql`
    select distinct policy.name from escalation_targets target
    join escalation_policies policy on policy.tenant_id = target.tenant_id and policy.id = target.policy_id
    where target.schedule_id = ${schedule_id}::uuid or target.channel_id = ${channel_id}::uuid order by policy.name limit 5`);
  if (found.length > 0)
    fail("CONFLICT", `${noun} is used by the escalation policy '${found.map(({ name }) => name).join("', '")}'.`);
}

/** An alert policy that pages with this one. */
export function alertPolicyWith(db: Db, id: string): Promise<{ name: string } | undefined> {
  return db.first(sql`
    select name from alert_policies where content ->> 'escalation_policy_id' = ${id} order by name limit 1`);
}
