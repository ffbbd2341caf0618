import { type Token, tokensOf } from "./lexer.ts";
import { offsetOf } from "./problem.ts";
import type { Operator } from "./syntax.ts";

/** A completion at the cursor. `from` is the UTF-16 offset of the typed text. */
export type Completion =
  /** A field name or a keyword: AND and OR only after a term. */
  | { kind: "term"; from: number; typed: string; afterTerm: boolean }
  /** A value of `field`, or an operator before it. */
  | { kind: "value"; from: number; typed: string; field: string; operator: Operator | undefined; phrase: boolean };

/** The completion at an offset; undefined inside a phrase without a field, and after a finished phrase. */
export function completionAt(q: string, offset: number): Completion | undefined {
  const typed = q.slice(0, offset);
  const tokens = tokensOf(typed);
  const last = tokens.at(-1);
  const end = [...typed].length + 1;
  const isTyping = last !== undefined && last.end === end && !["open", "close", "field"].includes(last.kind);
  const before = isTyping ? tokens.slice(0, -1) : tokens;
  const field = fieldAround(before);
  if (!isTyping || last.written === "-") return blankAt(offset, before, field);
  if (last.kind !== "term") return begun(typed, last, before, field);
  return last.field === undefined ? begun(typed, last, before, field) : valueIn(typed, last, last.field);
}

function blankAt(from: number, before: readonly Token[], field: string | undefined): Completion {
  return field === undefined
    ? { kind: "term", from, typed: "", afterTerm: endsTerm(before.at(-1)) }
    : { kind: "value", from, typed: "", field, operator: undefined, phrase: false };
}

/** A word or phrase without a field. */
function begun(q: string, token: Token, before: readonly Token[], field: string | undefined): Completion | undefined {
  if (field !== undefined) return valueIn(q, token, field);
  if (token.written.startsWith('"')) return undefined;
  return { kind: "term", from: offsetOf(q, token.at), typed: token.written, afterTerm: endsTerm(before.at(-1)) };
}

function valueIn(q: string, token: Token, field: string): Completion | undefined {
  const at = token.kind === "term" ? token.text.at : token.at;
  const written = [...token.written].slice(at - token.at).join("");
  const phrase = written.startsWith('"');
  if (phrase && token.mistake === undefined) return undefined;
  return {
    kind: "value",
    from: offsetOf(q, at),
    typed: phrase ? written.slice(1) : written,
    field,
    operator: token.kind === "term" ? token.operator : undefined,
    phrase,
  };
}

/** The field whose brackets are open here: `level:(error OR |`. */
function fieldAround(tokens: readonly Token[]): string | undefined {
  const open: (string | undefined)[] = [];
  let next: string | undefined;
  for (const token of tokens) {
    if (token.kind === "open") open.push(next ?? open.at(-1));
    if (token.kind === "close") open.pop();
    next = token.kind === "field" ? token.field : undefined;
  }
  return open.at(-1);
}

function endsTerm(token: Token | undefined): boolean {
  return token?.kind === "term" || token?.kind === "close";
}
