import type { Token } from "./scan.ts";
import { introductions, wildcard } from "./words.ts";

/** Lists of any length become one value, and parts that repeat become one part. */
export const foldTokens = (tokens: readonly Token[]): Token[] => {
  const folded = foldRepeats(joinValues(tokens));
  const masked = folded.some(isComma) ? maskLists(folded) : folded;
  return masked.length === folded.length ? folded : foldRepeats(joinValues(masked));
};

const isComma = ({ text }: Token): boolean => text === ",";

const joins = new Set([",", ":", ";", "-", "/", ".", "|", "@", "+"]);
const quoteMarks = new Set(['"', "'", "`"]);

/** `1, 2, 3`, `a:1` and `1 2` are one value: wildcards with only separators between them are joined. */
const joinValues = (tokens: readonly Token[]): Token[] => {
  const joined: Token[] = [];
  for (const token of tokens) {
    if (token.text === wildcard && joined.length > 0) {
      let start = joined.length - 1;
      let separated = false;
      while (start >= 0 && (joins.has(joined[start]?.text ?? "") || quoteMarks.has(joined[start]?.text ?? ""))) {
        separated ||= joins.has(joined[start]?.text ?? "");
        start -= 1;
      }
      if ((separated || start === joined.length - 1) && joined[start]?.text === wildcard) {
        joined.length = start + 1;
        continue;
      }
    }
    joined.push(token);
  }
  return joined;
};

const maxPeriod = 60;

/** `Trip(id=1), Trip(id=2)` is one part, repeated any number of times. */
const foldRepeats = (tokens: readonly Token[]): Token[] => {
  const folded: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const period = token.text === "," ? repeatedLength(folded, tokens, at + 1) : 0;
    const next = token.space && at > 1 ? repeatedValues(folded, tokens, at) : 0;
    if (period > 0) at += period;
    else if (next > 0) at += next - 1;
    else folded.push(token);
  }
  return folded;
};

/** How many tokens from `from` on repeat the last ones before the comma. */
const repeatedLength = (before: readonly Token[], tokens: readonly Token[], from: number): number => {
  for (let period = 1; period <= Math.min(maxPeriod, before.length, tokens.length - from); period += 1) {
    const start = before.length - period;
    let same = 0;
    while (same < period && before[start + same]?.text === tokens[from + same]?.text) same += 1;
    if (same === period) return period;
  }
  return 0;
};

const maxSpaced = 6;

/** The same for `node[1] node[2]`: parts with a value that only white space separates. */
const repeatedValues = (before: readonly Token[], tokens: readonly Token[], from: number): number => {
  for (let period = 2; period <= Math.min(maxSpaced, before.length, tokens.length - from); period += 1) {
    const start = before.length - period;
    let same = 0;
    let values = 0;
    while (same < period && before[start + same]?.text === tokens[from + same]?.text) {
      if (before[start + same]?.text === wildcard) values += 1;
      same += 1;
    }
    if (same === period && values > 0 && tokens[from + period]?.space !== false) return period;
  }
  return 0;
};

const minItems = 3;

/** `of a, b, c`: three words or more that only commas separate, where a value follows or one of them is a value. */
const maskLists = (tokens: readonly Token[]): Token[] => {
  const masked: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const end = listEnd(tokens, at);
    const items = (end - at) / 2 + 1;
    const before = tokens[at - 1];
    const isList =
      items >= minItems &&
      (before?.word !== true || introductions.test(before.text)) &&
      (before === undefined || before.text === ":" || before.word || hasValue(tokens, at, end));
    const token = tokens[at];
    if (token !== undefined) masked.push(isList ? { ...token, text: wildcard } : token);
    if (isList) at = end;
  }
  return masked;
};

/** The place of the last item of a list that begins at `from`: word, comma, word and so on. */
const listEnd = (tokens: readonly Token[], from: number): number => {
  let at = from;
  while (tokens[at]?.word && tokens[at + 1]?.text === "," && tokens[at + 2]?.word && tokens[at + 3]?.word !== true)
    at += 2;
  return at;
};

const hasValue = (tokens: readonly Token[], from: number, to: number): boolean => {
  for (let at = from; at <= to; at += 2) if (tokens[at]?.text === wildcard) return true;
  return false;
};
