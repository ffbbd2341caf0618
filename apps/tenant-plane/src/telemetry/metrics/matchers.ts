import { own } from "@opsplane/contract";
import { openPattern, syntaxProblem } from "@opsplane/patterns";
import { bind, chsql, every, invalid, type SqlFragment } from "@opsplane/runtime";

/** A Prometheus label matcher. */
export interface Matcher {
  label: string;
  operator: "=" | "!=" | "=~" | "!~";
  value: string;
}

/** Of a text without blanks at its ends, so that no repetition of blanks follows another. */
const form = /^([^=!~"\s]+)\s*(=~|!~|!=|=)\s*(?:"((?:[^"\\]|\\.)*)"|(.*))$/s;

/** Parses a query's matchers. Commas inside a value split it too, so a piece that is not a matcher joins the previous one. */
export function parseMatchers(written: readonly string[] = []): Matcher[] {
  const whole: string[] = [];
  for (const piece of written) {
    const before = whole.at(-1);
    const isOpen = before !== undefined && (before.match(/(?<!\\)"/g)?.length ?? 0) % 2 === 1;
    if (before !== undefined && (isOpen || !begins.test(piece))) whole[whole.length - 1] = `${before},${piece}`;
    else whole.push(piece);
  }
  return whole.map(parseMatcher);
}

const begins = /^\s*[^=!~"\s]+\s*(=~|!~|!=|=)/;

function parseMatcher(written: string): Matcher {
  const [, label = "", operator = "", quoted, plain = ""] = form.exec(written.trim()) ?? [];
  if (label === "" || !isOperator(operator))
    return invalid(
      "match",
      `'${written.slice(0, 100)}' is not a matcher such as host=web-1, host!=web-1 or host=~web-.*`,
    );
  const value = quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1");
  if (operator.endsWith("~")) assertPattern(value);
  return { label, operator, value };
}

function isOperator(word: string): word is Matcher["operator"] {
  return word === "=" || word === "!=" || word === "=~" || word === "!~";
}

function assertPattern(pattern: string): void {
  const problem = syntaxProblem(pattern);
  if (problem) invalid("match", problem.replace(/\.$/, ""));
}

/** Conditions on metric_series. As in Prometheus, a missing label is empty. */
export function matching(matchers: readonly Matcher[]): SqlFragment {
  return every(matchers.map(({ label, operator, value }) => conditions[operator](bind.text(label), value)));
}

/** Larger patterns are left to ClickHouse, because this process has one thread for all. */
const maxSize = 100;

export function isFastToTest(matchers: readonly Matcher[]): boolean {
  return matchers.every(({ operator, value }) => {
    if (!operator.endsWith("~")) return true;
    const pattern = value.length <= maxSize ? openPattern(value, { dotIsAny: true }) : undefined;
    return pattern !== undefined && pattern.size <= maxSize;
  });
}

/** The same conditions on the labels of a series that is known already. Its patterns must be fast to test. */
export function matcherOf(matchers: readonly Matcher[]): (labels: Readonly<Record<string, string>>) => boolean {
  const tests = matchers.map(({ label, operator, value }) => {
    const pattern = operator.endsWith("~") ? openPattern(value, { dotIsAny: true }) : undefined;
    const isWanted = !operator.startsWith("!");
    return (labels: Readonly<Record<string, string>>) => {
      const found = own(labels, label) ?? "";
      return (pattern ? pattern.matchesWhole(found) : found === value) === isWanted;
    };
  });
  return (labels) => tests.every((test) => test(labels));
}

type Bound = ReturnType<typeof bind.text>;

const conditions: Record<Matcher["operator"], (label: Bound, value: string) => SqlFragment> = {
  "=": (label, value) => chsql`labels[${label}] = ${bind.text(value)}`,
  "!=": (label, value) => chsql`labels[${label}] != ${bind.text(value)}`,
  "=~": (label, value) => chsql`match(labels[${label}], ${bind.text(`^(?:${value})$`)})`,
  "!~": (label, value) => chsql`NOT match(labels[${label}], ${bind.text(`^(?:${value})$`)})`,
};

/** True when the name is one metric, without the wildcard `*`. */
export function isOneMetric({ metric }: { metric: string }): boolean {
  return !metric.includes("*");
}

export function named(metric: string): SqlFragment {
  if (isOneMetric({ metric })) return chsql`metric = ${bind.text(metric)}`;
  const pattern = metric.replace(/[\\%_]/g, "\\$&").replaceAll("*", "%");
  return chsql`metric LIKE ${bind.text(pattern)}`;
}
