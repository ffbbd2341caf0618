import { own, type Severity } from "@opsplane/contract";
import type { Word } from "./text.ts";

/** Details of a question that are the same for every tenant. */
export interface Slots {
  readonly severities: readonly Severity[];
  /** critical, high, medium, low: a severity, a risk or a criticality, depending on what is asked. */
  readonly grades: readonly string[];
  /** Words of states, such as open or failed. */
  readonly states: ReadonlySet<string>;
  readonly levels: readonly ("warn" | "info" | "debug" | "fatal")[];
  readonly types: readonly ("standard" | "normal" | "emergency")[];
  readonly limit: number | undefined;
  readonly percentile: "p50_ms" | "p95_ms" | "p99_ms" | undefined;
}

export interface FoundSlots {
  readonly slots: Slots;
  /** The words that were understood. */
  readonly used: ReadonlySet<number>;
  readonly spans: readonly PartSpan[];
}

/** Where a part of a question stands. */
export interface PartSpan {
  /** Such as "severity", "time" or the kind of a name. */
  readonly part: string;
  readonly start: number;
  readonly end: number;
}

export const noSlots: Slots = {
  severities: [],
  grades: [],
  states: new Set(),
  levels: [],
  types: [],
  limit: undefined,
  percentile: undefined,
};

const allSeverities: readonly Severity[] = ["P1", "P2", "P3", "P4", "P5"];

const stateOf: Readonly<Record<string, string>> = {
  ...{
    open: "open",
    unresolved: "open",
    ongoing: "open",
    outstanding: "open",
    active: "open",
    live: "open",
    current: "open",
    unfinished: "open",
  },
  ...{ opened: "opened", created: "opened", raised: "opened", reported: "opened", occurred: "opened", filed: "opened" },
  ...{ resolved: "resolved", fixed: "resolved", solved: "resolved", closed: "closed" },
  ...{ acknowledged: "acknowledged", acked: "acknowledged", unacknowledged: "unacknowledged" },
  ...{ investigating: "investigating", triggered: "triggered", reopened: "reopened" },
  ...{ draft: "draft", drafts: "draft", approved: "approved", scheduled: "scheduled", implementing: "implementing" },
  ...{ completed: "completed", failed: "failed", rejected: "rejected", cancelled: "cancelled", canceled: "cancelled" },
  ...{ fulfilled: "fulfilled", submitted: "submitted", published: "published", archived: "archived" },
  ...{ succeeded: "succeeded", successful: "succeeded", pending: "pending", enabled: "enabled", disabled: "disabled" },
};

const levelOf: Readonly<Record<string, Slots["levels"][number]>> = {
  ...{ warning: "warn", warnings: "warn", warn: "warn", info: "info", debug: "debug", fatal: "fatal" },
};
const percentiles: Readonly<Record<string, NonNullable<Slots["percentile"]>>> = {
  p50: "p50_ms",
  p95: "p95_ms",
  p99: "p99_ms",
};
const gradeWords = new Set(["critical", "high", "medium", "low"]);
const changeTypes = ["standard", "normal", "emergency"] as const;
const counts = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const beforeLimit = new Set(["top", "first", "last", "latest", "newest", "oldest", "worst", "slowest", "biggest"]);
const afterLimit = new Set([
  "oldest",
  "newest",
  "latest",
  "slowest",
  "worst",
  "biggest",
  "longest",
  "most",
  "top",
  "recent",
  "noisiest",
]);
const above = new Set(["above", "higher", "worse", "up", "more"]);

interface Builder {
  severities: Set<Severity>;
  grades: Set<string>;
  states: Set<string>;
  levels: Set<Slots["levels"][number]>;
  types: Set<Slots["types"][number]>;
  limit: Slots["limit"];
  percentile: Slots["percentile"];
}

/** Reads the word at a position. Returns how many words were used. */
type Reader = (at: (position: number) => string, position: number, found: Builder) => number;

