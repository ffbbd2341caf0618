import { groupedParts, joined, type Part, type Steps } from "./part.ts";
import type { Token } from "./scan.ts";
import { wildcard } from "./words.ts";

/**
 * Merges parts that have the same words between their values: lists of other lengths, empty values, and parts in brackets that only some lines
 * have. The template has the text of the shortest one.
 */
export function* mergeBare(parts: readonly Part[]): Steps<Part[]> {
  const groups = yield* groupedParts(parts, ({ tokens }) => bareOf(tokens) ?? textOf(tokens));
  return groups.map((group) => joined(group.toSorted(byLength)));
}

/** Merges parts that have the same words but other keys of `key=value`. */
export function* mergeKeyed(parts: readonly Part[]): Steps<Part[]> {
  const groups = yield* groupedParts(parts, ({ tokens }) => keylessOf(tokens) ?? textOf(tokens));
  return groups.map((group) => joined(group.toSorted(byLength)));
}

/** The constant words. Undefined if there is none to know a statement by. */
export const bareOf = (tokens: readonly Token[]): string | undefined => {
  const words = tokens.filter((token, place) => isConstant(token, place, tokens)).map(({ text }) => text);
  return words.some((text) => /\p{L}{2}/u.test(text)) ? words.join(" ") : undefined;
};

const keylessOf = (tokens: readonly Token[]): string | undefined => {
  const from = tokens.findIndex((_, place) => isKey(tokens, place));
  if (from === -1) return undefined;
  const words = tokens.filter(
    (token, place) =>
      isConstant(token, place, tokens) && !isKey(tokens, place) && !(place > from && isFlag.test(token.text)),
  );
  return words.filter(({ text }) => /\p{L}{2}/u.test(text)).length < minWords
    ? undefined
    : `${words.map(({ text }) => text).join(" ")}=`;
};

const minWords = 2;
/** `DF` between `ID=1` and `PROTO=TCP`. */
const isFlag = /^[A-Z]{2,5}$/;

const isKey = (tokens: readonly Token[], place: number): boolean =>
  tokens[place]?.word === true && tokens[place + 1]?.text === "=";

const isConstant = ({ text, word }: Token, place: number, tokens: readonly Token[]): boolean =>
  word && text !== wildcard && !(units.has(text) && tokens[place - 1]?.text === wildcard);

const units = new Set(
  (
    "s sec secs second seconds ms us µs ns m min mins minute minutes h hour hours d day days B kB KB MB GB TB KiB MiB GiB k K M G C " +
    "EUR USD GBP CHF JPY CNY INR SEK NOK DKK PLN CZK CAD AUD BRL"
  ).split(" "),
);

const hasEmptyBrackets = (tokens: readonly Token[]): boolean =>
  tokens.some(({ text }, place) => closing[text] !== undefined && tokens[place + 1]?.text === closing[text]);
export const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", "<": ">", '"': '"', "'": "'" };

export const textOf = (tokens: readonly Token[]): string => tokens.map(({ text }) => text).join(" ");

export const byLength = ({ tokens: one }: Part, { tokens: other }: Part): number =>
  Number(hasEmptyBrackets(one)) - Number(hasEmptyBrackets(other)) ||
  one.length - other.length ||
  (textOf(one) < textOf(other) ? -1 : 1);
