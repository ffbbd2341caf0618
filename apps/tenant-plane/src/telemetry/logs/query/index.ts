import { parse, type Query, QuerySyntaxError } from "@opsplane/query";
import { chsql, every, invalid, type SqlFragment, some } from "@opsplane/runtime";
import { condition } from "./fields.ts";

export { fieldValue, host } from "./fields.ts";

/** A query as a condition on rows of log_records. A mistake is a 422 that names its position. */
export function searched(q: string): SqlFragment {
  try {
    return compile(parse(q));
  } catch (error) {
    if (error instanceof QuerySyntaxError) return invalid("q", `at character ${error.at} ${error.message}`);
    throw error;
  }
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
