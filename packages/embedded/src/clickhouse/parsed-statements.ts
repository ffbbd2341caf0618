import { parseStatement, type Statement } from "./statement.ts";

const maxStatements = 500;
const maxBytes = 8 * 1024;

/** Parses statements and keeps the results. Clients send the same few statements with other parameters. */
export function parsedStatements(): (sql: Buffer) => Statement {
  const parsed = new Map<string, Statement>();
  return (sql) => {
    if (sql.length > maxBytes) return parseStatement(sql);
    const key = sql.toString("latin1");
    const known = parsed.get(key) ?? parseStatement(sql);
    // The one that was used last is at the end.
    parsed.delete(key);
    parsed.set(key, known);
    const [oldest] = parsed.keys();
    if (parsed.size > maxStatements && oldest !== undefined) parsed.delete(oldest);
    return known;
  };
}
