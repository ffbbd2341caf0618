import { mergeAlike } from "./alike.ts";
import { mergeBare, mergeKeyed, textOf } from "./bare.ts";
import { type Constants, constants } from "./constants.ts";
import { foldTokens } from "./fold.ts";
import { type Form, formFrom } from "./form.ts";
import { mergeEnclosed, mergeOptional } from "./optional.ts";
import { groupedParts, joined, type Part, type Steps } from "./part.ts";

import { openValueWords } from "./value-words.ts";

/** A template and the forms that became it. */
export interface Merged {
  readonly form: Form;
  readonly members: readonly Form[];
}

export interface Counted {
  readonly form: Form;
  readonly count: number;
}

/**
 * Finds the words that are values too, although they look like text: names of people, stations, tables.
 *
 * In rounds: parts of one shape are merged, then parts with the same words between values. Words that turned out to be values are masked
 * everywhere, which makes more parts alike. The order of the forms does not matter.
 */
export const mergeForms = (forms: readonly Counted[], using: Constants = constants): Merged[] => {
  const steps = mergeSteps(forms, using);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** The same in small steps, because thousands of long forms take seconds. */
export function* mergeSteps(forms: readonly Counted[], using: Constants = constants): Steps<Merged[]> {
  const sorted = forms.toSorted(({ form: one }, { form: other }) => (one.text < other.text ? -1 : 1));
  yield;
  const words = openValueWords(using);
  let parts: Part[] = sorted.map(({ form, count }) => ({ tokens: form.tokens, members: [form], count }));
  for (let round = 0; round < maxRounds; round += 1) {
    parts = yield* mergeBare(yield* mergeAlike(parts, { enough: using, words }));
    if (!words.settle(parts)) break;
    yield;
    parts = yield* mergeSame(parts.map((part) => ({ ...part, tokens: foldTokens(words.mask(part.tokens)) })));
  }
  const keyed = yield* mergeKeyed(yield* mergeBare(parts));
  const whole = yield* mergeOptional(yield* mergeEnclosed(keyed, using));
  return whole.map(({ tokens, members }) => ({ form: formFrom(tokens), members }));
}

const maxRounds = 4;

function* mergeSame(parts: readonly Part[]): Steps<Part[]> {
  return (yield* groupedParts(parts, ({ tokens }) => textOf(tokens))).map((group) => joined(group));
}
