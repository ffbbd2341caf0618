import { type Random, randomFrom } from "./random.ts";
import { kinds } from "./values.ts";

/**
 * A format is what one program writes: a head that all its lines have, and statements, the most frequent first.
 *
 * In a statement `%kind%` is a value, `%kind:1-6:, %` one to six values with `, ` between them, `[[.3|text]]` a part that three of ten lines
 * have, and `[[.3|one||other]]` one of two parts. The true template of a line is its statement: lines of one statement belong together, with any optional parts and lists.
 */
export interface Format {
  readonly name: string;
  readonly head?: string;
  /** Parts of the frequency of each statement and the next one. Default 1.0: the n-th has 1/n of the first. */
  readonly skew?: number;
  readonly statements: readonly string[];
}

export interface Line {
  readonly text: string;
  /** Without the head. */
  readonly body: string;
  /** The number of its statement. */
  readonly truth: number;
}

export const linesOf = ({ name, head = "", skew = 1.3, statements }: Format, count: number, seed: number): Line[] => {
  const random = randomFrom([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed));
  const weights = statements.map((_, index) => (index + 1) ** -skew);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const ends = weights.map((_, index) => weights.slice(0, index + 1).reduce((sum, weight) => sum + weight, 0));
  const writeHead = compile(head);
  const compiled = statements.map((statement) => compile(statement));
  return Array.from({ length: count }, () => {
    const at = random() * total;
    const found = ends.findIndex((end) => at < end);
    const truth = found === -1 ? 0 : found;
    const body = compiled[truth]?.(random) ?? "";
    return { truth, body, text: writeHead(random) + body };
  });
};

type Writer = (random: Random) => string;

const compile = (text: string): Writer => {
  const parts = text.split(/(\[\[\.?\d+\|.*?\]\]|%\w+(?::\d+-\d+:[^%]*)?%)/).map(writerOf);
  return (random) => parts.map((part) => part(random)).join("");
};

const writerOf = (part: string): Writer => {
  const optional = /^\[\[(\.?\d+)\|(.*)\]\]$/.exec(part);
  if (optional) {
    const share = Number(optional[1]);
    const [one, other] = (optional[2] ?? "").split("||").map(compile);
    return (random) => (random() < share ? one : other)?.(random) ?? "";
  }
  const value = /^%(\w+)(?::(\d+)-(\d+):([^%]*))?%$/.exec(part);
  if (!value) return () => part.replaceAll("%%", "%");
  const [, kind = "", from, to, separator = ""] = value;
  const write = kinds[kind];
  if (write === undefined) throw new Error(`There is no kind of value '${kind}'.`);
  if (from === undefined) return write;
  const [low, high] = [Number(from), Number(to)];
  return (random) => {
    const length = low + Math.floor(random() ** 2 * (high - low + 1));
    return Array.from({ length }, () => write(random)).join(separator);
  };
};