const readers: readonly (readonly [string, Reader])[] = [
  ["severity", readSeverity],
  ["grade", (at, position, { grades: known }) => keep(gradeWords.has(at(position)), () => known.add(at(position)))],
  ["state", (at, position, { states }) => lookUp(stateOf, at(position), (state) => states.add(state))],
  ["level", (at, position, { levels }) => lookUp(levelOf, at(position), (level) => levels.add(level))],
  [
    "percentile",
    (at, position, found) =>
      lookUp(percentiles, at(position), (percentile) => {
        found.percentile = percentile;
      }),
  ],
  [
    "type",
    (at, position, { types }) => {
      const word = at(position);
      if (!isChangeType(word)) return 0;
      types.add(word);
      return 1;
    },
  ],
  [
    "limit",
    (at, position, found) => {
      const amount = amountOf(at(position));
      const isLimit = beforeLimit.has(at(position - 1)) || afterLimit.has(at(position + 1));
      return keep(amount !== undefined && isLimit, () => {
        found.limit = amount;
      });
    },
  ],
];

/** Reads severities, states, levels and limits. Words that belong to a name or a time are not `free`. */
export function findSlots(words: readonly Word[], free: (position: number) => boolean): FoundSlots {
  const used = new Set<number>();
  const spans: PartSpan[] = [];
  const found: Builder = {
    ...{ severities: new Set(), grades: new Set(), states: new Set(), levels: new Set(), types: new Set() },
    ...{ limit: undefined, percentile: undefined },
  };
  const at = (position: number) => (free(position) ? (words[position]?.text ?? "") : "");
  for (let position = 0; position < words.length; position += 1) {
    if (at(position) === "") continue;
    const [part, length] = readAt(at, position, found);
    if (length > 0) spans.push({ part, start: position, end: position + length });
    for (let index = 0; index < length; index += 1) used.add(position + index);
    position += Math.max(0, length - 1);
  }
  const { severities, grades, levels, types, ...others } = found;
  const slots = {
    ...others,
    severities: [...severities].sort(),
    grades: [...grades],
    levels: [...levels],
    types: [...types],
  };
  return { slots, used, spans };
}

function readAt(at: (position: number) => string, position: number, found: Builder): [part: string, length: number] {
  for (const [part, read] of readers) {
    const length = read(at, position, found);
    if (length > 0) return [part, length];
  }
  return ["", 0];
}

function keep(fits: boolean, store: () => unknown): number {
  if (fits) store();
  return fits ? 1 : 0;
}

function lookUp<T>(table: Readonly<Record<string, T>>, word: string, store: (value: T) => unknown): number {
  const value = own(table, word);
  if (value !== undefined) store(value);
  return value === undefined ? 0 : 1;
}

/** "P2 or higher" includes P1. */
function readSeverity(at: (position: number) => string, position: number, { severities }: Builder): number {
  const severity = severityAt(at(position), at(position + 1));
  if (!severity) return 0;
  const next = position + severity.length;
  const isOpen = ["or", "and"].includes(at(next)) && above.has(at(next + 1));
  for (const each of allSeverities)
    if (each === severity.name || (isOpen && each < severity.name)) severities.add(each);
  return severity.length + (isOpen ? 2 : 0);
}

function isChangeType(word: string): word is Slots["types"][number] {
  return changeTypes.some((type) => type === word);
}

/** p1, P1s, sev1, sev-1, "sev 1", "severity 1" or "priority 1". */
function severityAt(word: string, after: string): { name: Severity; length: 1 | 2 } | undefined {
  const alone = /^(?:p|sev-?|prio-?)([1-5])s?$/.exec(word);
  if (alone) return named(alone[1], 1);
  if (["sev", "severity", "priority", "prio"].includes(word) && /^p?[1-5]$/.test(after)) return named(after.at(-1), 2);
  return undefined;
}

function named(digit: string | undefined, length: 1 | 2): { name: Severity; length: 1 | 2 } | undefined {
  const name = allSeverities.find((each) => each === `P${digit}`);
  return name && { name, length };
}

function amountOf(word: string): number | undefined {
  if (/^\d{1,3}$/.test(word)) return Math.max(1, Number(word));
  const index = counts.indexOf(word);
  return index < 0 ? undefined : index + 1;
}
