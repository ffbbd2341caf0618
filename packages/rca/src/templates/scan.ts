import { foldTokens } from "./fold.ts";
import { isHostName, maskWord, wildcard } from "./words.ts";

/** A part of a line: a word (which may be or hold a wildcard) or a punctuation mark. `space`: white space stands before it. */
export interface Token {
  readonly text: string;
  readonly word: boolean;
  readonly space: boolean;
}

const maxTokens = 120;
/** Before repeated parts are folded. */
const maxScanned = 600;

/** The tokens of a normalized line, with wildcards in the place of values. */
export const scan = (line: string): Token[] => {
  const text = maskSpans(line);
  const scanner: Scanner = { text, at: 0, space: false, tokens: [], closings: new Set(), nextClosing: new Map() };
  while (scanner.at < text.length && scanner.tokens.length < maxScanned) {
    if (!rules.some((rule) => rule(scanner))) scanner.at += 1;
  }
  return foldTokens(scanner.tokens).slice(0, maxTokens);
};

interface Scanner {
  readonly text: string;
  at: number;
  space: boolean;
  readonly tokens: Token[];
  /** Where quotes close that enclose text. */
  readonly closings: Set<number>;
  /** Where the next quote of a kind closes, so that the line is not searched again at each quote. */
  readonly nextClosing: Map<string, number>;
}

const month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*";
const day = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*";
const clock = "0:0(?::0)?(?:[.,]0)?(?:\\s?[AP]M)?";
const zone = "(?:Z\\b|\\s?[-+]0(?::0)?|\\s[A-Z]{3,4}(?=\\s0))?";

