import type { Cell } from "@opsplane/reports";
import { type Sql, sql } from "@opsplane/runtime";

/** Large enough to be fast, small enough for memory. */
const batchRows = 2000;

/** Reads rows after the last one until there are no more. `read` continues by an index. */
export async function* inBatches<Row>(
  signal: AbortSignal,
  read: (last: Row | undefined, limit: number) => Promise<Row[]>,
  cells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  let last: Row | undefined;
  do {
    signal.throwIfAborted();
    const rows = await read(last, batchRows);
    yield rows.map(cells);
    last = rows.length === batchRows ? rows.at(-1) : undefined;
  } while (last);
}

/** Rows that were created in a time. */
export interface Stretch {
  from: Date;
  to: Date;
  /** The last row of the batch before, newest first. */
  after?: { table: Sql; id: string } | undefined;
}

/**
 * The end of the time is left out after the first batch: PostgreSQL would begin there and pass all rows of the batches before.
 * Times of rows are compared in the database, because JavaScript drops microseconds.
 */
export function createdIn(name: Sql, { from, to, after }: Stretch): Sql {
  const end = after
    ? sql`(${name}.created_at, ${name}.id) < (select last.created_at, last.id from ${after.table} last where last.id = ${after.id})`
    : sql`${name}.created_at < ${to}`;
  return sql`${name}.created_at >= ${from} and ${end}`;
}

/** What is left of a period after a row. */
export function restOf({ from, to }: Stretch, table: Sql, last: { id: string } | undefined): Stretch {
  return { from, to, after: last && { table, id: last.id } };
}

/** Rows that are in memory already. */
export async function* allAtOnce(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield rows;
}
