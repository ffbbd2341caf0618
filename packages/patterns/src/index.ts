// Regular expressions that people write. RE2 runs them in linear time, where JavaScript's engine can take forever.
import { RE2JS } from "re2js";

/** A regular expression that is ready to test. */
export interface Pattern {
  /** The longest text that it tests. A longer one does not match. */
  readonly longest: number;
  /** Instructions of the compiled pattern. A test costs at most this for each character. */
  readonly size: number;
  /** Does the whole text match? */
  matchesWhole(text: string): boolean;
  /** Does a part of the text match? */
  matchesPart(text: string): boolean;
}

export interface PatternOptions {
  /** The longest pattern. */
  longest?: number;
  /** As in Prometheus, `.` is any character, also a line break. */
  dotIsAny?: boolean;
}

const usualLength = 200;
/** Pieces of the pattern when every repetition is written out. The program has up to twice as many instructions. */
const maxSize = 500;
const maxTested = 10_000;
/** One test takes at most some tens of milliseconds: a large pattern tests only short texts. */
const maxCost = 500_000;

/** What is wrong with the regular expression; undefined when it can be used. */
export function patternProblem(written: string, { longest = usualLength, ...options }: PatternOptions = {}) {
  if (written.length > longest) return `The pattern has ${written.length} characters; at most ${longest} are allowed.`;
  const read = readPattern(written, options);
  return typeof read === "string" ? read : undefined;
}

/** The pattern, ready to test; undefined when it cannot be used. */
export function openPattern(written: string, options: Omit<PatternOptions, "longest"> = {}): Pattern | undefined {
  const read = readPattern(written, options);
  return typeof read === "string" ? undefined : read;
}

/** What is wrong with a regular expression that another engine runs, which has limits of its own. */
export function syntaxProblem(written: string): string | undefined {
  // A large one would take long to read here.
  return sizeOf(written) > maxSize ? undefined : patternProblem(written, { longest: Number.POSITIVE_INFINITY });
}

/** True when a text that matches as a whole could begin with this character. */
export function mayStartWith(written: string, character: string): boolean {
  // Groups and alternatives are not looked into, so they count as a yes.
  const first = /^\^?(\[\^?(?:\\.|[^\]\\])*\]|\\.|[^.^$()[\\])(.?)/u.exec(written);
  const atom = first?.[1];
  if (atom === undefined || written.includes("|") || /^[*?{]/.test(first?.[2] ?? "")) return true;
  return openPattern(atom)?.matchesWhole(character) ?? true;
}

// Compiling takes longer than most tests. The oldest goes first, so that the memory has a bound.
const maxKnown = 500;
const known = new Map<string, Pattern | string>();

/** A pattern, or a sentence that says why it is none. */
function readPattern(written: string, { dotIsAny = false }: PatternOptions): Pattern | string {
  const key = `${dotIsAny} ${written}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const read = compile(written, dotIsAny ? RE2JS.DOTALL : 0);
  if (known.size >= maxKnown) known.delete(known.keys().next().value ?? "");
  known.set(key, read);
  return read;
}

function compile(written: string, flags: number): Pattern | string {
  const shown = written.length > 100 ? `${written.slice(0, 100)}…` : written;
  if (/\(\?<?[=!]|\\[1-9]|\\k</.test(written.replace(/\\\\/g, "")))
    return `'${shown}' uses look-around or a back-reference, which is not supported. Use plain groups and classes.`;
  const tooLarge = `'${shown}' repeats too much. Use smaller numbers of repetitions.`;
  if (sizeOf(written) > maxSize) return tooLarge;
  try {
    // People know the escapes of JavaScript, such as \u00e9.
    const program = RE2JS.compile(RE2JS.translateRegExp(written), flags);
    const size = program.programSize();
    if (size > 2 * maxSize) return tooLarge;
    const longest = Math.min(maxTested, Math.floor(maxCost / size));
    return {
      longest,
      size,
      matchesWhole: (text) => text.length <= longest && program.testExact(text),
      matchesPart: (text) => text.length <= longest && program.test(text),
    };
  } catch {
    return `'${shown}' is not a valid regular expression.`;
  }
}

const tokens = /\\.|\[\^?(?:\\.|[^\]\\])*\]|\{(\d{1,9})(?:,(\d{0,9}))?\}|./gsu;

/** How many pieces the pattern has when every repetition is written out. Known before it is compiled, which would take as long. */
function sizeOf(written: string): number {
  const sums = [0];
  let last = 0;
  for (const [token, least, most] of written.matchAll(tokens)) {
    if (token === "(") sums.push(0);
    else {
      const piece = token === ")" && sums.length > 1 ? (sums.pop() ?? 0) : 1;
      const times = least === undefined ? 1 : Math.max(Number(least), Number(most ?? 0), 1) - 1;
      // A repetition stands for further copies of the piece before it.
      last = least === undefined ? piece : last * times;
      sums.push((sums.pop() ?? 0) + last);
    }
  }
  return sums.reduce((sum, each) => sum + each, 0);
}
