import { type Operator, operators, quoted, type Text, wrong } from "./syntax.ts";

/** A piece of the search with its place: `at` counts from 1, `end` is the place behind it. */
export type Token = { at: number; end: number; written: string } & (
  | { kind: "open" | "close" | "and" | "or" | "not" }
  /** `level:` in front of a bracket. */
  | { kind: "field"; field: string }
  | { kind: "term"; field: string | undefined; operator: Operator | undefined; text: Text }
);

// A Map: as keys of an object, words like `valueOf` would be found too.
const words: ReadonlyMap<string, "and" | "or" | "not"> = new Map([
  ["AND", "and"],
  ["OR", "or"],
  ["NOT", "not"],
]);
const fieldName = /^[\p{L}_@][\p{L}\p{N}_.@/-]*$/u;
const blank = /\s/;

export function tokensOf(q: string): Token[] {
  // By code points, so that a place is what a person would count.
  const characters = [...q];
  const tokens: Token[] = [];
  let at = nextWritten(characters, 0);
  while (at < characters.length) {
    const token = readToken(characters, at);
    tokens.push(token);
    at = nextWritten(characters, token.end - 1);
  }
  return tokens;
}

function nextWritten(characters: readonly string[], from: number): number {
  let at = from;
  while (blank.test(characters[at] ?? "")) at += 1;
  return at;
}

function readToken(characters: readonly string[], at: number): Token {
  const first = characters[at];
  if (first === "(") return sign("open", first, at);
  if (first === ")") return sign("close", first, at);
  if (first === "-" && !/^[\s)]?$/.test(characters[at + 1] ?? "")) return sign("not", first, at);
  if (first === '"')
    return asTerm(characters, at, { field: undefined, operator: undefined }, readPhrase(characters, at));
  const name = readBare(characters, at, true);
  const colon = name.end;
  if (characters[colon] === ":" && isField(characters, name))
    return readField(characters, at, name.parts.join(""), colon);
  const bare = readBare(characters, at, false);
  const kind = words.get(characters.slice(at, bare.end).join(""));
  if (kind !== undefined) return { kind, at: at + 1, end: bare.end + 1, written: kind.toUpperCase() };
  return asTerm(characters, at, { field: undefined, operator: undefined }, bare);
}

/** `12:30` and `https://…` are words, though they have a colon. */
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
  if (endsWord(first)) wrong(from + 1, `a value is missing after ${quoted(written)}`);
  return asTerm(characters, at, { field, operator }, readBare(characters, from, false));
}

function sign(kind: "open" | "close" | "not", written: string, at: number): Token {
  return { kind, at: at + 1, end: at + 2, written };
}

function asTerm(
  characters: readonly string[],
  at: number,
  of: { field: string | undefined; operator: Operator | undefined },
  { parts, from, end }: Read,
): Token {
  const written = characters.slice(at, end).join("");
  return { kind: "term", ...of, text: { parts, at: from + 1 }, at: at + 1, end: end + 1, written };
}

interface Read {
  parts: string[];
  from: number;
  /** The index behind it. */
  end: number;
}

function readBare(characters: readonly string[], from: number, untilColon: boolean): Read {
  const parts = [""];
  let at = from;
  for (; !endsWord(characters[at]) && !(untilColon && characters[at] === ":"); at++) {
    if (characters[at] === "*") parts.push("");
    else parts.push(`${parts.pop()}${characters[at] === "\\" ? escaped(characters, ++at) : characters[at]}`);
  }
  return { parts, from, end: at };
}

function readPhrase(characters: readonly string[], from: number): Read {
  let text = "";
  let at = from + 1;
  for (; characters[at] !== '"'; at++) {
    if (at >= characters.length) wrong(from + 1, "a quote opens that is never closed");
    text += characters[at] === "\\" ? escaped(characters, ++at) : characters[at];
  }
  return { parts: [text], from, end: at + 1 };
}

function escaped(characters: readonly string[], at: number): string {
  return characters[at] ?? wrong(at + 1, 'a character is missing after "\\"');
}

function endsWord(character: string | undefined): boolean {
  return (
    character === undefined || blank.test(character) || character === "(" || character === ")" || character === '"'
  );
}
