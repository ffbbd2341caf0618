import { type Form, formFrom, shapeOf } from "./form.ts";
import { grouped } from "./grouped.ts";
import type { Token } from "./scan.ts";
import { wildcard } from "./words.ts";

/** A template and the forms that became it. */
export interface Merged {
  readonly form: Form;
  readonly members: readonly Form[];
}

/**
 * Finds the words that are values too, although they look like text: names of people, stations, tables.
 *
 * Only forms of one shape can become one template. Top-down: where the forms of a group differ, a place with many different words holds a
 * value, and a place with few splits the group. Bottom-up: templates that differ at one place with many different words are merged. What
 * counts as many depends on the look and place of the words, never on a setting. The order of the forms does not matter.
 */
export const mergeForms = (forms: readonly Form[]): Merged[] => {
  const steps = mergeSteps(forms);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
};

/** The same in small steps, because thousands of long forms take seconds. */
export function* mergeSteps(forms: readonly Form[]): Steps<Merged[]> {
  const sorted = forms.toSorted((one, other) => (one.text < other.text ? -1 : 1));
  yield;
  const shapes = grouped(sorted, (form) => shapeOf(form.tokens));
  const merged: Merged[] = [];
  for (const group of shapes.values())
    merged.push(...(yield* mergeSingle(yield* split(group.map((form) => ({ form, members: [form] }))))));
  return merged;
}

/** Work that may pause at each `yield`. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

function* split(group: readonly Merged[]): Steps<Merged[]> {
  const [first] = group;
  if (first === undefined || group.length === 1) return [...group];
  const places: { place: number; values: Set<string> }[] = [];
  for (const place of wordPlaces(first.form)) {
    places.push({ place, values: valuesAt(group, place) });
    yield;
  }
  const varying = places.filter(({ values }) => values.size > 1);
  const constants = places.filter(({ values }) => values.size === 1 && isConstant([...values][0] ?? ""));
  if (
    varying.every(({ place, values }) => isVariable(first.form.tokens, place, values)) &&
    isEnough(constants.length, varying)
  ) {
    return [
      combine(
        group,
        varying.map(({ place }) => place),
      ),
    ];
  }
  const narrowest = varying.reduce((best, next) => (next.values.size < best.values.size ? next : best));
  const parts = grouped(group, ({ form }) => form.tokens[narrowest.place]?.text ?? "");
  const merged: Merged[] = [];
  for (const part of parts.values()) merged.push(...(yield* split(part)));
  return merged;
}

/** At least as many words stay as become values; a value without any sign of one needs two words beside it. */
const isEnough = (constants: number, varying: readonly { values: ReadonlySet<string> }[]): boolean =>
  constants >= varying.length && (constants > 1 || varying.every(({ values }) => values.has(wildcard)));

function* mergeSingle(templates: readonly Merged[]): Steps<Merged[]> {
  let current = [...templates];
  for (let round = 0; round < maxRounds; round += 1) {
    const before = current.length;
    const [first] = current;
    for (const place of first === undefined ? [] : wordPlaces(first.form)) {
      current = mergeAt(current, place);
      yield;
    }
    if (current.length === before) break;
  }
  return current;
}

const maxRounds = 4;

const mergeAt = (templates: readonly Merged[], place: number): Merged[] => {
  const alike = grouped(templates, ({ form }) =>
    form.tokens.map((token, index) => (index === place ? "" : token.text)).join("\n"),
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    const values = valuesAt(group, place);
    const constants = wordPlaces(first.form).filter(
      (other) => other !== place && isConstant(first.form.tokens[other]?.text ?? ""),
    );
    const merges = isVariable(first.form.tokens, place, values) && isEnough(constants.length, [{ values }]);
    return merges ? [combine(group, [place])] : group;
  });
};

const wordPlaces = (form: Form): number[] => form.tokens.flatMap((token, place) => (token.word ? [place] : []));

const valuesAt = (group: readonly Merged[], place: number): Set<string> =>
  new Set(group.map(({ form }) => form.tokens[place]?.text ?? ""));

const isConstant = (word: string): boolean => /\p{L}{2}/u.test(word);

/** How many different words make a place a variable. */
const enough = { masked: 2, named: 3, plain: 6 } as const;

/** Words after which a name follows. */
const introductions =
  /^(?:user|host|service|for|from|by|named|called|name|id|file|node|pod|job|task|topic|queue|table|database|db|key|command|action|method|type|container|namespace|class|role|group|module|device|interface|account|tenant|server|client|worker|thread|process|session)$/i;
const identifier = /[._@/\\$-]|[\p{Ll}][\p{Lu}]|\uE000/u;

const isVariable = (tokens: readonly Token[], place: number, values: ReadonlySet<string>): boolean => {
  // Some lines have a masked value here, so the others have one too.
  if (values.has(wildcard)) return true;
  if (values.size >= enough.plain) return true;
  if (isEnclosedValue(tokens, place)) return values.size >= enough.masked;
  const isNamed =
    introductions.test(tokens[place - 1]?.text ?? "") || [...values].every((value) => identifier.test(value));
  return values.size >= (isNamed ? enough.named : enough.plain);
};

/** `key: value` that a comma or bracket ends. */
const isEnclosedValue = (tokens: readonly Token[], place: number): boolean => {
  const [colon, key, next] = [tokens[place - 1], tokens[place - 2], tokens[place + 1]];
  return colon?.text === ":" && key?.word === true && next !== undefined && /^[,\])};]$/.test(next.text);
};

const combine = (group: readonly Merged[], places: readonly number[]): Merged => {
  const open = new Set(places);
  const members = group.flatMap((part) => part.members);
  const tokens = (group[0]?.form.tokens ?? []).map((token, place) =>
    open.has(place) ? { ...token, text: wildcard } : token,
  );
  return { form: formFrom(tokens), members };
};
