import { isKeyStart, isSign, isSpace, isWordStart, keyEnd, trimmedEnd, wordEnd } from "./characters.ts";
import { foldTokens } from "./fold.ts";
import { maskedWord, maskWord, wildcard } from "./words.ts";

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
    readNext(scanner);
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

const months = new Set("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" "));
const hasMonth = (text: string): boolean => {
  for (let at = 0; at < text.length - 2; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 64 && code < 84 && months.has(text.slice(at, at + 3))) return true;
  }
  return false;
};

/** An address has three colons or two beside each other. */
const hasColons = (text: string): boolean => {
  let colons = 0;
  for (let at = text.indexOf(":"); at !== -1; at = text.indexOf(":", at + 1)) {
    colons += 1;
    if (colons > 2 || text[at + 1] === ":") return true;
  }
  return false;
};

/** Values that are seen before words are: each becomes one wildcard. Digits are `0` here. Lines without the mark are not searched. */
const spans: readonly {
  readonly pattern: RegExp;
  readonly mark?: string;
  readonly applies?: (text: string) => boolean;
}[] = [
  { pattern: /\b[0a-fA-F]{1,8}(?:-[0a-fA-F]{1,4}){3}-[0a-fA-F]{1,12}\b/g, mark: "-" },
  { pattern: /\b0(?:\.0){3}(?:[:/]0)?\b/g, mark: "0.0" },
  { pattern: /\b[a-zA-Z][a-zA-Z0+.-]*:\/\/[^\s"'<>()[\]{},;|]+/g, mark: "://" },
  { pattern: /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, mark: "@" },
  {
    pattern: new RegExp(
      `(?:\\b${day},?\\s+)?\\b0?[-/\\s]?${month}[-/\\s,]+0?(?:[-/\\s,:]+(?!${clock})0\\b)?(?:[\\s:,T]+${clock})?${zone}(?:\\s0\\b)?`,
      "g",
    ),
    applies: hasMonth,
  },
  { pattern: new RegExp(`\\b0[-/.]0[-/.]0(?:[T\\s_-]+${clock})?${zone}`, "g"), mark: "0" },
  {
    pattern: /\b(?:[0a-fA-F]{1,4}:){3,}[0a-fA-F:]*(?:\/0)?|\b[0a-fA-F]{1,4}(?::[0a-fA-F]{1,4})*::[0a-fA-F:]*(?:\/0)?/g,
    mark: ":",
    applies: hasColons,
  },
  { pattern: new RegExp(`\\b${clock}${zone}`, "g"), mark: "0:0" },
  { pattern: /(?<![\w\\])(?:[A-Za-z]:\\|\\\\)[^\s"'<>|*?,;()]+/g, mark: "\\" },
  { pattern: /(?<![\w)\]\uE000.-])(?:~|\.{1,2})?\/[^\s"'<>()[\]{},;|:]*/g, mark: "/" },
  { pattern: /(?<![\w.-])(?:[\w.-]+\/){2,}[\w.-]+/g, mark: "/" },
];

const maskSpans = (line: string): string =>
  spans.reduce(
    (text, { pattern, mark, applies }) =>
      (mark === undefined || text.includes(mark)) && applies?.(text) !== false
        ? text.replace(pattern, keepSpace)
        : text,
    line.includes(wildcard) ? line.replaceAll(wildcard, " ") : line,
  );

/** A pattern may end in white space that separates the next word. */
const keepSpace = (found: string): string =>
  `${/^\s/.test(found) ? " " : ""}${wildcard}${/\s$/.test(found) ? " " : ""}`;

/** The words of these keys say what happened. All other values of `key=value` are variables. */
const tellingKeys = /^(?:msg|message|err|error|reason|cause|event|level|lvl|severity|exception|status_text|log)$/i;

const listPattern = /[[({]\s*(?:"[^"]*"|[^\s,[\](){}=:"']+)(?:\s*,\s*(?:"[^"]*"|[^\s,[\](){}=:"']+))+\s*[\])}]/y;
const objectPattern = /\[?\s*\{\s*"/y;
const productPattern = /^[\w.-]+\/0/;

const put = (scanner: Scanner, text: string, word: boolean, length: number) => {
  scanner.tokens.push({ text, word, space: scanner.space });
  scanner.space = false;
  scanner.at += length;
};

/** `[a, b, c]` and `{"a": 1}` are one value of any length. */
const readGroup = (scanner: Scanner): boolean => {
  const end = groupEnd(scanner.text, scanner.at);
  if (end === -1) return false;
  put(scanner, scanner.text[scanner.at] ?? "", false, 1);
  put(scanner, wildcard, true, 0);
  scanner.at = end - 1;
  if (closers.includes(scanner.text[scanner.at] ?? "")) put(scanner, scanner.text[scanner.at] ?? "", false, 1);
  else scanner.at = end;
  return true;
};

const groupEnd = (text: string, at: number): number => {
  listPattern.lastIndex = at;
  const list = listPattern.exec(text)?.[0];
  if (list !== undefined) return at + list.length;
  objectPattern.lastIndex = at;
  return objectPattern.test(text) ? balancedEnd(text, at) : -1;
};

/** `key=value`: the key stays. */
const readPair = (scanner: Scanner): boolean => {
  const end = keyEnd(scanner.text, scanner.at);
  if (end === -1) return false;
  const key = scanner.text.slice(scanner.at, end);
  return readValue(scanner, key);
};

const readValue = (scanner: Scanner, key: string): boolean => {
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
  const quote = scanner.text[scanner.at] ?? "";
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

const valueEnds = new Set(" \t\n\r\v\f,;|\"'\u00a0\ufeff");
const openers = "([{";
const closers = ")]}";

/** A value ends at white space or punctuation that its own brackets do not enclose. */
const valueEnd = (text: string, from: number): number => {
  let at = from;
  while (at < text.length) {
    const character = text[at] ?? "";
    if (openers.includes(character)) at = balancedEnd(text, at);
    else if (valueEnds.has(character) || closers.includes(character)) return at;
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

const readWord = (scanner: Scanner, start: number): boolean => {
  const found = wordEnd(scanner.text, start);
  const end = trimmedEnd(scanner.text, start, found);
  if (end === start || (end === start + 1 && scanner.text[start] === ".")) return false;
  const word = scanner.text.slice(start, end);
  const last = scanner.tokens.at(-1);
  // `key = value`.
  const isValue = last?.text === "=" && last.space && scanner.space;
  scanner.at = start;
  put(scanner, isValue ? wildcard : maskedWord(word), true, word.length);
  return true;
};

const readMark = (scanner: Scanner) => {
  const mark = String.fromCodePoint(scanner.text.codePointAt(scanner.at) ?? 32);
  put(scanner, mark, false, mark.length);
};

/** Reads what begins at the place of the scanner. */
const readNext = (scanner: Scanner) => {
  const { text, at } = scanner;
  if (isSpace(text, at)) {
    scanner.at += 1;
    scanner.space = true;
    return;
  }
  const character = text[at] ?? "";
  if (openers.includes(character)) {
    if (!readGroup(scanner)) readMark(scanner);
    return;
  }
  if (character === '"' || character === "'" || character === "`") {
    if (!readQuoted(scanner)) readMark(scanner);
    return;
  }
  if (isKeyStart(text, at) && readPair(scanner)) return;
  const start = isSign(text, at) ? at + 1 : at;
  if (!isWordStart(text, start) || !readWord(scanner, start)) readMark(scanner);
};
