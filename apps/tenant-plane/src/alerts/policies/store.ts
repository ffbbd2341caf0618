import type { AlertEvaluation, AlertPolicy, AlertPolicyContent, AlertSignal, Page } from "@opsplane/contract";
import { all, containing, type Db, readPage, sql } from "@opsplane/runtime";

const columns = sql`
  policy.id, policy.content, policy.created_by, policy.updated_by, policy.created_at, policy.updated_at, policy.version,
  json_build_object(
    'last_evaluated_at', to_char(state.evaluated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'next_evaluation_at', to_char(state.next_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'duration_ms', state.duration_ms, 'groups', coalesce(state.groups, 0), 'pending', coalesce(state.pending, 0),
    'firing', coalesce(state.firing, 0), 'error', state.error) as state`;

const from = sql`alert_policies policy left join alert_evaluation_states state
  on state.tenant_id = policy.tenant_id and state.policy_id = policy.id`;

type Row = Omit<AlertPolicy, keyof AlertPolicyContent> & { content: AlertPolicyContent };

const policyOf = ({ content, ...row }: Row): AlertPolicy => ({ ...row, ...content });

export interface PolicyFilter {
  q?: string;
  signal?: AlertSignal[];
  enabled?: boolean;
  limit: number;
  offset: number;
}

export async function listPolicies(db: Db, filter: PolicyFilter): Promise<Page<AlertPolicy>> {
  const words = filter.q?.trim() ?? "";
  const where = all([
    words !== "" && sql`(policy.name ilike ${containing(words)} or policy.description ilike ${containing(words)})`,
    filter.signal !== undefined && sql`policy.signal = any (${filter.signal})`,
    filter.enabled !== undefined && sql`policy.enabled = ${filter.enabled}`,
  ]);
  const { items, ...rest } = await readPage<Row>(db, {
    rows: sql`
      select ${columns} from ${from} where ${where}
      order by lower(policy.name), policy.id limit ${filter.limit} offset ${filter.offset}`,
    from: sql`alert_policies policy where ${where}`,
    limit: filter.limit,
    offset: filter.offset,
  });
  return { items: items.map(policyOf), ...rest };
}

export async function getPolicy(db: Db, id: string): Promise<AlertPolicy | undefined> {
  const row = await db.first<Row>(sql`select ${columns} from ${from} where policy.id = ${id}`);
  return row && policyOf(row);
}

export async function lockPolicy(db: Db, id: string): Promise<AlertPolicy | undefined> {
  const row = await db.first<Row>(sql`select ${columns} from ${from} where policy.id = ${id} for update of policy`);
  return row && policyOf(row);
}

/** Locks the policies that watch an objective, in the order of their ids. */
export async function lockPoliciesOfSlo(db: Db, sloId: string): Promise<AlertPolicy[]> {
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${from} where policy.slo_id = ${sloId} order by policy.id for update of policy`);
  return rows.map(policyOf);
}

export async function countPolicies(db: Db): Promise<number> {
  return (await db.first<{ count: number }>(sql`select count(*)::int as count from alert_policies`))?.count ?? 0;
}

export async function insertPolicy(db: Db, id: string, content: AlertPolicyContent, by: string): Promise<boolean> {
  const { name, description, signal, enabled } = content;
  const made = await db.run(sql`
    insert into alert_policies (id, name, description, signal, enabled, slo_id, content, created_by, updated_by)
    values (${id}, ${name}, ${description}, ${signal}, ${enabled}, ${sloOf(content)}, ${JSON.stringify(content)}, ${by}, ${by})
    on conflict (tenant_id, name) do nothing`);
  if (made === 0) return false;
  await keepVersion(db, id, by);
  return true;
}

function sloOf({ signal, condition }: AlertPolicyContent): string | null {
  return signal === "slos" ? (condition.slo_id ?? null) : null;
}

export async function isNameTaken(db: Db, name: string, id: string): Promise<boolean> {
  return (await db.first(sql`select from alert_policies where name = ${name} and id <> ${id}`)) !== undefined;
}

export async function updatePolicy(db: Db, id: string, content: AlertPolicyContent, by: string): Promise<void> {
  const { name, description, signal, enabled } = content;
  await db.run(sql`
    update alert_policies
    set name = ${name}, description = ${description}, signal = ${signal}, enabled = ${enabled}, slo_id = ${sloOf(content)},
        content = ${JSON.stringify(content)}, updated_by = ${by}, version = version + 1, updated_at = app_now()
    where id = ${id}`);
  await keepVersion(db, id, by);
}

async function keepVersion(db: Db, id: string, by: string): Promise<void> {
  await db.run(sql`
    insert into alert_policy_versions (policy_id, version, content, created_by)
    select id, version, content, ${by} from alert_policies where id = ${id}`);
}

export async function deletePolicy(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from alert_policies where id = ${id}`);
}

/** An enabled policy is due at once; a disabled one never. */
export async function planEvaluation(db: Db, id: string, enabled: boolean): Promise<void> {
  if (!enabled) {
    await db.run(sql`delete from alert_evaluation_states where policy_id = ${id}`);
    return;
  }
  await db.run(sql`
    insert into alert_evaluation_states (policy_id, next_at) values (${id}, app_now())
    on conflict (tenant_id, policy_id) do update set next_at = app_now(), claim = alert_evaluation_states.claim + 1`);
}

export interface PolicyVersion {
  version: number;
  content: AlertPolicyContent;
  created_by: string;
  created_at: string;
}

interface PageQuery {
  limit?: number;
  offset?: number;
}

export function listVersions(db: Db, id: string, { limit = 50, offset = 0 }: PageQuery): Promise<Page<PolicyVersion>> {
  return readPage(db, {
    rows: sql`
      select version, content, created_by, created_at from alert_policy_versions
      where policy_id = ${id} order by version desc limit ${limit} offset ${offset}`,
    from: sql`alert_policy_versions where policy_id = ${id}`,
    limit,
    offset,
  });
}

export function listEvaluations(
  db: Db,
  id: string,
  { limit = 50, offset = 0 }: PageQuery,
): Promise<Page<AlertEvaluation>> {
  return readPage(db, {
    rows: sql`
      select id, from_at as "from", to_at as "to", evaluations, groups, pending, firing, error, max_duration_ms from alert_evaluations
      where policy_id = ${id} order by id desc limit ${limit} offset ${offset}`,
    from: sql`alert_evaluations where policy_id = ${id}`,
    limit,
    offset,
  });
}
