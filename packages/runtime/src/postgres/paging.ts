import type { Page } from "@opsplane/contract";
import type { Db } from "./database.ts";
import { everything, type Sql, sql, unnamed } from "./sql.ts";

export interface PageRange {
  limit: number;
  offset: number;
}

export type Total = Pick<Page<unknown>, "total" | "estimated">;

export interface List extends PageRange {
  /** The rows of the page. */
  rows: Sql;
  /** The tables and conditions after the keyword `from`. */
  from: Sql;
  /** Overrides counting `from`. Exact up to 10,000. */
  total?: (() => Promise<Total>) | undefined;
}

/** A filtered list is counted up to this number and estimated beyond it. */
export const maxCounted = 10_000;

/** Reads a page and the total in parallel. */
export async function readPage<T>(db: Db, { rows, from, total, limit, offset }: List): Promise<Page<T>> {
  const [items, found] = await Promise.all([db.rows<T>(unnamed(rows)), total ? total() : totalOf(db, from)]);
  const seen = offset + items.length;
  // A page that is not full is the last one, so the total is known.
  if (items.length > 0 && items.length < limit) return { items, total: seen };
  return { items, ...found, total: Math.max(found.total, items.length > 0 ? seen : 0) };
}

export interface NameQuery {
  /** Part of a name. */
  q?: string;
  limit?: number;
  offset?: number;
}

/** A page of a table whose rows are found by their name. */
export function listNamed<T>(
  db: Db,
  { columns, table, order }: { columns: Sql; table: Sql; order: Sql },
  { q, limit = 50, offset = 0 }: NameQuery,
): Promise<Page<T>> {
  const where = q === undefined ? everything : sql`name ilike ${containing(q)}`;
  return readPage<T>(db, {
    rows: sql`select ${columns} from ${table} where ${where} order by ${order} limit ${limit} offset ${offset}`,
    from: sql`${table} where ${where}`,
    limit,
    offset,
  });
}

/** The exact total, for unfiltered lists. */
async function totalOf(db: Db, from: Sql): Promise<Total> {
  if (!from.values.includes(everything)) return countedOrEstimated(db, from);
  return {
    total: (await db.first<{ total: number }>(unnamed(sql`select count(*) as total from ${from}`)))?.total ?? 0,
  };
}

/** `counts` is cheaper to read than `from` and has the same number of rows up to 10,000. */
export async function countedOrEstimated(db: Db, from: Sql, counts: Sql = from): Promise<Total> {
  const total = await counted(db, counts);
  if (total <= maxCounted) return { total };
  return { total: Math.max(await estimate(db, from), maxCounted + 1), estimated: true };
}

/** Counts up to 10,001. */
export async function counted(db: Db, from: Sql): Promise<number> {
  const found = await db.first<{ total: number }>(
    unnamed(sql`select count(*) as total from (select from ${from} limit ${maxCounted + 1}) counted`),
  );
  return found?.total ?? 0;
}

interface Plan {
  "QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
}

/** The number of rows that the planner expects. */
export async function estimate(db: Db, from: Sql): Promise<number> {
  const plan = await db.first<Plan>(unnamed(sql`explain (format json) select from ${from}`));
  return plan?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** An order and its opposite. */
export interface Order {
  forward: Sql;
  backward: Sql;
}

/** Pages before this offset are read from the start. */
const deepOffset = 1_000;

/**
 * A page of a list whose size is known without counting. An index alone selects the ids, before any join.
 * The second half of the list is read from its end.
 */
export async function pageOfAll(
  db: Db,
  table: Sql,
  order: Order,
  size: Sql,
  { limit, offset }: PageRange,
): Promise<Sql> {
  if (offset < deepOffset || offset < (await sizeOf(db, size)) / 2)
    return sql`array(select id from ${table} order by ${order.forward} limit ${limit} offset ${offset})`;
  // The size is read in the same statement as the rows, so both are consistent.
  return sql`array(select id from ${table} order by ${order.backward}
    limit greatest(least(${limit}, ${size} - ${offset}), 0) offset greatest(${size} - ${offset} - ${limit}, 0))`;
}

export async function sizeOf(db: Db, size: Sql): Promise<number> {
  return (await db.first<{ size: number }>(sql`select ${size} as size`))?.size ?? 0;
}

/** One of these values. A single value keeps the order of an index that starts with the column. */
export function isOneOf(column: Sql, values: readonly string[]): Sql {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any (${values})`;
}

/** `%words%` for ilike, with escaped wildcards. */
export function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}
