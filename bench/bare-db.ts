import type { Db, Sql } from "@opsplane/runtime";
import type pg from "pg";
import { type Statement, statement } from "../packages/runtime/src/postgres/sql.ts";

/**
 * Runs the product's statements under the same names, as hand-written code would: the text of a statement is built once, not at
 * every call.
 */
export function bareDb(connection: Pick<pg.Pool, "query">): Db {
  return {
    rows: async (query) => (await connection.query(written(query))).rows,
    first: async (query) => (await connection.query(written(query))).rows[0],
    run: async (query) => (await connection.query(written(query))).rowCount ?? 0,
  };
}

const known = new WeakMap<readonly string[], Statement>();

function written(query: Sql): Statement {
  const before = known.get(query.strings);
  if (before) return { name: before.name, text: before.text, values: valuesOf(query, []) };
  const first = statement(query);
  known.set(query.strings, first);
  return first;
}

function valuesOf(query: Sql, values: unknown[]): unknown[] {
  for (const value of query.values) {
    if (typeof value === "object" && value !== null && "strings" in value) valuesOf(value as Sql, values);
    else values.push(value);
  }
  return values;
}
