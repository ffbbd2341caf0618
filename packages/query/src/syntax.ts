/** A parsed log query. `all` and `any` are separate nodes, so that their precedence is never ambiguous. */
export type Query =
  | { kind: "all" | "any"; of: readonly Query[] }
  | { kind: "not"; of: Query }
  | ({ kind: "term" } & Term);

export interface Term {
  /** Undefined means the message. */
  field: string | undefined;
  operator: Operator | undefined;
  text: Text;
}

export const operators = [">=", "<=", ">", "<"] as const;
export type Operator = (typeof operators)[number];

/** Text with a wildcard between each two parts: `t*t` is ["t", "t"], `time*` is ["time", ""]. */
export interface Text {
  parts: readonly string[];
  /** The position of its first character, counted from 1. */
  at: number;
}

/** The query cannot be read. `at` is the position of the mistake: code points, counted from 1. */
export class QuerySyntaxError extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
    this.name = "QuerySyntaxError";
  }
}

const maxQuoted = 40;

/** Quotes a piece of the query for an error message and shortens it. */
export function quoted(written: string): string {
  const characters = [...written];
  return `"${characters.length > maxQuoted ? `${characters.slice(0, maxQuoted).join("")}…` : written}"`;
}
