import { type Token, tokensOf } from "./lexer.ts";
import { offsetOf } from "./problem.ts";

export type HighlightKind = "field" | "operator" | "keyword" | "bracket" | "phrase" | "word";

/** A part of the query that has one color, in UTF-16 offsets from 0. */
interface Highlight {
  kind: HighlightKind;
  from: number;
  to: number;
}

/** The colored parts of a query in order. An unfinished query has them too. */
export function highlightsOf(q: string): Highlight[] {
  return tokensOf(q).flatMap((token) =>
    partsOf(token)
      .map(({ kind, at, end }) => ({ kind, from: offsetOf(q, at), to: offsetOf(q, end) }))
      .filter(({ from, to }) => from < to),
  );
}

interface Part {
  kind: HighlightKind;
  at: number;
  end: number;
}

function partsOf(token: Token): Part[] {
  const { at, end } = token;
  switch (token.kind) {
    case "open":
    case "close":
      return [{ kind: "bracket", at, end }];
    case "and":
    case "or":
      return [{ kind: "keyword", at, end }];
    case "not":
      return [{ kind: token.written === "-" ? "operator" : "keyword", at, end }];
    case "field":
      return nameParts(token, end);
    case "term": {
      const value: Part = { kind: isPhrase(token) ? "phrase" : "word", at: token.text.at, end };
      return token.field === undefined ? [value] : [...nameParts(token, token.text.at), value];
    }
  }
}

/** `level:>=` up to `end`: the name, then the colon with its operator. */
function nameParts({ at, written }: Token, end: number): Part[] {
  const colon = at + [...written].indexOf(":");
  return [
    { kind: "field", at, end: colon },
    { kind: "operator", at: colon, end },
  ];
}

function isPhrase({ at, written, text }: Token & { kind: "term" }): boolean {
  return [...written][text.at - at] === '"';
}
