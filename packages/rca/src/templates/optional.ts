import { bareOf, byLength, closing, textOf } from "./bare.ts";
import type { Constants } from "./constants.ts";
import { grouped } from "./grouped.ts";
import { joined, type Part } from "./part.ts";
import type { Token } from "./scan.ts";
import { wildcard } from "./words.ts";

/** Merges parts that differ only in what one pair of brackets or quotes encloses, if there are many different texts. */
export const mergeEnclosed = (parts: readonly Part[], { plain }: Constants): Part[] => {
  let current = [...parts];
  for (let pair = 0; pair < maxPairs; pair += 1) {
    current = [...grouped(current, ({ tokens }) => textOf(withoutPair(tokens, pair) ?? tokens)).values()].flatMap(
      (group) => {
        if (group.length < plain || (bareOf(group[0]?.tokens ?? [])?.split(" ").length ?? 0) < minWords) return group;
        return [joined(group, withoutPair(group[0]?.tokens ?? [], pair))];
      },
    );
  }
  return current;
};

/** Merges a part with one that has the same words and besides `(words)` or `, 3 words`, if there is only one such text. */
export const mergeOptional = (parts: readonly Part[]): Part[] =>
  [...grouped(parts, ({ tokens }) => keyOf(tokens)).values()].flatMap((group) => {
    const plain = group.filter(({ tokens }) => !hasOptional(tokens));
    const more = new Set(group.map(({ tokens }) => bareOf(tokens)));
    return plain.length > 0 && more.size === 2 ? [joined(group.toSorted(byLength))] : group;
  });

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
