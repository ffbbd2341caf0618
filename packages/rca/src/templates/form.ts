import { jsonText } from "./json-message.ts";
import { leadingLine, normalize, normalizedHash } from "./normalize.ts";
import { scan, type Token } from "./scan.ts";
import { wildcard } from "./words.ts";

/** What a line is without its values. Lines of the same form differ only in values. */
export interface Form {
  readonly tokens: readonly Token[];
  /** The form as text, with `<*>` for each value. */
  readonly text: string;
  readonly id: string;
}

export const formOf = (text: string): Form => formFrom(lineTokens(text));

const lineTokens = (text: string): Token[] => {
  const line = leadingLine(normalize(text));
  const message = jsonText(line);
  return scan(message === undefined ? line : leadingLine(message));
};

/**
 * Remembers the forms of the last lines without their numbers, because most lines differ only in numbers. Lines of one form share one object,
 * so that lines that differ in names do not keep their tokens.
 */
export const rememberForms = (max: number): ((text: string) => Form) => {
  const hashes = new Float64Array(slots);
  const forms: (Form | undefined)[] = new Array(slots);
  let [shared, older] = [new Map<string, Form>(), new Map<string, Form>()];
  const formBy = (text: string): Form => {
    const tokens = lineTokens(text);
    const id = hashOf(tokens);
    const known = shared.get(id);
    if (known !== undefined) return known;
    if (shared.size >= max) [older, shared] = [shared, new Map()];
    const form = older.get(id) ?? formFrom(tokens);
    shared.set(id, form);
    return form;
  };
  return (text) => {
    const hash = normalizedHash(text);
    const slot = hash & (slots - 1);
    const known = hashes[slot] === hash ? forms[slot] : undefined;
    if (known !== undefined) return known;
    const form = formBy(text);
    hashes[slot] = hash;
    forms[slot] = form;
    return form;
  };
};

/** A power of two. */
const slots = 8192;

export const formFrom = (tokens: readonly Token[]): Form => ({ tokens, text: textOf(tokens), id: hashOf(tokens) });

/** Two forms can be one template only if all but their words is alike. */
export const shapeOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => `${token.space ? " " : ""}${token.word ? "w" : token.text}`).join("");

/** The texts that every line of these tokens has: runs of constant words with what stands between them. */
export const phrasesOf = (tokens: readonly Token[]): string[] => {
  const runs: Token[][] = [[]];
  for (const token of tokens) {
    if (token.text.includes(wildcard)) runs.push([]);
    else runs.at(-1)?.push(token);
  }
  return runs
    .map((run) => textOf(run).replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""))
    .filter((phrase) => /\p{L}{2}/u.test(phrase));
};

const textOf = (tokens: readonly Token[]): string => {
  let text = "";
  for (const token of tokens) text += token.space && text !== "" ? ` ${token.text}` : token.text;
  return text.includes(wildcard) ? text.replaceAll(wildcard, "<*>") : text;
};

/** FNV-1a twice over the text, from two offsets: 64 bits that stay the same between processes and releases. */
const hashOf = (tokens: readonly Token[]): string => {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  let index = 0;
  const add = (code: number) => {
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + index), 0x85ebca6b);
    high ^= high >>> 13;
    index += 1;
  };
  const addWildcard = () => {
    add(60);
    add(42);
    add(62);
  };
  for (const { text, space } of tokens) {
    if (space && index > 0) add(32);
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === wildcardCode) addWildcard();
      else add(code);
    }
  }
  return eightDigits(low) + eightDigits(high);
};

const eightDigits = (part: number): string => (part >>> 0).toString(16).padStart(8, "0");

const wildcardCode = wildcard.charCodeAt(0);
