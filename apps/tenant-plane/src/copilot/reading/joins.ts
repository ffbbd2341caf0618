import { type Condition, type Query, timeFields } from "./query.ts";
import { lengthAt, phraseAt, type Text, wordAt } from "./scan.ts";
import { classNouns, nouns, phrasesOf } from "./words.ts";

// Configuration items by their incidents: "services with an open incident", "databases that had no incidents last week".

/** What joins the two kinds, and whether the items lack such incidents. */
const connectives = phrasesOf<boolean>([
  ["with|have|has|had|having|that have|that has|that had|which have|which had|which has|affected by", false],
  ["that are affected by|with at least one|that have at least one|have at least one|hit by", false],
  ["without|with no|have no|has no|had no|that have no|that had no|which have no|having no", true],
  ["not affected by|that are not affected by", true],
]);
/** "has the database had incidents" is about one database. */
const ofOne = new Set(["has", "have", "had", "does", "do", "did", "is", "are", "was", "were"]);

export interface Join {
  readonly items: Text;
  readonly incidents: Text;
  readonly not: boolean;
}

/** The two questions of a question about items and their incidents. */
export function joinOf(text: Text): Join | undefined {
  const noun = text.words.findIndex((_, at) => phraseAt(text, at, nouns)?.value === "incident");
  const connective = lastBefore(text, noun);
  if (!connective) return undefined;
  const items = { ...text, words: text.words.slice(0, connective.at) };
  const incidents = { ...text, words: text.words.slice(connective.at + connective.length) };
  return isOfItems(items) && isOfSome(incidents) ? { items, incidents, not: connective.not } : undefined;
}

function lastBefore(text: Text, noun: number): { at: number; length: number; not: boolean } | undefined {
  for (let at = noun - 1; at > 0; at -= 1) {
    const found = phraseAt(text, at, connectives);
    if (!found || at + found.length > noun) continue;
    // "that have" before "have".
    const longer = ["that", "which", "not"].includes(wordAt(text, at - 1))
      ? phraseAt(text, at - 1, connectives)
      : undefined;
    const start = longer ? at - 1 : at;
    const { value: not, length } = longer ?? found;
    return wordAt(text, start - 1) === "not" || wordAt(text, start - 1) === "but"
      ? undefined
      : { at: start, length, not };
  }
  return undefined;
}

/** About items alone, so that the other kind is only a condition. */
function isOfItems(text: Text): boolean {
  const kinds = text.words.map((_, at) => phraseAt(text, at, nouns)?.value);
  const hasItems = kinds.includes("item") || text.words.some((_, at) => lengthAt(text, at, classNouns) > 0);
  return hasItems && !ofOne.has(wordAt(text, 0)) && kinds.every((kind) => kind === undefined || kind === "item");
}

/** "only open incidents", "all incidents resolved" and "open ones but not P1" say something about all incidents of an item. */
const ofAll = new Set(["only", "just", "all", "every", "each", "both", "but", "except"]);

/** About one kind of incident, of which an item has some. "a P1 incident and an open incident" are two. */
function isOfSome(text: Text): boolean {
  const named = text.words.filter((_, at) => phraseAt(text, at, nouns) !== undefined);
  return named.length === 1 && !text.words.some((_, at) => ofAll.has(wordAt(text, at)));
}

/** The items of one query that have, or lack, the incidents of another. Undefined when they cannot be joined. */
export function joinedQuery(items: Query, incidents: Query, not: boolean, words: string): Query | undefined {
  const isPlain = incidents.by === undefined && incidents.order === undefined && items.order === undefined;
  // Of "services with incidents on checkout" it is not clear which service is meant.
  if (!isPlain || incidents.conditions.some(({ field }) => field === "item")) return undefined;
  // What had no incident in a time may not have existed then.
  if (not && incidents.conditions.some(({ field }) => timeFields.includes(field))) return undefined;
  const where = incidents.conditions.map(({ names: _names, words: _words, ...condition }) => condition);
  const condition: Condition = { field: "incidents", where, words, ...(not ? { not: true } : {}) };
  return { ...items, conditions: [...items.conditions, condition] };
}
