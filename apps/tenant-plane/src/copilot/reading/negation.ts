import type { Draft, Rule } from "./draft.ts";
import { classRule, typeRule } from "./rules/kinds.ts";
import { bareRule, namedRule, personRule } from "./rules/names.ts";
import { scaleRule } from "./rules/scales.ts";
import { flagRule, stateRule } from "./rules/states.ts";
import { durationRule, eventRule } from "./rules/times.ts";
import { lengthAt, phraseAt, wordAt } from "./scan.ts";
import { spanAt } from "./spans.ts";
import { afterNegation, joiners, lacking, negations, phrasesOf } from "./words.ts";

// "not", "without" and "except", and how far they reach.

/** A negation with what it negates. Alone it is not understood. */
export function negatedAt(draft: Draft, at: number, rules: readonly Rule[]): number {
  const { text } = draft;
  const length = lengthAt(text, at, negations);
  if (length === 0) return 0;
  let next = at + length;
  // "not without" is not read.
  for (let more = lengthAt(text, next, afterNegation); more > 0; more = lengthAt(text, next, afterNegation))
    next += more;
  for (const start of next > at + length ? [at + length, next] : [next])
    for (const rule of [...rules, classRule]) {
      const used = rule(draft, start, true);
      if (used > 0) return start + used + jointAfter(draft, { at, start, end: start + used }) - at;
    }
  draft.unknown.push({
    at,
    words: text.words
      .slice(at, at + length)
      .map(({ written }) => written)
      .join(" "),
  });
  return length;
}

/** "no owner", "with no assignee" */
export function lackingAt(draft: Draft, at: number): number {
  const length = lengthAt(draft.text, at, lacking);
  const used = length === 0 ? 0 : flagRule(draft, at + length, true);
  return used === 0 ? 0 : length + used;
}

interface Negated {
  /** Where the negation is, what it negates, and where that ends. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
}

/** "not P1 and open": the joint when the negation ends before it. "excluding checkout and P5" is not guessed. */
function jointAfter(draft: Draft, negated: Negated): number {
  const isContrast = wordAt(draft.text, negated.end) === "but" && lengthAt(draft.text, negated.end, negations) === 0;
  if (isContrast && formAt(draft, negated.end + 1)) return 1;
  const joint = phraseAt(draft.text, negated.end, joiners);
  if (!joint || lengthAt(draft.text, negated.end + joint.length, negations) > 0) return 0;
  if (joint.value === "and" && endsBefore(draft, negated, negated.end + joint.length)) return joint.length;
  draft.unknown.push({ at: negated.end, words: draft.text.words[negated.end]?.written ?? "" });
  return joint.length;
}

/** Negations of what a record is or has. Others, such as "except", take a list of nouns. */
const ofPredicates = new Set(["not", "without", "neither"]);
const verbs = phrasesOf([
  [
    "are|is|were|was|have|has|had|that are|which are|that were|which were|that have|which have|that is|that was|which is|who are",
    undefined,
  ],
] as const);

/**
 * True when what follows is a condition of its own: it has a verb ("and are open"), or another form than what is negated
 * ("not P1 and open", "not open and on checkout"). Two of one form may both be negated: "not acknowledged and assigned to Mara".
 */
function endsBefore(draft: Draft, { at, start }: Negated, next: number): boolean {
  const { text } = draft;
  const negation = ["but", "and"].includes(wordAt(text, at)) ? wordAt(text, at + 1) : wordAt(text, at);
  if (!ofPredicates.has(negation)) return false;
  const verb = lengthAt(text, next, verbs);
  // "and have no assignee" has a negation of its own.
  if (verb > 0 && lengthAt(text, next + verb, lacking) > 0) return true;
  const [first, second] = [formAt(draft, start), formAt(draft, next + verb)];
  if (!first || !second || first.fields.some((field) => second.fields.includes(field))) return false;
  if (verb > 0) return true;
  if (second.form === "value") return false;
  const isSame = first.form === "state" && second.form === "state";
  return !isSame && !(isParticiple(draft, start) && isParticiple(draft, next));
}

/** A noun or a degree ("P1", "checkout", "an owner"), a bare state ("open"), or words with a head ("on checkout", "open for 2 hours"). */
type Form = "value" | "state" | "phrase";

const formOf: readonly (readonly [Rule, Form])[] = [
  [durationRule, "phrase"],
  [personRule, "phrase"],
  [namedRule, "phrase"],
  [flagRule, "state"],
  [scaleRule, "value"],
  [typeRule, "value"],
  [classRule, "value"],
  [stateRule, "state"],
  [eventRule, "state"],
  [bareRule, "value"],
];

function formAt(draft: Draft, at: number): { form: Form; fields: readonly string[] } | undefined {
  for (const [rule, form] of formOf) {
    const alone: Draft = { ...draft, conditions: [], happened: [], times: [], unknown: [], corrections: [] };
    const length = rule(alone, at, false);
    if (length === 0) continue;
    const fields = [...alone.conditions, ...alone.happened].map(({ field }) => field);
    return { form: formWithin(draft, { at, length, form }), fields };
  }
  return undefined;
}

const heads = new Set("with of in on from by at worse above below less more higher lower".split(" "));
const nounOfFlag = new Set("an a assignee owner owners acknowledgement acknowledgment rollback any back".split(" "));

function formWithin(draft: Draft, { at, length, form }: { at: number; length: number; form: Form }): Form {
  const { text, clock } = draft;
  const first = wordAt(text, at);
  if (form === "value") return length > 1 && heads.has(first) ? "phrase" : "value";
  if (form !== "state") return form;
  if (first === "with") return "phrase";
  if (nounOfFlag.has(first)) return "value";
  const span = spanAt(text, at + length, clock);
  return span === undefined ? "state" : "phrase";
}

const isParticiple = ({ text }: Draft, at: number) => /ed$/.test(wordAt(text, at));
