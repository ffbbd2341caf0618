import { ch, every, type Piece, some } from "@opsplane/runtime";
import { condition } from "./fields.ts";
import { parse } from "./parse.ts";
import type { Query } from "./syntax.ts";

export { fieldValue, host } from "./fields.ts";

/** A search as a condition on rows of log_records; what does not read as one is refused with the place where it stops. */
export function searched(q: string): Piece {
  return compile(parse(q));
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
