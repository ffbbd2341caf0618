import { tokensOf } from "./lexer.ts";
import { parse } from "./parse.ts";
import { QuerySyntaxError } from "./syntax.ts";

/** A mistake as an editor marks it: UTF-16 offsets from 0, never empty unless the query is. */
export interface Problem {
  from: number;
  to: number;
  message: string;
}

/** The syntax error of a query; undefined when it is valid. */
export function problemOf(q: string): Problem | undefined {
  try {
    parse(q);
    return undefined;
  } catch (error) {
    if (error instanceof QuerySyntaxError) return marked(q, error);
    throw error;
  }
}

/** Marks the rest of the token from the mistake on. Where something is missing, the token before it is marked. */
function marked(q: string, { at, message }: QuerySyntaxError): Problem {
  const tokens = tokensOf(q);
  const inside = tokens.find((token) => token.at <= at && at < token.end);
  const token = inside ?? tokens.findLast(({ end }) => end <= at);
  return {
    from: offsetOf(q, inside ? at : (token?.at ?? 1)),
    to: token ? offsetOf(q, token.end) : q.length,
    message,
  };
}

/** The UTF-16 offset of a position that counts code points from 1. */
export function offsetOf(q: string, at: number): number {
  let offset = 0;
  let left = at - 1;
  for (const character of q) {
    if (left-- <= 0) break;
    offset += character.length;
  }
  return offset;
}
