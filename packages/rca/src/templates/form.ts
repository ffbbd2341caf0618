import { jsonText } from "./json-message.ts";
import { leadingLine, normalize } from "./normalize.ts";
import { scan, type Token } from "./scan.ts";
import { wildcard } from "./words.ts";

/** What a line is without its values. Lines of the same form differ only in values. */
export interface Form {
  readonly tokens: readonly Token[];
  /** The form as text, with `<*>` for each value. */
  readonly text: string;
  readonly id: string;
}

export const formOf = (text: string): Form => {
  const line = leadingLine(normalize(text));
  const message = jsonText(line);
  return formFrom(scan(message === undefined ? line : leadingLine(message)));
};

/** Remembers forms by normalized line, because most lines differ only in numbers. */
export const rememberForms = (max: number): ((text: string) => Form) => {
  const forms = new Map<string, Form>();
  return (text) => {
    const line = normalize(text);
    const known = forms.get(line);
    if (known !== undefined) return known;
    if (forms.size >= max) forms.clear();
    const form = formOf(line);
    forms.set(line, form);
    return form;
  };
};

export const formFrom = (tokens: readonly Token[]): Form => {
  const text = textOf(tokens);
  return { tokens, text, id: hash(text) };
};

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

const textOf = (tokens: readonly Token[]): string =>
  tokens
    .map((token, index) => `${token.space && index > 0 ? " " : ""}${token.text}`)
    .join("")
    .replaceAll(wildcard, "<*>");

/** FNV-1a twice, from two offsets: 64 bits that stay the same between processes and releases. */
const hash = (text: string): string => {
  let low = 0x811c9dc5;
  let high = 0x01000193;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + index), 0x85ebca6b);
    high ^= high >>> 13;
  }
  return [low, high].map((part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
};
