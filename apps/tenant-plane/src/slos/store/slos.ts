import type { CursorPage, Slo, SloAlert, SloIndicator, SloState } from "@opsplane/contract";
import { all, containing, type Db, sql, unnamed } from "@opsplane/runtime";
import { attainmentOf, budgetOf, burnRatesOf } from "../rules.ts";

export type SloFields = Pick<
  Slo,
  "name" | "description" | "indicator" | "objective" | "window_days" | "ci_id" | "group_id"
>;

/** A measurement that is older is catching up. */
const lateMs = 10 * 60_000;

const columns = sql`
  slo.id, slo.name, slo.description, slo.indicator, slo.objective, slo.window_days, slo.ci_id, slo.group_id, slo.created_by, slo.updated_by,
  slo.created_at, slo.updated_at, slo.version, team.name as group_name, item.name as ci_name,
  measured.good, measured.total, to_json(measured.burn_rates) as burn_rates, measured.state, measured.error, measured.data_since, measured.measured_until,
  (select coalesce(json_agg(json_build_object(
      'policy_id', policy.id, 'name', policy.name, 'severity', policy.content -> 'severity',
      'threshold', policy.content -> 'condition' -> 'threshold', 'window', policy.content -> 'condition' -> 'window',
      'short_window', policy.content -> 'condition' -> 'short_window', 'enabled', policy.enabled,
      'firing', coalesce(evaluation.firing, 0) > 0) order by policy.content ->> 'severity', policy.id), '[]')
    from slo_policies made
    join alert_policies policy on policy.tenant_id = made.tenant_id and policy.id = made.policy_id
    left join alert_evaluation_states evaluation on evaluation.tenant_id = policy.tenant_id and evaluation.policy_id = policy.id
    where made.tenant_id = slo.tenant_id and made.slo_id = slo.id) as alerts`;

const from = sql`slos slo
  join slo_measurements measured on measured.tenant_id = slo.tenant_id and measured.slo_id = slo.id
  left join groups team on team.tenant_id = slo.tenant_id and team.id = slo.group_id
  left join config_items item on item.tenant_id = slo.tenant_id and item.id = slo.ci_id`;

type Row = Omit<Slo, "status"> & {
  good: number;
  total: number;
  burn_rates: (number | null)[];
  state: SloState;
  error: string | null;
  data_since: string | null;
  measured_until: string;
  alerts: SloAlert[];
};

function sloOf({ good, total, burn_rates, state, error, data_since, measured_until, ...slo }: Row, now: Date): Slo {
  const events = { good, total };
  return {
    ...slo,
    status: {
      state,
      ...events,
      attainment: attainmentOf(events),
      budget: budgetOf(slo.objective, events),
      burn_rates: burnRatesOf(burn_rates),
      data_since,
      measured_until,
      error,
      catching_up: now.getTime() - Date.parse(measured_until) > lateMs,
    },
  };
}

export interface SloFilter {
  q?: string;
  service?: string[];
  state?: SloState[];
  group_id?: string;
  ci_id?: string;
}

/** The order of a list, whose cursor is the id of the last objective. */
const orders = {
  name: { key: sql`lower(slo.name)`, keyOf: (id: string) => sql`select lower(name) from slos where id = ${id}` },
  budget: {
    key: sql`coalesce(measured.budget_remaining, 'infinity')`,
    keyOf: (id: string) =>
      sql`select coalesce(budget_remaining, 'infinity') from slo_measurements where slo_id = ${id}`,
  },
};

export async function listSlos(
  db: Db,
  filter: SloFilter,
  sort: keyof typeof orders,
  { limit, after }: { limit: number; after: string | undefined },
  now: Date,
): Promise<CursorPage<Slo>> {
  const words = filter.q?.trim() ?? "";
  const { key, keyOf } = orders[sort];
  const where = all([
    words !== "" &&
      sql`(slo.name ilike ${containing(words)} or slo.description ilike ${containing(words)} or slo.service ilike ${containing(words)})`,
    filter.service !== undefined && sql`slo.service = any (${filter.service})`,
    filter.state !== undefined && sql`measured.state = any (${filter.state})`,
    filter.group_id !== undefined && sql`slo.group_id = ${filter.group_id}`,
    filter.ci_id !== undefined && sql`slo.ci_id = ${filter.ci_id}`,
    after !== undefined && sql`(${key}, slo.id) > ((${keyOf(after)}), ${after}::uuid)`,
  ]);
  const rows = await db.rows<Row>(
    unnamed(sql`select ${columns} from ${from} where ${where} order by ${key}, slo.id limit ${limit + 1}`),
  );
  const items = rows.slice(0, limit).map((row) => sloOf(row, now));
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}

