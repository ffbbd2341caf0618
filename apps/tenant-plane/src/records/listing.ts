import type { Page } from "@opsplane/contract";
import {
  all,
  countedOrEstimated,
  type Db,
  type Order,
  type PageRange,
  pageOfAll,
  readPage,
  type Sql,
  sizeOf,
  sql,
  unnamed,
} from "@opsplane/runtime";
import { madeSoFar } from "./counters.ts";
import { search } from "./searching.ts";

/** A kind of record that is listed, with everything its lists have in common. */
export interface Listing {
  counter: "incident" | "change" | "request";
  /** The view of the tenant's own records. */
  view: Sql;
  alias: Sql;
  /** Of the view: its id, and what the orders need. */
  keys: Sql;
  /** Selects what a list shows of the records with these ids. */
  rows(ids: Sql, order: Sql): Sql;
}

export interface ListQuery extends PageRange {
  filters: readonly (Sql | false | undefined)[];
  /** A condition that may match many records or none. */
  matches?: Sql | undefined;
  predictable?: boolean | undefined;
  /** The ids that are counted, where reading them is cheaper than the filters are. */
  counts?: Sql | undefined;
  order: Order;
}

type TimeSort = "created_at" | "-created_at" | "updated_at" | "-updated_at";

/** The orders by time, which every kind of record has. The id breaks ties, so pages neither repeat nor skip a row. */
export function timeOrders(alias: Sql): Record<TimeSort, Order> {
  const newest = sql`${alias}.created_at desc, ${alias}.id desc`;
  const oldest = sql`${alias}.created_at, ${alias}.id`;
  const latest = sql`${alias}.updated_at desc, ${alias}.id desc`;
  const longest = sql`${alias}.updated_at, ${alias}.id`;
  return {
    "-created_at": { forward: newest, backward: oldest },
    created_at: { forward: oldest, backward: newest },
    "-updated_at": { forward: latest, backward: longest },
    updated_at: { forward: longest, backward: latest },
  };
}

/** A page of records: first its ids, then what is shown of them, so nothing is joined to what the offset skips. */
export async function listRecords<T>(db: Db, listing: Listing, query: ListQuery): Promise<Page<T>> {
  const { view, alias, keys, rows } = listing;
  const { filters, matches, predictable, counts, order, limit, offset } = query;
  const filter = all(filters);
  const from = sql`${view} ${alias} where ${filter}`;
  if (matches) {
    const { ids, ...total } = await search(db, {
      table: view,
      alias,
      keys,
      filter,
      matches,
      predictable,
      counts,
      order,
      limit,
      offset,
    });
    return { items: await db.rows<T>(unnamed(rows(sql`${ids}::uuid[]`, order.forward))), ...total };
  }
  if (filters.some(Boolean)) {
    const ids = sql`array(select ${alias}.id from ${from} order by ${order.forward} limit ${limit} offset ${offset})`;
    const total = counts && (() => countedOrEstimated(db, from, counts));
    return readPage(db, { rows: rows(ids, order.forward), from, total, limit, offset });
  }
  const size = madeSoFar(listing.counter);
  const ids = await pageOfAll(db, sql`${view} ${alias}`, order, size, { limit, offset });
  const total = async () => ({ total: await sizeOf(db, size) });
  return readPage(db, { rows: rows(ids, order.forward), from, total, limit, offset });
}
