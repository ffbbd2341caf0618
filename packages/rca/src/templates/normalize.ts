/**
 * What happens to a text before anything else: numbers and hexadecimal words become `0`.
 *
 * The steps are data, because ClickHouse applies the same ones (`replaceRegexpAll`) to group millions of lines first. Both engines read these
 * patterns alike, and a normalized text normalizes to itself, so mining the groups finds what mining the lines would find.
 */
export const normalizations: readonly { readonly pattern: string; readonly replacement: string }[] = [
  { pattern: "\\b[0-9]+[xX][0-9a-fA-F]+\\b", replacement: "0" },
  { pattern: "\\b[0-9a-fA-F]*[0-9][0-9a-fA-F]*\\b", replacement: "0" },
  { pattern: "[0-9]+", replacement: "0" },
];

/** A longer text is cut: what tells lines apart is at their start. */
export const maxTextLength = 2000;

/** The same as applying the normalizations, in one pass by the codes of characters. */
export const normalize = (text: string): string => {
  const line = text.length > maxTextLength ? text.slice(0, maxTextLength) : text;
  let normalized = "";
  let done = 0;
  let start = 0;
  let seen = 0;
  for (let at = 0; at <= line.length; at += 1) {
    const kind = kindAt(line, at);
    if (kind !== 0) {
      seen |= kind;
      continue;
    }
    // A word ends here, and only one with digits changes.
    if ((seen & digit) !== 0) {
      const isNumber = (seen & other) === 0 || isHexNumber(line, start, at);
      normalized += line.slice(done, start) + (isNumber ? "0" : withoutDigits(line, start, at));
      done = at;
    }
    start = at + 1;
    seen = 0;
  }
  return done === 0 ? line : normalized + line.slice(done);
};

/**
 * A number of 53 bits for the normalized text, without writing that text: of a million different lines, two have the same one once in ten
 * thousand times.
 */
export const normalizedHash = (text: string): number => {
  const end = Math.min(text.length, maxTextLength);
  let [low, high] = [0x811c9dc5, 0x01000193];
  // As before the word that is being read, which may turn out to be a number.
  let [lowBefore, highBefore] = [low, high];
  let [start, seen, last] = [0, 0, 0];
  for (let at = 0; at <= end; at += 1) {
    const kind = at === end ? 0 : kindAt(text, at);
    const isRepeated = kind === digit && last === digit;
    last = kind;
    if (isRepeated) continue;
    if (kind !== 0 && seen === 0) [lowBefore, highBefore, start] = [low, high, at];
    if (kind === 0 && (seen & digit) !== 0 && ((seen & other) === 0 || isHexNumber(text, start, at))) {
      low = Math.imul(lowBefore ^ zero, lowPrime);
      high = mixed(Math.imul(highBefore ^ zero, highPrime));
    }
    seen = kind === 0 ? 0 : seen | kind;
    const code = kind === digit ? zero : at === end ? 0 : text.charCodeAt(at);
    low = Math.imul(low ^ code, lowPrime);
    high = mixed(Math.imul(high ^ code, highPrime));
  }
  return (low >>> 0) * 2 ** 21 + (high >>> 11);
};

const mixed = (part: number): number => part ^ (part >>> 15);
const lowPrime = 0x01000193;
const highPrime = 0x85ebca6b;
const zero = 48;

/** `0x1F` or `1920x1080`. */
const isHexNumber = (line: string, from: number, to: number): boolean => {
  let at = from;
  while (isDigit(line, at)) at += 1;
  if (at === from || (line.charCodeAt(at) | 32) !== x || at + 1 >= to) return false;
  for (at += 1; at < to; at += 1) if ((kindAt(line, at) & other) !== 0) return false;
  return true;
};

/** A word with `0` for each of its numbers. */
const withoutDigits = (line: string, from: number, to: number): string => {
  let word = "";
  let done = from;
  for (let at = from; at < to; at += 1) {
    if (!isDigit(line, at)) continue;
    word += `${line.slice(done, at)}0`;
    while (isDigit(line, at + 1)) at += 1;
    done = at + 1;
  }
  return word + line.slice(done, to);
};

const x = 120;
const digit = 1;
const hexLetter = 2;
const other = 4;
const kinds = new Uint8Array(128);
for (const character of "ghijklmnopqrstuvwxyzGHIJKLMNOPQRSTUVWXYZ_") kinds[character.charCodeAt(0)] = other;
for (const character of "abcdefABCDEF") kinds[character.charCodeAt(0)] = hexLetter;
for (const character of "0123456789") kinds[character.charCodeAt(0)] = digit;

/** 0 where no word is, and after the end. */
const kindAt = (line: string, at: number): number => {
  const code = line.charCodeAt(at);
  return code < 128 ? (kinds[code] ?? 0) : 0;
};
const isDigit = (line: string, at: number): boolean => kindAt(line, at) === digit;

/** The line that says what happened: the first one with text; all of a JSON object, which may be spread over lines. */
export const leadingLine = (text: string): string => {
  const trimmed = text.trim();
  if (trimmed.startsWith("{")) return trimmed;
  const end = trimmed.search(/[\r\n]/);
  return end === -1 ? trimmed : trimmed.slice(0, end);
};
