/** A token of SQL, in as much detail as splitting statements needs. */
export interface Token {
  kind: "word" | "quoted" | "mark";
  text: string;
  start: number;
  end: number;
}

/** The lexical grammar of ClickHouse. Bytes are read as Latin-1, so that positions are byte positions. */
const tokenPatterns: readonly [RegExp, Token["kind"] | "nothing"][] = [
  [/\s+|--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?(?:\*\/|$)/y, "nothing"],
  [/'(?:[^'\\]+|\\[\s\S]|'')*'?/y, "quoted"],
  [/"(?:[^"\\]+|\\[\s\S]|"")*"?|`(?:[^`\\]+|\\[\s\S]|``)*`?/y, "quoted"],
  // Typographic quotes, in UTF-8, quote too.
  [/\xe2\x80\x98[\s\S]*?(?:\xe2\x80\x99|$)|\xe2\x80\x9c[\s\S]*?(?:\xe2\x80\x9d|$)/y, "quoted"],
  [/\$(\w*)\$[\s\S]*?(?:\$\1\$|$)/y, "quoted"],
  [/\w+/y, "word"],
  [/[\s\S]/y, "mark"],
];

export function* tokens(sql: string): Generator<Token> {
  let start = 0;
  while (start < sql.length) {
    const token = tokenAt(sql, start);
    if (token.kind !== "nothing") yield { ...token, kind: token.kind, start };
    start = token.end;
  }
}

function tokenAt(sql: string, start: number): { kind: Token["kind"] | "nothing"; text: string; end: number } {
  for (const [pattern, kind] of tokenPatterns) {
    pattern.lastIndex = start;
    const text = pattern.exec(sql)?.[0];
    if (text !== undefined) return { kind, text, end: start + text.length };
  }
  throw new Error(`No token at ${start}.`);
}
