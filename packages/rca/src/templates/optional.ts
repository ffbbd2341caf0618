import { bareOf, byLength, closing, textOf } from "./bare.ts";
import type { Constants } from "./constants.ts";
import { groupedParts, joined, type Part, type Steps } from "./part.ts";
import type { Token } from "./scan.ts";
import { wildcard } from "./words.ts";

/** Merges parts that differ only in what one pair of brackets or quotes encloses, if there are many different texts. */
export function* mergeEnclosed(parts: readonly Part[], { plain }: Constants): Steps<Part[]> {
  let current = [...parts];
  for (let pair = 0; pair < maxPairs; pair += 1) {
    const groups = yield* groupedParts(current, ({ tokens }) => textOf(withoutPair(tokens, pair) ?? tokens));
    current = groups.flatMap((group) => {
      const tokens = group[0]?.tokens ?? [];
      const isOne = group.length >= plain && (bareOf(tokens)?.split(" ").length ?? 0) >= minWords;
      return isOne ? [joined(group, withoutPair(tokens, pair))] : group;
    });
  }
  return current;
}

/** Merges a part with one that has the same words and besides `(words)` or `, 3 words`, if there is only one such text. */
export function* mergeOptional(parts: readonly Part[]): Steps<Part[]> {
  const groups = yield* groupedParts(parts, ({ tokens }) => keyOf(tokens));
  return groups.flatMap((group) => {
    if (group.length === 1) return group;
    const hasPlain = group.some(({ tokens }) => !hasOptional(tokens));
    const texts = new Set(group.map(({ tokens }) => bareOf(tokens)));
    return hasPlain && texts.size === 2 ? [joined(group.toSorted(byLength))] : group;
  });
}

const keyOf = (tokens: readonly Token[]): string => {
  const words = bareOf(withoutOptional(tokens));
  return words !== undefined && words.split(" ").length >= minWords ? words : textOf(tokens);
};

const maxPairs = 4;
const minWords = 2;

const hasOptional = (tokens: readonly Token[]): boolean => withoutOptional(tokens).length < tokens.length;

/** Without brackets around words, and without what a comma leads that has a value and a word. */
const withoutOptional = (tokens: readonly Token[]): Token[] => {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const end = token.text === "(" && at > 0 ? tokens.findIndex(({ text }, place) => place > at && text === ")") : -1;
    if (end !== -1) at = end;
    else if (token.text === "," && isClause(tokens.slice(at + 1))) break;
    else kept.push(token);
  }
  return kept;
};

const maxClause = 3;

/** A value with one word or two, at the end of a line. */
const isClause = (tokens: readonly Token[]): boolean =>
  tokens.length <= maxClause &&
  tokens.every(({ word }) => word) &&
  tokens.some(({ text }) => text === wildcard) &&
  tokens.some(({ text }) => text !== wildcard);

/** The tokens with a wildcard in the n-th pair of brackets or quotes; undefined without such a pair. */
const withoutPair = (tokens: readonly Token[], pair: number): Token[] | undefined => {
  let seen = -1;
  for (let at = 0; at < tokens.length; at += 1) {
    const close = closing[tokens[at]?.text ?? ""];
    if (close === undefined) continue;
    const end = tokens.findIndex(({ text }, place) => place > at && text === close);
    if (end === -1) continue;
    seen += 1;
    if (seen === pair)
      return [...tokens.slice(0, at + 1), { text: wildcard, word: true, space: false }, ...tokens.slice(end)];
    at = end;
  }
  return undefined;
};