/** Values that are seen before words are: each becomes one wildcard. Digits are `0` here. Lines without the mark are not searched. */
const spans: readonly { readonly pattern: RegExp; readonly mark?: string }[] = [
  { pattern: /\b[0a-fA-F]{1,8}(?:-[0a-fA-F]{1,4}){3}-[0a-fA-F]{1,12}\b/g, mark: "-" },
  { pattern: /\b0(?:\.0){3}(?:[:/]0)?\b/g, mark: "0.0" },
  { pattern: /\b[a-zA-Z][a-zA-Z0+.-]*:\/\/[^\s"'<>()[\]{},;|]+/g, mark: "://" },
  { pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, mark: "@" },
  {
    pattern: new RegExp(
      `(?:\\b${day},?\\s+)?\\b0?[-/\\s]?${month}[-/\\s,]+0?(?:[-/\\s,:]+(?!${clock})0\\b)?(?:[\\s:,T]+${clock})?${zone}(?:\\s0\\b)?`,
      "g",
    ),
  },
  { pattern: new RegExp(`\\b0[-/.]0[-/.]0(?:[T\\s_-]+${clock})?${zone}`, "g"), mark: "0" },
  {
    pattern: /\b(?:[0a-fA-F]{1,4}:){3,}[0a-fA-F:]*(?:\/0)?|\b[0a-fA-F]{1,4}(?::[0a-fA-F]{1,4})*::[0a-fA-F:]*(?:\/0)?/g,
    mark: ":",
  },
  { pattern: new RegExp(`\\b${clock}${zone}`, "g"), mark: "0:0" },
  { pattern: /(?<![\w\\])(?:[A-Za-z]:\\|\\\\)[^\s"'<>|*?,;()]+/g, mark: "\\" },
  { pattern: /(?<![\w)\]\uE000.-])(?:~|\.{1,2})?\/[^\s"'<>()[\]{},;|=:?]*(?:\?[^\s"'<>()[\]{},;|]*)?/g, mark: "/" },
  { pattern: /(?<![\w.-])(?:[\w.-]+\/){2,}[\w.-]+/g, mark: "/" },
];

const maskSpans = (line: string): string =>
  spans.reduce(
    (text, { pattern, mark }) => (mark === undefined || text.includes(mark) ? text.replace(pattern, keepSpace) : text),
    line.replaceAll(wildcard, " "),
  );

/** A pattern may end in white space that separates the next word. */
const keepSpace = (found: string): string =>
  `${/^\s/.test(found) ? " " : ""}${wildcard}${/\s$/.test(found) ? " " : ""}`;

/** The words of these keys say what happened. All other values of `key=value` are variables. */
const tellingKeys = /^(?:msg|message|err|error|reason|cause|event|level|lvl|severity|exception|status_text|log)$/i;

const keyPattern = /[A-Za-z_][\w.-]*(?==(?!=))/y;
const spacePattern = /\s+/y;
/** A sign before a number belongs to it, unless it joins two words. */
const signPattern = /(?<![\p{L}\p{N}_)\]])[-+](?=0)/uy;
const wordPattern = /[\p{L}\p{M}\p{N}_$%@.\uE000][\p{L}\p{M}\p{N}_$%@.\-/\\+~&\uE000]*(?:::[\p{L}\p{N}_]+)*/uy;
const listPattern = /[[({]\s*(?:"[^"]*"|[^\s,[\](){}=:"']+)(?:\s*,\s*(?:"[^"]*"|[^\s,[\](){}=:"']+))+\s*[\])}]/y;
const objectPattern = /\[?\s*\{\s*"/y;
const productPattern = /^[\w.-]+\/0/;

const taken = (scanner: Scanner, pattern: RegExp): string | undefined => {
  pattern.lastIndex = scanner.at;
  return pattern.exec(scanner.text)?.[0];
};

const put = (scanner: Scanner, text: string, word: boolean, length: number) => {
  scanner.tokens.push({ text, word, space: scanner.space });
  scanner.space = false;
  scanner.at += length;
};

const readSpace = (scanner: Scanner): boolean => {
  const found = taken(scanner, spacePattern);
  if (found === undefined) return false;
  scanner.at += found.length;
  scanner.space = true;
  return true;
};

/** `[a, b, c]` and `{"a": 1}` are one value of any length. */
const readGroup = (scanner: Scanner): boolean => {
  const list = taken(scanner, listPattern);
  const end = list
    ? scanner.at + list.length
    : taken(scanner, objectPattern)
      ? balancedEnd(scanner.text, scanner.at)
      : -1;
  if (end === -1) return false;
  put(scanner, scanner.text[scanner.at] ?? "", false, 1);
  put(scanner, wildcard, true, 0);
  scanner.at = end - 1;
  if (closers.includes(scanner.text[scanner.at] ?? "")) put(scanner, scanner.text[scanner.at] ?? "", false, 1);
  else scanner.at = end;
  return true;
};

/** `key=value`: the key stays. */
const readPair = (scanner: Scanner): boolean => {
  const before = scanner.text[scanner.at - 1];
  const key = before !== undefined && /[\w.\-%]/.test(before) ? undefined : taken(scanner, keyPattern);
  if (key === undefined) return false;
  put(scanner, maskWord(key), true, key.length);
  put(scanner, "=", false, 1);
  const quote = quotes.find((mark) => mark === scanner.text[scanner.at]);
  if (tellingKeys.test(key)) {
    if (quote !== undefined) openQuote(scanner, quote, scanner.text.indexOf(quote, scanner.at + 1));
    return true;
  }
  const end = quote === undefined ? valueEnd(scanner.text, scanner.at) : afterQuote(scanner.text, scanner.at, quote);
  put(scanner, wildcard, true, end - scanner.at);
  return true;
};

const quotes = ['"', "'", "`"] as const;

/** A quoted word is a value. Quoted sentences are text, but for the name and version of a program. */
const readQuoted = (scanner: Scanner): boolean => {
  const quote = quotes.find((mark) => mark === scanner.text[scanner.at]);
  if (quote === undefined) return false;
  if (scanner.closings.has(scanner.at)) {
    put(scanner, quote, false, 1);
    return true;
  }
  const end = closingIn(scanner, quote);
  if (end === -1) {
    put(scanner, quote, false, 1);
    return true;
  }
  const inner = scanner.text.slice(scanner.at + 1, end);
  if (/\s/.test(inner.trim()) && !productPattern.test(inner)) {
    openQuote(scanner, quote, end);
    return true;
  }
  put(scanner, quote, false, 1);
  put(scanner, wildcard, true, inner.length);
  put(scanner, quote, false, 1);
  return true;
};

const openQuote = (scanner: Scanner, quote: string, end: number) => {
  if (end !== -1) scanner.closings.add(end);
  put(scanner, quote, false, 1);
};

/** The closing quote of the one at which the scanner is; -1 when it is none or has none. */
const closingIn = ({ text, at, nextClosing }: Scanner, quote: string): number => {
  if (isApostrophe(text, at, quote)) return -1;
  const known = nextClosing.get(quote);
  if (known !== undefined && (known === -1 || known > at)) return known;
  const end = closingQuote(text, at, quote);
  nextClosing.set(quote, end);
  return end;
};

/** An apostrophe inside a word is no quote. */
const isApostrophe = (text: string, at: number, quote: string): boolean =>
  quote === "'" && /\w/.test(text[at - 1] ?? "");

const closingQuote = (text: string, at: number, quote: string): number => {
  if (isApostrophe(text, at, quote)) return -1;
  let end = text.indexOf(quote, at + 1);
  while (end !== -1 && (text[end - 1] === "\\" || (quote === "'" && /\w/.test(text[end + 1] ?? "")))) {
    end = text.indexOf(quote, end + 1);
  }
  return end;
};

const afterQuote = (text: string, at: number, quote: string): number => {
  const end = closingQuote(text, at, quote);
  return end === -1 ? text.length : end + 1;
};

const openers = "([{";
const closers = ")]}";

/** A value ends at white space or punctuation that its own brackets do not enclose. */
const valueEnd = (text: string, from: number): number => {
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (openers.includes(character)) at = balancedEnd(text, at);
    else if (/[\s,;|"']/.test(character) || closers.includes(character)) return at;
    else at += 1;
  }
  return text.length;
};

const balancedEnd = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (openers.includes(character)) depth += 1;
    else if (closers.includes(character)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
};

const readWord = (scanner: Scanner): boolean => {
  scanner.at += taken(scanner, signPattern)?.length ?? 0;
  const found = taken(scanner, wordPattern);
  if (found === undefined) return false;
  const word = found.replace(/[.\-!?&~+/\\]+$/, "");
  if (word === "" || word === ".") return false;
  const last = scanner.tokens.at(-1);
  // `key = value`.
  const isValue = last?.text === "=" && last.space && scanner.space;
  put(scanner, isValue || isHostName(word) ? wildcard : maskWord(word), true, word.length);
  return true;
};

const readMark = (scanner: Scanner): boolean => {
  const mark = String.fromCodePoint(scanner.text.codePointAt(scanner.at) ?? 32);
  put(scanner, mark, false, mark.length);
  return true;
};

const rules = [readSpace, readGroup, readPair, readQuoted, readWord, readMark];
