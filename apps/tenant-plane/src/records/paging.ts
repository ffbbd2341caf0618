import type { Page } from "@opsplane/contract";
import { type Db, everything, type Sql, sql, unnamed } from "@opsplane/runtime";

export interface PageRange {
  limit: number;
  offset: number;
}

export type Total = Pick<Page<unknown>, "total" | "estimated">;

export interface List extends PageRange {
  /** The rows of the page. */
  rows: Sql;
  /** Tables and condition, as they follow the word `from`. */
  from: Sql;
  /** How to count, where that is not counting `from`: up to 10,000 exactly. */
  total?: (() => Promise<Total>) | undefined;
}

/** A filtered list counts so far, and estimates beyond. */
export const maxCounted = 10_000;

/** A page and how many there are in all, asked for at the same time. */
export async function readPage<T>(db: Db, { rows, from, total, limit, offset }: List): Promise<Page<T>> {
  const [items, found] = await Promise.all([db.rows<T>(unnamed(rows)), total ? total() : totalOf(db, from)]);
  const seen = offset + items.length;
  // A page that is not full is the last one, and says exactly how many there are.
  if (items.length > 0 && items.length < limit) return { items, total: seen };
  return { items, ...found, total: Math.max(found.total, items.length > 0 ? seen : 0) };
}

/** Exact where nothing is filtered. */
async function totalOf(db: Db, from: Sql): Promise<Total> {
  if (!from.values.includes(everything)) return countedOrEstimated(db, from);
  return {
    total: (await db.first<{ total: number }>(unnamed(sql`select count(*) as total from ${from}`)))?.total ?? 0,
  };
}

/** `counts` has fewer rows than `from` needs reading, and as many of them up to 10,000. */
export async function countedOrEstimated(db: Db, from: Sql, counts: Sql = from): Promise<Total> {
  const total = await counted(db, counts);
  if (total <= maxCounted) return { total };
  return { total: Math.max(await estimate(db, from), maxCounted + 1), estimated: true };
}

/** At most one more than 10,000. */
export async function counted(db: Db, from: Sql): Promise<number> {
  const found = await db.first<{ total: number }>(
    unnamed(sql`select count(*) as total from (select from ${from} limit ${maxCounted + 1}) counted`),
  );
  return found?.total ?? 0;
}

interface Plan {
  "QUERY PLAN": [{ Plan: { "Plan Rows": number } }];
}

/** How many rows the planner expects. */
export async function estimate(db: Db, from: Sql): Promise<number> {
  const plan = await db.first<Plan>(unnamed(sql`explain (format json) select from ${from}`));
  return plan?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0;
}

/** How many records of a kind were ever made: as many as there are, since none is deleted and the count has no gaps. */
export function madeSoFar(counter: "incident" | "change" | "request"): Sql {
  return sql`coalesce((select value from counters where name = ${counter}), 0)`;
}

/** An order and its opposite. */
export interface Order {
  forward: Sql;
  backward: Sql;
}

/** Pages before this are near enough to the beginning. */
const deepOffset = 1_000;

/**
 * A page of a list whose size is known without counting. Its ids are chosen before anything is joined to them, by an index alone.
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
  // The size is read with the rows, so both belong to the same moment.
  return sql`array(select id from ${table} order by ${order.backward}
    limit greatest(least(${limit}, ${size} - ${offset}), 0) offset greatest(${size} - ${offset} - ${limit}, 0))`;
}

export async function sizeOf(db: Db, size: Sql): Promise<number> {
  return (await db.first<{ size: number }>(sql`select ${size} as size`))?.size ?? 0;
}

/** One of these values. A single one keeps the order of an index that begins with the column. */
export function isOneOf(column: Sql, values: readonly string[]): Sql {
  return values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any (${values})`;
}

/** `%words%` for ilike, with the reader's own signs taken literally. */
export function containing(words: string): string {
  return `%${words.replace(/[\\%_]/g, "\\$&")}%`;
}
