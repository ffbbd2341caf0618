import type { Text } from "@opsplane/query";
import { bind, chsql, every, type SqlFragment } from "@opsplane/runtime";

// The index `words` covers exactly this expression. A token is a run of ASCII letters, digits and non-ASCII characters.
const message = chsql`lowerUTF8(message)`;
const tokenSign = "0-9a-z\\x{80}-\\x{10FFFF}";
const token = /[0-9a-z\u{80}-\u{10ffff}]+/gu;

/** Scripts without spaces between words. A token may be a whole sentence, so a word is searched inside it. */
const unspaced = /[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

const maxTokens = 32;
/** ClickHouse searches its token dictionary only for parts of at least this length. */
const leastPart = 4;

/** Matches whole words in this order, ignoring case. A wildcard matches characters of one word. */
export function inMessage(text: Text): SqlFragment {
  const parts = text.parts.map((part) => part.toLowerCase());
  const { whole, cut } = tokensIn(parts);
  const isOneWord = parts.length === 1 && parts[0] === whole[0];
  return every([
    whole.length > 0 && chsql`hasAllTokens(${message}, ${bind.texts(whole.slice(0, maxTokens))})`,
    ...cut.map((part) => chsql`${message} LIKE ${bind.text(`%${part}%`)}`),
    !isOneWord && parts.some((part) => part !== "") && chsql`match(${message}, ${bind.text(expressionOf(parts))})`,
  ]);
}

/** Whole tokens for the index, and parts that it can search inside tokens. */
function tokensIn(parts: readonly string[]): { whole: string[]; cut: string[] } {
  const [whole, cut]: [string[], string[]] = [[], []];
  for (const [index, part] of parts.entries()) {
    for (const { 0: found, index: from } of part.matchAll(token)) {
      const atWildcard = (from === 0 && index > 0) || (from + found.length === part.length && index < parts.length - 1);
      if (unspaced.test(found)) continue;
      if (!atWildcard) whole.push(found);
      else if (/^[0-9a-z]+$/.test(found) && found.length >= leastPart) cut.push(found);
    }
  }
  return { whole, cut };
}

function expressionOf(parts: readonly string[]): string {
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  const start = isTokenSign([...first][0]) ? `(?:^|[^${tokenSign}])` : "";
  const end = isTokenSign([...last].at(-1)) ? `(?:$|[^${tokenSign}])` : "";
  // A wildcard at either end only removes the word boundary.
  const inner = parts.slice(parts[0] === "" ? 1 : 0, last === "" ? -1 : parts.length);
  return `${start}${inner.map(literally).join(`[${tokenSign}]*`)}${end}`;
}

function isTokenSign(character: string | undefined): boolean {
  return character !== undefined && character.search(token) === 0 && !unspaced.test(character);
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|-]/g, "\\$&");
}
