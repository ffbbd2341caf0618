import { type Token, tokensOf } from "./lexer.ts";
import { type Query, QuerySyntaxError, quoted } from "./syntax.ts";

const maxTerms = 100;
const maxLevels = 32;

/** NOT binds tighter than AND, AND tighter than OR; a blank means AND. An empty query matches everything. */
export function parse(q: string): Query {
  const tokens = tokensOf(q);
  const mistake = tokens.find((token) => token.mistake)?.mistake;
  if (mistake) fail(mistake.at, mistake.message);
  const { at } = tokens.filter(({ kind }) => kind === "term")[maxTerms] ?? {};
  if (at !== undefined) fail(at, `there are more than ${maxTerms} terms`);
  if (tokens.length === 0) return { kind: "all", of: [] };
  const reading: Reading = { tokens, next: 0, end: [...q].length + 1 };
  const query = readAny(reading, undefined, 1);
  const rest = tokens[reading.next];
  if (rest !== undefined) fail(rest.at, `${quoted(rest.written)} closes a bracket that was never opened`);
  return query;
}

function fail(at: number, message: string): never {
  throw new QuerySyntaxError(at, message);
}

interface Reading {
  tokens: readonly Token[];
  next: number;
  /** The position after the last character. */
  end: number;
}

function readAny(reading: Reading, field: string | undefined, level: number): Query {
  const of = [readAll(reading, field, level)];
  while (take(reading, "or")) of.push(readAll(reading, field, level));
  return joined("any", of);
}

function readAll(reading: Reading, field: string | undefined, level: number): Query {
  const of = [readOne(reading, field, level)];
  for (let token = peek(reading); goesOn(token); token = peek(reading)) {
    take(reading, "and");
    of.push(readOne(reading, field, level));
  }
  return joined("all", of);
}

function goesOn(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== "or" && token.kind !== "close";
}

function readOne(reading: Reading, field: string | undefined, level: number): Query {
  const token = peek(reading);
  if (token === undefined) return fail(reading.end, `a word is missing after ${quoted(before(reading))}`);
  if (level > maxLevels) fail(token.at, `brackets and NOT go deeper than ${maxLevels} levels`);
  reading.next += 1;
  switch (token.kind) {
    case "term":
      return { kind: "term", field: token.field ?? field, operator: token.operator, text: token.text };
    case "not":
      return { kind: "not", of: readOne(reading, field, level + 1) };
    case "open":
      return readBracket(reading, token, field, level + 1);
    case "field":
      return readOne(reading, token.field, level);
    default:
      return fail(token.at, `a word is expected, not ${quoted(token.written)}`);
  }
}

function readBracket(reading: Reading, open: Token, field: string | undefined, level: number): Query {
  const query = readAny(reading, field, level);
  if (!take(reading, "close")) fail(open.at, "this bracket is never closed");
  return query;
}

function peek({ tokens, next }: Reading): Token | undefined {
  return tokens[next];
}

function take(reading: Reading, kind: Token["kind"]): boolean {
  const taken = peek(reading)?.kind === kind;
  if (taken) reading.next += 1;
  return taken;
}

function before({ tokens, next }: Reading): string {
  return tokens[next - 1]?.written ?? "";
}

function joined(kind: "all" | "any", of: readonly Query[]): Query {
  const [only] = of;
  return only !== undefined && of.length === 1 ? only : { kind, of };
}
