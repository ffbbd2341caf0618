import {
  builtInServices,
  type Cost,
  type CostGrouping,
  costsWithoutGroup,
  type Page,
  type UnitPrice,
} from "@opsplane/contract";
import { type Db, type PageRange, type Sql, sql } from "@opsplane/runtime";

const columns = sql`id, name, unit, class, tag, environment, price, currency, created_by, version, created_at, updated_at`;

export async function listPrices(db: Db, { limit, offset }: PageRange): Promise<Page<UnitPrice>> {
  const rows = await db.rows<UnitPrice & { total: number }>(sql`
    select ${columns}, count(*) over ()::integer as total from unit_prices order by lower(name), id limit ${limit} offset ${offset}`);
  const total = rows[0]?.total ?? (offset > 0 ? await countPrices(db) : 0);
  return { items: rows.map(({ total: _, ...price }) => price), total };
}

export async function countPrices(db: Db): Promise<number> {
  return (await db.first<{ count: number }>(sql`select count(*)::integer as count from unit_prices`))?.count ?? 0;
}

export function lockPrice(db: Db, id: string): Promise<UnitPrice | undefined> {
  return db.first(sql`select ${columns} from unit_prices where id = ${id} for update`);
}

/** The currency of the other prices. */
export async function currencyOf(db: Db, exceptId: string | null = null): Promise<string | undefined> {
  const found = await db.first<{ currency: string }>(
    sql`select currency from unit_prices where id is distinct from ${exceptId} limit 1`,
  );
  return found?.currency;
}

export type PriceFields = Omit<UnitPrice, "created_by" | "version" | "created_at" | "updated_at">;

export function insertPrice(db: Db, wanted: PriceFields, createdBy: string): Promise<UnitPrice | undefined> {
  const { id, name, unit, class: ciClass, tag, environment, price, currency } = wanted;
  return db.first(sql`
    insert into unit_prices (id, name, unit, class, tag, environment, price, currency, created_by)
    values (${id}, ${name}, ${unit}, ${ciClass}, ${tag}, ${environment}, ${price}, ${currency}, ${createdBy})
    returning ${columns}`);
}

export function updatePrice(db: Db, wanted: PriceFields): Promise<UnitPrice | undefined> {
  const { id, name, unit, class: ciClass, tag, environment, price, currency } = wanted;
  return db.first(sql`
    update unit_prices set name = ${name}, unit = ${unit}, class = ${ciClass}, tag = ${tag}, environment = ${environment},
      price = ${price}, currency = ${currency}, version = version + 1, updated_at = app_now()
    where id = ${id} returning ${columns}`);
}

export async function deletePrice(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from unit_prices where id = ${id}`);
}

export interface CostScope {
  from: Date;
  to: Date;
  /** Names of items that are not used. */
  idle: readonly string[];
}

/** Each item with its hours in the period and its price: of those that fit, the one that names the most. */
const priced = ({ from, to, idle }: CostScope): Sql => sql`
  select item.tenant_id, item.id, item.name, item.class, item.tags, item.name = any (${idle}) as idle,
    hours.count as hours, hours.count * chosen.price as cost
  from config_items item
  cross join lateral (
    select extract(epoch from ${to}::timestamptz - greatest(item.created_at, ${from}::timestamptz))::float8 / 3600 as count
  ) hours
  cross join lateral (
    select price from unit_prices
    where unit_prices.tenant_id = item.tenant_id and unit = 'item_hour' and (class is null or class = item.class)
      and (tag is null or tag = any (item.tags)) and (environment is null or environment = item.environment)
    order by num_nonnulls(class, tag, environment) desc, price desc limit 1
  ) chosen
  where item.created_at < ${to}`;

/** A service has its own cost and its share of what it runs on. What no service runs on has a line of its own. */
const byService = sql`
  select coalesce(owner.name, ${costsWithoutGroup.service}) as name, priced.hours, priced.cost / coalesce(owner.sharers, 1) as cost, priced.idle
  from priced
  left join lateral (
    select service.name, count(*) over () as sharers
    from (
      select priced.id union select relation.source_id from ci_relations relation
      where relation.tenant_id = priced.tenant_id and relation.target_id = priced.id and relation.type = 'runs_on'
    ) candidate
    join config_items service on service.id = candidate.id
    left join ci_classes kind on kind.tenant_id = service.tenant_id and kind.name = service.class
    where coalesce(kind.service, service.class = any (${builtInServices}))
  ) owner on true`;

const lines: Readonly<Record<CostGrouping, Sql>> = {
  item: sql`select priced.name, priced.hours, priced.cost, priced.idle, priced.id from priced`,
  service: sql`select owned.*, null::uuid as id from (${byService}) owned`,
  tag: sql`
    select coalesce(tag, ${costsWithoutGroup.tag}) as name, priced.hours, priced.cost, priced.idle, null::uuid as id
    from priced left join lateral unnest(priced.tags) as tag on true`,
  class: sql`select priced.class as name, priced.hours, priced.cost, priced.idle, null::uuid as id from priced`,
};

type CostRow = Omit<Cost, "currency">;

/** The highest costs first. A group is idle when all its items are. */
export async function listCosts(
  db: Db,
  by: CostGrouping,
  scope: CostScope,
  { limit, offset }: PageRange,
): Promise<Page<CostRow>> {
  const rows = await db.rows<CostRow & { total: number }>(sql`
    with priced as (${priced(scope)}), grouped as (
      select name, sum(hours) as hours, sum(cost) as cost, bool_and(idle) as idle from (${lines[by]}) line group by id, name)
    select name, hours, cost, idle, count(*) over ()::integer as total from grouped
    order by cost desc, name limit ${limit} offset ${offset}`);
  return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}

export interface CostTotals {
  items: number;
  unpriced: number;
  cost: number;
  idle_items: number;
  idle_cost: number;
}

export async function costTotals(db: Db, scope: CostScope): Promise<CostTotals> {
  const found = await db.first<CostTotals>(sql`
    with priced as (${priced(scope)})
    select count(*)::integer as items, coalesce(sum(cost), 0) as cost, count(*) filter (where idle)::integer as idle_items,
      coalesce(sum(cost) filter (where idle), 0) as idle_cost,
      (select count(*)::integer from config_items where created_at < ${scope.to}) - count(*)::integer as unpriced
    from priced`);
  return found ?? { items: 0, unpriced: 0, cost: 0, idle_items: 0, idle_cost: 0 };
}

/** The price of what is not an item; undefined when there is none. */
export async function usagePrice(db: Db, unit: "gigabyte" | "ai_credit"): Promise<number | undefined> {
  const found = await db.first<{ price: number }>(
    sql`select price from unit_prices where unit = ${unit} order by price desc, id limit 1`,
  );
  return found?.price;
}

export async function creditsUsed(db: Db, { from, to }: { from: Date; to: Date }): Promise<number> {
  const found = await db.first<{ credits: number }>(sql`
    select coalesce(sum(credits), 0)::integer as credits from ai_calls where created_at >= ${from} and created_at < ${to}`);
  return found?.credits ?? 0;
}