export async function getSlo(db: Db, id: string, now: Date): Promise<Slo | undefined> {
  const row = await db.first<Row>(sql`select ${columns} from ${from} where slo.id = ${id}`);
  return row && sloOf(row, now);
}

export async function lockSlo(db: Db, id: string, now: Date): Promise<Slo | undefined> {
  const row = await db.first<Row>(sql`select ${columns} from ${from} where slo.id = ${id} for update of slo`);
  return row && sloOf(row, now);
}

export async function countSlos(db: Db): Promise<number> {
  return (await db.first<{ count: number }>(sql`select count(*)::int as count from slos`))?.count ?? 0;
}

/** False when the name is taken. */
export async function insertSlo(db: Db, id: string, fields: SloFields, by: string): Promise<boolean> {
  const { name, description, indicator, objective, window_days, ci_id, group_id } = fields;
  const made = await db.run(sql`
    insert into slos (id, name, description, indicator, service, objective, window_days, ci_id, group_id, created_by, updated_by)
    values (${id}, ${name}, ${description}, ${JSON.stringify(indicator)}, ${indicator.service ?? null}, ${objective}, ${window_days},
            ${ci_id}, ${group_id}, ${by}, ${by})
    on conflict (tenant_id, name) do nothing`);
  return made > 0;
}

export async function isNameTaken(db: Db, name: string, id: string): Promise<boolean> {
  return (await db.first(sql`select from slos where name = ${name} and id <> ${id}`)) !== undefined;
}

export async function updateSlo(db: Db, id: string, fields: SloFields, by: string): Promise<void> {
  const { name, description, indicator, objective, window_days, ci_id, group_id } = fields;
  await db.run(sql`
    update slos
    set name = ${name}, description = ${description}, indicator = ${JSON.stringify(indicator)}, service = ${indicator.service ?? null},
        objective = ${objective}, window_days = ${window_days}, ci_id = ${ci_id}, group_id = ${group_id}, updated_by = ${by},
        version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function deleteSlo(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from slos where id = ${id}`);
}

/** The policies that an objective made for itself, by level. */
export async function policiesOf(db: Db, id: string): Promise<Map<string, string>> {
  const rows = await db.rows<{ level: string; policy_id: string }>(
    sql`select level, policy_id from slo_policies where slo_id = ${id}`,
  );
  return new Map(rows.map(({ level, policy_id }) => [level, policy_id]));
}

export async function keepPolicy(db: Db, id: string, level: string, policyId: string): Promise<void> {
  await db.run(sql`insert into slo_policies (slo_id, level, policy_id) values (${id}, ${level}, ${policyId})`);
}

/** What is measured of an objective. */
export interface MeasuredSlo {
  id: string;
  indicator: SloIndicator;
  epoch: number;
  measured_until: string;
}

/** Objectives that are not measured until then, the most current first. */
export function readDue(db: Db, until: Date, limit: number): Promise<MeasuredSlo[]> {
  return db.rows(sql`
    select slo.id, slo.indicator, measured.epoch, measured.measured_until
    from slo_measurements measured join slos slo on slo.tenant_id = measured.tenant_id and slo.id = measured.slo_id
    where measured.measured_until < ${until.toISOString()}
    order by measured.measured_until desc, slo.id limit ${limit}`);
}

/** The most current first, so that those that fail hide no other. */
export async function tenantsDue(system: Db, until: Date, limit: number): Promise<string[]> {
  const rows = await system.rows<{ tenant_id: string }>(sql`
    select tenant_id from slo_measurements where measured_until < ${until.toISOString()}
    group by tenant_id order by max(measured_until) desc limit ${limit}`);
  return rows.map(({ tenant_id }) => tenant_id);
}
