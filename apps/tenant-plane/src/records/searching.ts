import { all, type Db, type Sql, sql, unnamed } from "@opsplane/runtime";
import { counted, estimate, maxCounted, type Order, type PageRange, type Total } from "./paging.ts";

export interface Search extends PageRange {
  table: Sql;
  /** What the conditions and the order call the table. */
  alias: Sql;
  /** Of the table: its id, and what the order needs. */
  keys: Sql;
  /** What is asked for besides. */
  filter: Sql;
  /** A condition that may match many rows or none, such as the beginning of a word. An index serves it. */
  matches: Sql;
  /** Whether the planner's statistics tell how many rows match. Of the beginnings of words they do not. */
  predictable?: boolean | undefined;
  /** The matching rows, where counting these is cheaper; so many more than 10,000 may be missing. */
  counts?: Sql | undefined;
  order: Pick<Order, "forward">;
}

export interface SearchResult extends Total {
  ids: string[];
}

/** So many rows are looked at in the list's own order before the index of the condition is asked. */
const nearRows = 5_000;
/** Where so many of the near rows match, finding 10,000 of them by reading rows takes less than by the index. */
const common = 0.17;

/**
 * A page of matching ids. PostgreSQL takes every beginning of a word for one that two of a hundred records have, and reads a
 * million rows for one that none has. So the near rows are looked at first: what is common is found there, and what is rare
 * through its index.
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
