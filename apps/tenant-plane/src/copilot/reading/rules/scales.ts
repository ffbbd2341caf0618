import { severities } from "@opsplane/contract";
import type { ConditionField, RecordKind } from "../../../tools/index.ts";
import { add, type Draft, type Rule } from "../draft.ts";
import { lengthAt, type Match, phraseAt, severityAt, wordAt } from "../scan.ts";
import { phrasesOf } from "../words.ts";
import { listAt } from "./lists.ts";

// Severity, risk and criticality: values with an order, which can be compared.

type Comparison = "above" | "below" | "atLeast" | "atMost";

const comparisonsBefore = phrasesOf<Comparison>([
  ["worse than|more severe than|more urgent than|more critical than|above|higher than|over", "above"],
  ["less severe than|less urgent than|less critical than|below|lower than|under|milder than", "below"],
  ["at least|a minimum of|minimum", "atLeast"],
  ["at most|no more than|no worse than|no higher than", "atMost"],
]);
const comparisonsAfter = phrasesOf<Comparison>([
  [
    "or above|and above|or higher|and higher|or worse|and worse|or up|and up|or more severe|and more severe|or more",
    "atLeast",
  ],
  ["or below|and below|or lower|and lower|or less|and less|or less severe|and down|or down", "atMost"],
]);

interface Scale {
  readonly field: ConditionField;
  /** The worst first. */
  readonly values: readonly string[];
  read(draft: Draft, at: number): Match<string> | undefined;
  /** Words before the value, such as "with severity". */
  readonly before: ReturnType<typeof phrasesOf<undefined>>;
  /** The word that tells which scale a grade is on. */
  readonly named: readonly string[];
  /** A grade without its scale is enough right before the noun. */
  readonly alone: boolean;
}

const grades = ["critical", "high", "medium", "low"];
const gradeAt = ({ text }: Draft, at: number): Match<string> | undefined =>
  grades.includes(wordAt(text, at)) ? { value: wordAt(text, at), length: 1 } : undefined;

const severity: Scale = {
  field: "severity",
  values: severities,
  read: ({ text }, at) => severityAt(text, at),
  before: phrasesOf([
    [
      "with severity|of severity|with priority|of priority|with a severity of|severity is|priority is|with|of|in|whose severity is|severity|priority",
      undefined,
    ],
  ] as const),
  ...{ named: [], alone: true },
};
const graded = (field: ConditionField, word: string, alone: boolean): Scale => ({
  ...{ field, values: grades, read: gradeAt, named: [word], alone },
  before: phrasesOf([
    [
      `with a ${word} of|with ${word} of|with ${word}|whose ${word} is|${word} level|${word} is|of ${word}|${word}|with a|with|of a|of|at|in`,
      undefined,
    ],
  ]),
});

const scalesOf: Readonly<Record<RecordKind, readonly Scale[]>> = {
  incident: [severity],
  alert: [severity],
  change: [graded("risk", "risk", false)],
  request: [],
  item: [graded("criticality", "criticality", true)],
};

export const scaleRule: Rule = (draft, at, not) => {
  for (const scale of scalesOf[draft.kind]) {
    const length = scaleAt(draft, at, scale, not);
    if (length > 0) return length;
  }
  return draft.kind === "incident" || draft.kind === "alert" ? gradeAsSeverity(draft, at, not) : 0;
};

function scaleAt(draft: Draft, at: number, scale: Scale, not: boolean): number {
  const prefix = lengthAt(draft.text, at, scale.before);
  for (const start of prefix > 0 ? [at, at + prefix] : [at]) {
    const found = valuesAt(draft, { at, start, scale });
    // Nothing is worse than P1.
    if (!found || found.values.length === 0) continue;
    add(draft, { field: scale.field, values: [...new Set(found.values)] }, not);
    return found.end - at;
  }
  return 0;
}

/** "P1 or P2", "worse than P3", "P2 or above", "high risk". `start` is after words such as "with severity". */
function valuesAt(draft: Draft, { at, start, scale }: { at: number; start: number; scale: Scale }) {
  const { text } = draft;
  const before = phraseAt(text, start, comparisonsBefore);
  const read = (each: number) => scale.read(draft, each);
  const list = listAt(draft, start + (before?.length ?? 0), read, { adjacent: scale.field === "severity" });
  if (!list) return undefined;
  const after = before ? undefined : phraseAt(text, list.end, comparisonsAfter);
  const end = list.end + (after?.length ?? 0);
  const suffix = scale.named.includes(wordAt(text, end)) ? 1 : 0;
  const isNamed = suffix > 0 || text.words.slice(at, start).some(({ text: word }) => scale.named.includes(word));
  if (scale.named.length > 0 && !isNamed && !scale.alone) return undefined;
  const comparison = before?.value ?? after?.value;
  if (!comparison) return { values: list.values, end: end + suffix };
  if (list.values.length > 1) return undefined;
  return { values: compared(scale.values, list.values[0] ?? "", comparison), end: end + suffix };
}

function compared(values: readonly string[], value: string, how: Comparison): readonly string[] {
  const place = values.indexOf(value);
  const from = { above: 0, atLeast: 0, below: place + 1, atMost: place };
  const to = { above: place, atLeast: place + 1, below: values.length, atMost: values.length };
  return values.slice(from[how], to[how]);
}

const severityOfGrade = new Map([
  ["critical", "P1"],
  ["high", "P2"],
  ["medium", "P3"],
  ["low", "P4"],
]);
const severityNouns = phrasesOf([["severity|priority", undefined]] as const);

/** "critical incidents" are P1. */
function gradeAsSeverity(draft: Draft, at: number, not: boolean): number {
  const list = listAt(draft, at, (each) => gradeAt(draft, each));
  if (!list) return 0;
  const values = list.values.flatMap((grade) => severityOfGrade.get(grade) ?? []);
  add(draft, { field: "severity", values: [...new Set(values)] }, not);
  return list.end + lengthAt(draft.text, list.end, severityNouns) - at;
}
