import { type Aggregation, aggregations, type OverTime, overTime } from "@opsplane/contract";

export const operators = ["=", "!=", "=~", "!~"] as const;
type Operator = (typeof operators)[number];

export interface LabelFilter {
  label: string;
  operator: Operator;
  value: string;
}

/** One query of the builder. Without `agg` the type of the metric decides. */
export interface BuiltQuery {
  metric: string;
  filters: readonly LabelFilter[];
  agg: Aggregation | undefined;
  by: readonly string[];
  over: OverTime | undefined;
  window: string | undefined;
  hidden: boolean;
}

export const noQuery: BuiltQuery = {
  metric: "",
  filters: [],
  agg: undefined,
  by: [],
  over: undefined,
  window: undefined,
  hidden: false,
};

/** A query in the address: `rate(http_requests_total,service=shop) by(host)`. A leading `-` hides it. */
export function writeQuery({ metric, filters, agg, by, over, window, hidden }: BuiltQuery): string {
  const matchers = filters.map(({ label, operator, value }) => `${word(label)}${operator}${word(value)}`);
  const inner = [word(metric), ...matchers].join(",");
  const clauses = [
    ...(by.length > 0 ? [`by(${by.map(word).join(",")})`] : []),
    ...(over ? [`over(${over})`] : []),
    ...(window ? [`window(${window})`] : []),
  ];
  return `${hidden ? "-" : ""}${[agg ? `${agg}(${inner})` : inner, ...clauses].join(" ")}`;
}

/** The query of a text, or undefined when it cannot be read. */
export function readQuery(text: string): BuiltQuery | undefined {
  const scan = scanner(text);
  const hidden = scan.take(/-/y) !== undefined;
  const named = scan.take(/[a-z0-9]+(?=\()/y);
  const agg = aggregations.find((each) => each === named);
  if (named !== undefined && (agg === undefined || scan.take(/\(/y) === undefined)) return undefined;
  const metric = readWord(scan);
  if (metric === undefined) return undefined;
  const filters: LabelFilter[] = [];
  while (scan.take(/,/y) !== undefined) {
    const filter = readFilter(scan);
    if (!filter) return undefined;
    filters.push(filter);
  }
  if (agg !== undefined && scan.take(/\)/y) === undefined) return undefined;
  const clauses = readClauses(scan);
  return clauses && { metric, filters, agg, hidden, ...clauses };
}

function readFilter(scan: Scanner): LabelFilter | undefined {
  const label = readWord(scan);
  const written = scan.take(/=~|!~|!=|=/y);
  const operator = operators.find((each) => each === written);
  const value = readWord(scan);
  return label && operator && value !== undefined ? { label, operator, value } : undefined;
}

function readClauses(scan: Scanner): Pick<BuiltQuery, "by" | "over" | "window"> | undefined {
  const clauses: { by: string[]; over: OverTime | undefined; window: string | undefined } = {
    by: [],
    over: undefined,
    window: undefined,
  };
  while (scan.take(/ +/y) !== undefined) {
    const name = scan.take(/(by|over|window)(?=\()/y);
    if (name === undefined || scan.take(/\(/y) === undefined) return undefined;
    const words = readWords(scan);
    if (words === undefined || scan.take(/\)/y) === undefined) return undefined;
    if (name === "by") clauses.by = words;
    else if (name === "over") clauses.over = overTime.find((each) => each === words[0]);
    else clauses.window = /^\d{1,7}(ms|s|m|h|d|w)$/.exec(words[0] ?? "")?.[0];
  }
  return scan.isAtEnd() ? clauses : undefined;
}

function readWords(scan: Scanner): string[] | undefined {
  const words: string[] = [];
  do {
    const next = readWord(scan);
    if (next === undefined) return undefined;
    words.push(next);
  } while (scan.take(/,/y) !== undefined);
  return words;
}

/** A matcher as the API writes it: `host=web-1`, `host=~"web-.*"`. */
export function readMatcher(text: string): LabelFilter {
  const [, label = "", written = "=", value = ""] = /^\s*([^=!~"\s]+)\s*(=~|!~|!=|=)\s*(.*)$/s.exec(text) ?? [];
  const operator = operators.find((each) => each === written) ?? "=";
  return { label, operator, value: /^".*"$/s.test(value) ? value.slice(1, -1).replace(/\\(.)/gs, "$1") : value };
}

function readWord(scan: Scanner): string | undefined {
  const quoted = scan.take(/"(?:[^"\\]|\\.)*"/y);
  if (quoted !== undefined) return quoted.slice(1, -1).replace(/\\(.)/g, "$1");
  return scan.take(/[^\s,()"\\=!~]+/y);
}

/** Words with characters that have a meaning are quoted. */
function word(text: string): string {
  return /^[^\s,()"\\=!~-][^\s,()"\\=!~]*$/.test(text) ? text : quotedText(text);
}

export function quotedText(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

interface Scanner {
  /** Takes the text that a sticky pattern matches here. */
  take: (pattern: RegExp) => string | undefined;
  isAtEnd: () => boolean;
}

function scanner(text: string): Scanner {
  let at = 0;
  return {
    take: (pattern) => {
      pattern.lastIndex = at;
      const found = pattern.exec(text)?.[0];
      at += found?.length ?? 0;
      return found;
    },
    isAtEnd: () => at === text.length,
  };
}
