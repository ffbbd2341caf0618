import { type Intent, intents } from "./intents/index.ts";
import type { Understood } from "./understand/understand.ts";
import { type Concept, weightOf } from "./understand/vocabulary.ts";

export interface Choice {
  readonly intent: Intent;
  readonly score: number;
  /** 0 to 1: how far it is ahead of the next one. */
  readonly confidence: number;
}

const minScore = 2.5;
/** What a concept costs that an intent does not explain. */
const costOfUnexplained = 0.8;
const subjectBonus = 4;
const nameBonus = 1.5;
/** What a filter costs that an intent would ignore. */
const ignoredFilter = 2;

/** The intents that fit a question, the best first. An intent fits better the more of the question it explains. */
export function rank(q: Understood): Choice[] {
  const scored = intents
    .flatMap((intent) => {
      const score = scoreOf(intent, q);
      return score === undefined || score < minScore ? [] : [{ intent, score }];
    })
    .sort((a, b) => b.score - a.score);
  const second = scored[1]?.score ?? 0;
  const [best] = scored;
  return scored.map((each) => ({
    ...each,
    confidence: each === best ? Math.min(1, 0.5 + (each.score - Math.max(0, second)) / (2 * each.score)) : 0,
  }));
}

function scoreOf(intent: Intent, q: Understood): number | undefined {
  const { must, fits = [], reference, names, mayName = [], takesText } = intent;
  if (!must.every((any) => any.some((concept) => q.concepts.has(concept)))) return undefined;
  if (intent.operator !== undefined && !q.operators.includes(intent.operator)) return undefined;
  if (reference && !q.references.some(({ kind }) => kind === reference)) return undefined;
  if (names && !q.mentions.some(({ kind }) => names.includes(kind))) return undefined;
  if (q.mentions.some(({ kind }) => intent.without?.includes(kind))) return undefined;
  const known = new Set([...must.flat(), ...fits]);
  const ofConcepts = sum(
    [...q.concepts],
    (concept) => weightOf(concept) * (known.has(concept) ? 1 : -costOfUnexplained),
  );
  const ofReferences = q.references.length === 0 ? 0 : reference ? subjectBonus : -subjectBonus;
  const usable = names ?? mayName;
  const ofNames = sum(q.mentions, ({ kind }) => (usable.includes(kind) ? nameBonus * (names ? 2 : 1) : -nameBonus));
  const ofText = q.text === undefined ? 0 : takesText ? 1 : -1;
  return ofConcepts + ofReferences + ofNames + ofText - ignoredFilter * ignoredFilters(intent, q).length;
}

function sum<T>(all: readonly T[], worth: (each: T) => number): number {
  return all.reduce((total, each) => total + worth(each), 0);
}

/** What the question says and the intent does not use, in the question's words. */
export function unexplained({ must, fits = [] }: Intent, { concepts, said }: Understood): string[] {
  const known = new Set<Concept>([...must.flat(), ...fits, ...alwaysFits]);
  return [...concepts].flatMap((concept) => (known.has(concept) ? [] : [said.get(concept) ?? concept]));
}

/** Manners, which may stand in any question. */
const alwaysFits: readonly Concept[] = ["greeting", "polite"];

/** Filters of the question that the intent does not use. */
export function ignoredFilters({ uses = [], states }: Intent, { slots, time }: Understood): string[] {
  const unused = states ? [...slots.states].filter((state) => !states.includes(state)) : [];
  const given = {
    severity: slots.severities.length > 0,
    time: time !== undefined && time.at === undefined,
    grade: slots.grades.length > 0,
    state: [...slots.states].some((state) => state !== "opened"),
    type: slots.types.length > 0,
    level: slots.levels.length > 0,
  };
  const ignored = Object.entries(given).flatMap(([name, isGiven]) =>
    isGiven && !uses.some((each) => each === name) ? [name] : [],
  );
  return [...ignored, ...unused];
}
