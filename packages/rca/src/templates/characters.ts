import { wildcard } from "./words.ts";

/** Classes of characters by their code, because a pattern at each place of each line costs most of the time. */
const space = 1;
const wordStart = 2;
const wordPart = 4;
const keyStart = 8;
const keyPart = 16;

const classes = new Uint8Array(128);
const add = (characters: string, kind: number) => {
  for (const character of characters) classes[character.charCodeAt(0)] = (classes[character.charCodeAt(0)] ?? 0) | kind;
};
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const digits = "0123456789";
add(" \t\n\r\v\f", space);
add(`${letters}${digits}_$%@.`, wordStart | wordPart);
add("-/\\+~&", wordPart);
add(`${letters}_`, keyStart);
add(`${letters}${digits}_.-`, keyPart);

const otherSpace = /\s/;
const otherWord = /^[\p{L}\p{M}\p{N}]/u;

const is = (code: number, kind: number): boolean => code < 128 && ((classes[code] ?? 0) & kind) !== 0;

export const isSpace = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < 128 ? is(code, space) : otherSpace.test(text.charAt(at));
};

/** How long the word character at a place is: 0 if it is none, 2 outside the basic plane. */
const wordLength = (text: string, at: number, kind: number): number => {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return 0;
  if (code < 128) return is(code, kind) ? 1 : 0;
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return character === wildcard || otherWord.test(character) ? character.length : 0;
};

export const isWordStart = (text: string, at: number): boolean => wordLength(text, at, wordStart) > 0;

/** Where the word ends that begins at `from`. `::` between letters belongs to it. */
export const wordEnd = (text: string, from: number): number => {
  let at = from;
  for (;;) {
    const length = wordLength(text, at, wordPart);
    if (length > 0) at += length;
    else if (text.startsWith("::", at) && otherName.test(text.charAt(at + 2))) at += 2;
    else return at;
  }
};

const otherName = /[\p{L}\p{N}_]/u;
const trailing = ".-!?&~+/\\";

/** Without the marks at the end of a word. */
export const trimmedEnd = (text: string, from: number, to: number): number => {
  let end = to;
  while (end > from && trailing.includes(text.charAt(end - 1))) end -= 1;
  return end;
};

/** A sign before a number belongs to it, unless it joins two words. */
export const isSign = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if ((code !== minus && code !== plus) || text.charCodeAt(at + 1) !== zero) return false;
  if (at === 0) return true;
  const before = text.charAt(at - 1);
  return before !== ")" && before !== "]" && !otherName.test(before);
};

const [minus, plus, zero, equals] = [45, 43, 48, 61];

/** A letter that no word, dot or dash precedes. */
export const isKeyStart = (text: string, at: number): boolean => {
  if (!is(text.charCodeAt(at), keyStart)) return false;
  const before = at === 0 ? 0 : text.charCodeAt(at - 1);
  return !is(before, keyPart) && before !== percent;
};

const percent = 37;

/** Where the key of `key=value` ends; -1 if it is none. */
export const keyEnd = (text: string, from: number): number => {
  let at = from;
  while (is(text.charCodeAt(at), keyPart)) at += 1;
  return text.charCodeAt(at) === equals && text.charCodeAt(at + 1) !== equals ? at : -1;
};
