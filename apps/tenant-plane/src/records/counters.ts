import { type Sql, sql } from "@opsplane/runtime";

/** The number of records of a kind. The counter equals it, because records are never deleted and numbers have no gaps. */
export function madeSoFar(counter: "incident" | "change" | "request"): Sql {
  return sql`coalesce((select value from counters where name = ${counter}), 0)`;
}
