import { parse, type Query, QuerySyntaxError } from "@opsplane/query";
import { ch, every, invalid, type Piece, some } from "@opsplane/runtime";
import { condition } from "./fields.ts";

export { fieldValue, host } from "./fields.ts";

/** A query as a condition on rows of log_records. A mistake is a 422 that names its position. */
export function searched(q: string): Piece {
  try {
    return compile(parse(q));
  } catch (error) {
    if (error instanceof QuerySyntaxError) return invalid("q", `at character ${error.at} ${error.message}`);
    throw error;
  }
}

function compile(query: Query): Piece {
  switch (query.kind) {
    case "all":
      return ch`(${every(query.of.map(compile))})`;
    case "any":
      return ch`(${some(query.of.map(compile))})`;
    case "not":
      return ch`NOT (${compile(query.of)})`;
    case "term":
      return ch`(${condition(query)})`;
  }
}
