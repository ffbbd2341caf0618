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

/** Older than a row of the table, newest first. The times are compared in the database, because JavaScript drops microseconds. */
export function afterRow(table: Sql, name: Sql, id: string | undefined): Sql {
  if (id === undefined) return sql`true`;
  return sql`(${name}.created_at, ${name}.id) < (select last.created_at, last.id from ${table} last where last.id = ${id})`;
}

/** Rows that are in memory already. */
export async function* allAtOnce(rows: readonly (readonly Cell[])[]): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield rows;
}
