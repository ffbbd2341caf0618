import { type Operator, operators, quoted, type Text } from "./syntax.ts";

/** A token and its position: `at` counts code points from 1, `end` is the position after it. */
export type Token = { at: number; end: number; written: string; mistake?: Mistake } & (
  | { kind: "open" | "close" | "and" | "or" | "not" }
  /** `level:` before a bracket. */
  | { kind: "field"; field: string }
  | { kind: "term"; field: string | undefined; operator: Operator | undefined; text: Text }
);

/** A mistake inside a token. The lexer goes on after it, because an editor highlights unfinished queries. */
interface Mistake {
  kind: "no-value" | "open-quote" | "open-escape";
  at: number;
  message: string;
}

// A Map, because an object would also find words like `valueOf`.
const keywords: ReadonlyMap<string, "and" | "or" | "not"> = new Map([
  ["AND", "and"],
  ["OR", "or"],
  ["NOT", "not"],
]);
export const fieldName = /^[\p{L}_@][\p{L}\p{N}_.@/-]*$/u;
const blank = /\s/;

export function tokensOf(q: string): Token[] {
  // Code points, because people count characters and not UTF-16 units.
  const characters = [...q];
  const tokens: Token[] = [];
  let at = skipBlanks(characters, 0);
  while (at < characters.length) {
    const token = readToken(characters, at);
    tokens.push(token);
    at = skipBlanks(characters, token.end - 1);
  }
  return tokens;
}

function skipBlanks(characters: readonly string[], from: number): number {
  let at = from;
  while (blank.test(characters[at] ?? "")) at += 1;
  return at;
}

function readToken(characters: readonly string[], at: number): Token {
  const first = characters[at];
  if (first === "(") return sign("open", first, at);
  if (first === ")") return sign("close", first, at);
  if (first === "-" && !/^[\s)]?$/.test(characters[at + 1] ?? "")) return sign("not", first, at);
  if (first === '"') return asTerm(characters, at, noField, readPhrase(characters, at));
  const name = readBare(characters, at, true);
  const colon = name.end;
  if (characters[colon] === ":" && isField(characters, name))
    return readField(characters, at, name.parts.join(""), colon);
  const bare = readBare(characters, at, false);
  const kind = keywords.get(characters.slice(at, bare.end).join(""));
  if (kind !== undefined) return { kind, at: at + 1, end: bare.end + 1, written: kind.toUpperCase() };
  return asTerm(characters, at, noField, bare);
}

const noField = { field: undefined, operator: undefined };

/** `12:30` and `https://…` are words, although they contain a colon. */
function isField(characters: readonly string[], { parts, end }: Read): boolean {
  const [name = ""] = parts;
  return parts.length === 1 && fieldName.test(name) && !(characters[end + 1] === "/" && characters[end + 2] === "/");
}

function readField(characters: readonly string[], at: number, field: string, colon: number): Token {
  const operator = operators.find((sign) => characters.slice(colon + 1, colon + 1 + sign.length).join("") === sign);
  const from = colon + 1 + (operator?.length ?? 0);
  const written = characters.slice(at, from).join("");
  const first = characters[from];
  if (first === "(" && operator === undefined) return { kind: "field", field, at: at + 1, end: from + 1, written };
  if (first === '"') return asTerm(characters, at, { field, operator }, readPhrase(characters, from));
  const read = readBare(characters, from, false);
  if (endsWord(first))
    read.mistake = { kind: "no-value", at: from + 1, message: `a value is missing after ${quoted(written)}` };
  return asTerm(characters, at, { field, operator }, read);
}

function sign(kind: "open" | "close" | "not", written: string, at: number): Token {
  return { kind, at: at + 1, end: at + 2, written };
}

function asTerm(
  characters: readonly string[],
  at: number,
  of: { field: string | undefined; operator: Operator | undefined },
  { parts, from, end, mistake }: Read,
): Token {
  const written = characters.slice(at, end).join("");
  const text = { parts, at: from + 1 };
  return { kind: "term", ...of, text, at: at + 1, end: end + 1, written, ...(mistake ? { mistake } : {}) };
}

interface Read {
  parts: string[];
  from: number;
  /** The index after it. */
  end: number;
  mistake?: Mistake;
}

function readBare(characters: readonly string[], from: number, untilColon: boolean): Read {
  const read: Read = { parts: [""], from, end: from };
  for (; !endsWord(characters[read.end]) && !(untilColon && characters[read.end] === ":"); read.end++) {
    if (characters[read.end] === "*") read.parts.push("");
    else read.parts.push(`${read.parts.pop()}${readCharacter(characters, read)}`);
  }
  return read;
}

function readPhrase(characters: readonly string[], from: number): Read {
  const read: Read = { parts: [""], from, end: from + 1 };
  let text = "";
  for (; characters[read.end] !== '"'; read.end++) {
    if (read.end >= characters.length) {
      const mistake: Mistake = { kind: "open-quote", at: from + 1, message: "this quote is never closed" };
      return { mistake, ...read, parts: [text], end: characters.length };
    }
    text += readCharacter(characters, read);
  }
  return { ...read, parts: [text], end: read.end + 1 };
}

/** The character at `end`, or the one that a backslash there escapes. */
function readCharacter(characters: readonly string[], read: Read): string {
  if (characters[read.end] !== "\\") return characters[read.end] ?? "";
  const escaped = characters[read.end + 1];
  if (escaped === undefined) {
    read.mistake = { kind: "open-escape", at: read.end + 2, message: 'a character is missing after "\\"' };
    return "";
  }
  read.end += 1;
  return escaped;
}

function endsWord(character: string | undefined): boolean {
  return (
    character === undefined || blank.test(character) || character === "(" || character === ")" || character === '"'
  );
}
