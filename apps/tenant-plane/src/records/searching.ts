import {
  all,
  counted,
  type Db,
  estimate,
  maxCounted,
  type Order,
  type PageRange,
  type Sql,
  sql,
  type Total,
  unnamed,
} from "@opsplane/runtime";

export interface Search extends PageRange {
  table: Sql;
  /** The alias of the table in the conditions and the order. */
  alias: Sql;
  /** The id column and the columns of the order. */
  keys: Sql;
  /** The other conditions. */
  filter: Sql;
  /** A condition that may match many rows or none, such as a word prefix. It has an index. */
  matches: Sql;
  /** True when the planner can estimate the number of matches. It cannot for word prefixes. */
  predictable?: boolean | undefined;
  /** The matching rows, when they are cheaper to count. Exact up to 10,000. */
  counts?: Sql | undefined;
  order: Pick<Order, "forward">;
}

export interface SearchResult extends Total {
  ids: string[];
}

/** This many rows are checked in list order before the condition's index is used. */
const nearRows = 5_000;
/** With at least this share of matches, reading rows finds 10,000 matches faster than the index. */
const common = 0.17;

/**
 * A page of matching ids. PostgreSQL assumes that every word prefix matches two percent of the records, so it would read a million
 * rows for a rare one. Therefore the first rows in list order are checked first: common words are found there, rare words by index.
 */
export async function search(db: Db, wanted: Search): Promise<SearchResult> {
  const near = await lookNear(db, wanted);
  if (near.seen < nearRows) return { ids: near.ids, total: near.hits };
  if (near.hits < wanted.offset + wanted.limit) return findByIndex(db, wanted);
  return { ids: near.ids, ...(await total(db, wanted, near.hits / near.seen)) };
}

interface NearbyRows {
  seen: number;
  hits: number;
  ids: string[];
}

async function lookNear(db: Db, wanted: Search): Promise<NearbyRows> {
  const { table, alias, filter, matches, order, limit, offset } = wanted;
  const found = await db.first<NearbyRows>(
    unnamed(sql`
      with near as materialized (
        select id, matching, row_number() over () as place from (
          select ${alias}.id, ${matches} as matching from ${table} ${alias} where ${filter} order by ${order.forward} limit ${nearRows}
        ) first
      )
      select (select count(*) from near) as seen, (select count(*) from near where matching) as hits,
             array(select id from near where matching order by place limit ${limit} offset ${offset}) as ids`),
  );
  return found ?? { seen: 0, hits: 0, ids: [] };
}

async function findByIndex(db: Db, wanted: Search): Promise<SearchResult> {
  const { table, alias, keys, filter, matches, order, limit, offset } = wanted;
  const found = await db.first<SearchResult>(
    unnamed(sql`
      with hits as materialized (select ${keys} from ${table} ${alias} where ${all([filter, matches])})
      select (select count(*) from hits) as total,
             array(select ${alias}.id from hits ${alias} order by ${order.forward} limit ${limit} offset ${offset}) as ids`),
  );
  return found ?? { ids: [], total: 0 };
}

async function total(db: Db, wanted: Search, share: number): Promise<Total> {
  const { table, alias, filter, matches, counts } = wanted;
  if (share >= common) {
    const enough = Math.ceil((maxCounted * 1.5) / share);
    const read = await counted(
      db,
      sql`(select ${matches} as matching from ${table} ${alias} where ${filter} limit ${enough}) read where matching`,
    );
    if (read > maxCounted) return estimated(db, wanted, share);
  }
  const exact = await counted(db, counts ?? sql`${table} ${alias} where ${all([filter, matches])}`);
  return exact > maxCounted ? estimated(db, wanted, share) : { total: exact };
}

async function estimated(db: Db, wanted: Search, share: number): Promise<Total> {
  const { table, alias, filter, matches, predictable } = wanted;
  const expected = predictable
    ? await estimate(db, sql`${table} ${alias} where ${all([filter, matches])}`)
    : Math.round((await estimate(db, sql`${table} ${alias} where ${filter}`)) * share);
  return { total: Math.max(expected, maxCounted + 1), estimated: true };
}
