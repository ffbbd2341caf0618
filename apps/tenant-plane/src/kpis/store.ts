import type { Kpi, Page } from "@opsplane/contract";
import { all, containing, type Db, type NameQuery, readPage, sql } from "@opsplane/runtime";

const columns = sql`id, name, description, inputs, formula, unit, target, better, created_by, version, created_at, updated_at`;

export function listKpis(db: Db, { q, limit = 50, offset = 0 }: NameQuery): Promise<Page<Kpi>> {
  const where = all([q !== undefined && sql`name ilike ${containing(q)}`]);
  return readPage<Kpi>(db, {
    rows: sql`select ${columns} from kpis where ${where} order by lower(name) limit ${limit} offset ${offset}`,
    from: sql`kpis where ${where}`,
    limit,
    offset,
  });
}

export function allKpis(db: Db, limit: number): Promise<Kpi[]> {
  return db.rows(sql`select ${columns} from kpis order by lower(name) limit ${limit}`);
}

export function getKpi(db: Db, id: string): Promise<Kpi | undefined> {
  return db.first(sql`select ${columns} from kpis where id = ${id}`);
}

export function lockKpi(db: Db, id: string): Promise<Kpi | undefined> {
  return db.first(sql`select ${columns} from kpis where id = ${id} for update`);
}

export async function countKpis(db: Db): Promise<number> {
  return (await db.first<{ count: number }>(sql`select count(*)::integer as count from kpis`))?.count ?? 0;
}

export type KpiFields = Omit<Kpi, "created_by" | "version" | "created_at" | "updated_at">;

/** Undefined when another KPI has the name. */
export function insertKpi(db: Db, kpi: KpiFields, createdBy: string): Promise<Kpi | undefined> {
  const { id, name, description, inputs, formula, unit, target, better } = kpi;
  return db.first(sql`
    insert into kpis (id, name, description, inputs, formula, unit, target, better, created_by)
    values (${id}, ${name}, ${description}, ${JSON.stringify(inputs)}::jsonb, ${formula}, ${unit}, ${target}, ${better}, ${createdBy})
    on conflict (tenant_id, lower(name)) do nothing
    returning ${columns}`);
}

/** Undefined when another KPI has the name. */
export function updateKpi(db: Db, kpi: KpiFields): Promise<Kpi | undefined> {
  const { id, name, description, inputs, formula, unit, target, better } = kpi;
  return db.first(sql`
    update kpis set name = ${name}, description = ${description}, inputs = ${JSON.stringify(inputs)}::jsonb, formula = ${formula},
      unit = ${unit}, target = ${target}, better = ${better}, version = version + 1, updated_at = app_now()
    where id = ${id} and not exists (select from kpis other where lower(other.name) = lower(${name}) and other.id <> ${id})
    returning ${columns}`);
}

export async function deleteKpi(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from kpis where id = ${id}`);
}
