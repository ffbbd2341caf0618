import { type Token, tokens } from "./lexer.ts";
import { refusals } from "./refusals.ts";

/** One statement, ready for the engine. */
export interface Statement {
  text: string;
  /** The output format that the statement names itself. */
  format: string | undefined;
  /** Query parameters that it refers to, as `{name:Type}`. */
  parameters: string[];
  /** The statement alters its session, which then serves no other request. */
  altersSession: boolean;
}

/** An INSERT followed by its rows. The engine reads the rows from a file, never from the text. */
export interface Load extends Statement {
  /** Where the rows begin in the request. */
  rowsAt: number;
  /** The rows are SQL values, not a format. */
  inline: boolean;
  /** The statement that reads the rows from `file`. */
  from(file: string): string;
}

const sessionWords = new Set(["SET", "USE", "TEMPORARY"]);

/** Parses an INSERT up to its rows. Undefined for any other statement. */
export function parseLoad(sql: Buffer): Load | undefined {
  const text = sql.toString("latin1");
  const seen: Token[] = [];
  let depth = 0;
  let settings: Token | undefined;
  for (const token of tokens(text)) {
    const word = token.text.toUpperCase();
    if (seen.length === 0 && word !== "INSERT") return undefined;
    seen.push(token);
    depth += depthChange(token);
    if (depth > 0 || token.kind !== "word") continue;
    if (word === "SELECT" || word === "WITH") return undefined;
    if (word === "INFILE") throw refusals.infile();
    if (word === "SETTINGS") settings ??= token;
    if (word === "VALUES") return load(sql, seen, settings ?? token, token, token);
    if (seen.at(-2)?.text.toUpperCase() === "FORMAT")
      return load(sql, seen, settings ?? seen.at(-2) ?? token, token, seen.at(-2));
  }
  return undefined;
}

/** Splits `INSERT INTO t (a, b) SETTINGS … FORMAT X rows` before the settings, before the format and before the rows. */
function load(sql: Buffer, seen: Token[], targetEnd: Token, format: Token, clause: Token | undefined): Load {
  const target = sql.toString("utf8", 0, targetEnd.start);
  const settings = sql.toString("utf8", targetEnd.start, Math.max(targetEnd.start, clause?.start ?? 0));
  const inserted = format === clause ? "Values" : format.text;
  return {
    text: target,
    format: undefined,
    parameters: parametersOf(seen),
    altersSession: false,
    rowsAt: rowsAfter(sql, format.end),
    inline: format === clause,
    from: (file) => `${target} FROM INFILE '${file}' COMPRESSION 'none' ${settings} FORMAT ${inserted}`,
  };
}

/** Blanks and one line end separate statement and rows. More may belong to a binary format. */
function rowsAfter(sql: Buffer, end: number): number {
  const gap = /[ \t\f]*(?:\r?\n)?/y;
  gap.lastIndex = end;
  return end + (gap.exec(sql.toString("latin1"))?.[0].length ?? 0);
}

export function parseStatement(sql: Buffer): Statement {
  const all = [...tokens(sql.toString("latin1"))];
  const last = all.findIndex((token) => token.text === ";");
  const own = last === -1 ? all : all.slice(0, last);
  if (own.length === 0) throw refusals.empty();
  if (last !== -1 && all.slice(last).some((token) => token.text !== ";")) throw refusals.manyStatements();
  return {
    text: sql.toString("utf8", 0, own.at(-1)?.end),
    format: formatOf(own),
    parameters: parametersOf(own),
    altersSession: own.some((token) => token.kind === "word" && sessionWords.has(token.text.toUpperCase())),
  };
}

function formatOf(all: Token[]): string | undefined {
  let depth = 0;
  let format: string | undefined;
  for (const [index, token] of all.entries()) {
    depth += depthChange(token);
    const before = all[index - 1];
    if (depth === 0 && token.kind === "word" && before?.kind === "word" && before.text.toUpperCase() === "FORMAT")
      format = token.text;
  }
  return format;
}

function parametersOf(all: Token[]): string[] {
  return all
    .filter((token, index) => token.kind === "word" && all[index - 1]?.text === "{" && all[index + 1]?.text === ":")
    .map((token) => token.text);
}

function depthChange(token: Token): number {
  if (token.kind !== "mark") return 0;
  if (token.text === "(" || token.text === "[") return 1;
  return token.text === ")" || token.text === "]" ? -1 : 0;
}
