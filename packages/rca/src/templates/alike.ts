import type { Constants } from "./constants.ts";
import { shapeOf } from "./form.ts";
import { grouped } from "./grouped.ts";
import { joined, type Part, type Steps } from "./part.ts";
import type { Token } from "./scan.ts";
import type { ValueWords } from "./value-words.ts";
import { introductions, wildcard } from "./words.ts";

/**
 * Merges parts of one shape: those that have the same marks and as many words.
 *
 * Top-down: where the parts of a group differ, a place with many different words holds a value, and a place with few splits the group.
 * Bottom-up: templates that differ at one place with many different words are merged. What counts as many depends on the look and place of the
 * words, never on how often a line is repeated. The order of the parts does not matter.
 */
export function* mergeAlike(parts: readonly Part[], rules: Rules): Steps<Part[]> {
  const merged: Part[] = [];
  for (const group of grouped(parts, (part) => shapeOf(part.tokens)).values())
    merged.push(...(yield* mergeSingle(yield* split(group, rules), rules)));
  return merged;
}

export interface Rules {
  readonly enough: Constants;
  /** Learns the words of each place that turns out to hold a value. */
  readonly words: ValueWords;
}

function* split(group: readonly Part[], rules: Rules): Steps<Part[]> {
  const [first] = group;
  if (first === undefined || group.length === 1) return [...group];
  const places: { place: number; values: Set<string> }[] = [];
  for (const place of wordPlaces(first.tokens)) {
    places.push({ place, values: valuesAt(group, place) });
    yield;
  }
  const varying = places.filter(({ values }) => values.size > 1);
  const constants = places.filter(({ values }) => values.size === 1 && isConstant([...values][0] ?? ""));
  if (
    varying.every(({ place, values }) => isVariable(first.tokens, place, values, rules.enough)) &&
    isEnough(constants.length, varying, rules.enough)
  ) {
    return [
      combine(
        group,
        varying.map(({ place }) => place),
        rules,
      ),
    ];
  }
  const narrowest = varying.reduce((best, next) => (next.values.size < best.values.size ? next : best));
  const parts = grouped(group, ({ tokens }) => tokens[narrowest.place]?.text ?? "");
  const merged: Part[] = [];
  for (const part of parts.values()) merged.push(...(yield* split(part, rules)));
  return merged;
}

/** At least as many words stay as become values; a value without any sign of one needs two words beside it, or very many values. */
const isEnough = (
  constants: number,
  varying: readonly { values: ReadonlySet<string> }[],
  { alone }: Constants,
): boolean =>
  constants >= varying.length &&
  (constants > 1 || varying.every(({ values }) => values.has(wildcard) || values.size >= alone));

function* mergeSingle(templates: readonly Part[], rules: Rules): Steps<Part[]> {
  let current = [...templates];
  for (let round = 0; round < maxRounds; round += 1) {
    const before = current.length;
    const [first] = current;
    for (const place of first === undefined ? [] : wordPlaces(first.tokens)) {
      current = mergeAt(current, place, rules);
      yield;
    }
    if (current.length === before) break;
  }
  return current;
}

const maxRounds = 4;

const mergeAt = (templates: readonly Part[], place: number, rules: Rules): Part[] => {
  const alike = grouped(templates, ({ tokens }) =>
    tokens.map((token, index) => (index === place ? "" : token.text)).join("\n"),
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || group.length === 1) return group;
    const values = valuesAt(group, place);
    const constants = wordPlaces(first.tokens).filter(
      (other) => other !== place && isConstant(first.tokens[other]?.text ?? ""),
    );
    const merges =
      isVariable(first.tokens, place, values, rules.enough) && isEnough(constants.length, [{ values }], rules.enough);
    return merges ? [combine(group, [place], rules)] : group;
  });
};

const wordPlaces = (tokens: readonly Token[]): number[] =>
  tokens.flatMap((token, place) => (token.word ? [place] : []));

const valuesAt = (group: readonly Part[], place: number): Set<string> =>
  new Set(group.map(({ tokens }) => tokens[place]?.text ?? ""));

const isConstant = (word: string): boolean => /\p{L}{2}/u.test(word);

const identifier = /[._@/\\$-]|[\p{Ll}][\p{Lu}]|\uE000/u;

const isVariable = (
  tokens: readonly Token[],
  place: number,
  values: ReadonlySet<string>,
  enough: Constants,
): boolean => {
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

const combine = (group: readonly Part[], places: readonly number[], { words }: Rules): Part => {
  for (const place of places) words.learn(group, place);
  const open = new Set(places);
  const [first] = group;
  return joined(
    group,
    first?.tokens.map((token, place) => (open.has(place) ? { ...token, text: wildcard } : token)),
  );
};
