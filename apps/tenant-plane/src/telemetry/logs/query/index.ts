import { parse, type Query, QuerySyntaxError } from "@opsplane/query";
import { chsql, every, invalid, type SqlFragment, some } from "@opsplane/runtime";
import { condition } from "./fields.ts";

export { fieldValue, host } from "./fields.ts";

/** The SQL condition of a query on log_records. A syntax error becomes a 422 with its position. */
export function searched(q: string): SqlFragment {
  try {
    return compile(parse(q));
  } catch (error) {
    if (error instanceof QuerySyntaxError) return invalid("q", `at character ${error.at} ${error.message}`);
    throw error;
  }
}

/** Refuses a query with a syntax error. */
export function assertQuery(q: string): void {
  searched(q);
}

function compile(query: Query): SqlFragment {
  switch (query.kind) {
    case "all":
      return chsql`(${every(query.of.map(compile))})`;
    case "any":
      return chsql`(${some(query.of.map(compile))})`;
    case "not":
      return chsql`NOT (${compile(query.of)})`;
    case "term":
      return chsql`(${condition(query)})`;
  }
}
