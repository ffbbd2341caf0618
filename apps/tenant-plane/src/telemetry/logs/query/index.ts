import { chsql, every, type SqlFragment, some } from "@opsplane/runtime";
import { condition } from "./fields.ts";
import { parse } from "./parse.ts";
import type { Query } from "./syntax.ts";

export { fieldValue, host } from "./fields.ts";

/** A search as a condition on rows of log_records; what does not read as one is refused with the place where it stops. */
export function searched(q: string): SqlFragment {
  return compile(parse(q));
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
