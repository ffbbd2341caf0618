import { editsBetween, keyOf, tolerance, type Word } from "./text.ts";
import { knownWords } from "./vocabulary.ts";

/** Kinds in the order in which a name that fits several is read. */
export const nameKinds = [
  "item",
  "team",
  "person",
  "schedule",
  "runbook",
  "workflow",
  "class",
  "environment",
  "source",
  "slo",
  "kpi",
] as const;
export type NameKind = (typeof nameKinds)[number];

/** A record of the tenant that a question can name. */
export interface NamedRecord {
  readonly kind: NameKind;
  readonly id: string;
  readonly name: string;
}

export interface Mention {
  readonly named: NamedRecord;
  /** Other records with the same name. */
  readonly others: readonly NamedRecord[];
  readonly start: number;
  readonly end: number;
  /** It was read in spite of a typo. */
  readonly corrected: boolean;
}

export interface NameIndex {
  readonly byKey: ReadonlyMap<string, readonly NamedRecord[]>;
}

export function indexNames(names: readonly NamedRecord[]): NameIndex {
  const byKey = new Map<string, NamedRecord[]>();
  const add = (key: string, named: NamedRecord) => {
    if (key === "") return;
    const known = byKey.get(key);
    if (!known) byKey.set(key, [named]);
    else if (!known.some(({ kind, id }) => kind === named.kind && id === named.id)) known.push(named);
  };
  for (const named of names) for (const key of keysOf(named)) add(key, named);
  return { byKey };
}

/** People are also known by their first or last name, teams without the word team, classes in the plural. */
function keysOf({ kind, name }: NamedRecord): string[] {
  const key = keyOf(name);
  const parts = key.split(" ");
  if (kind === "person")
    return [...new Set([key, parts[0] ?? "", parts.at(-1) ?? ""])].filter((each) => each.length > 2);
  if (kind === "schedule" || kind === "team") {
    // "Platform team" is not meant by "platform", which is a word of other questions.
    const short = key.replace(/ (?:team|schedule|rota|rotation|on call)$/, "");
    const long = kind === "schedule" ? [`${short} schedule`] : [];
    return knownWords.has(short) ? [key, ...long] : [key, short, ...long];
  }
  if (kind === "class") return [key, `${key}s`, key.replace(/y$/, "ies")];
  return [key];
}

const maxWords = 6;

/** Finds the names in a question, the longest first. Words that are `taken` belong to something else. */
export function findMentions(
  words: readonly Word[],
  index: NameIndex,
  taken: (position: number) => boolean,
): Mention[] {
  const found: Mention[] = [];
  const isFree = (start: number, end: number) => {
    for (let at = start; at < end; at += 1)
      if (taken(at) || found.some((mention) => at >= mention.start && at < mention.end)) return false;
    return true;
  };
  for (let length = Math.min(maxWords, words.length); length > 0; length -= 1) {
    for (let start = 0; start + length <= words.length; start += 1) {
      const end = start + length;
      if (!isFree(start, end)) continue;
      const key = keyOf(
        words
          .slice(start, end)
          .map(({ text }) => text)
          .join(" "),
      );
      const names = index.byKey.get(key);
      if (names) found.push(mentionOf(names, start, end, false));
    }
  }
  return found.sort((a, b) => a.start - b.start);
}

function mentionOf(names: readonly NamedRecord[], start: number, end: number, corrected: boolean): Mention {
  const [kind] = nameKinds.filter((each) => names.some((named) => named.kind === each));
  const [first, ...same] = names.filter((named) => named.kind === kind);
  const others = names.filter((named) => named.kind !== kind);
  // Configuration items of one name differ in environment; people of one name are different people.
  if (!first) throw new Error("A key of the index has names.");
  return { named: first, others: [...same, ...others], start, end, corrected };
}

/** The names that a word with a typo may mean, the nearest first. */
export function nearNames(word: string, index: NameIndex): { names: readonly NamedRecord[]; edits: number }[] {
  const key = keyOf(word);
  const limit = tolerance(key.length);
  if (limit === 0) return [];
  return [...index.byKey]
    .map(([known, names]) => ({ names, edits: editsBetween(key, known, limit) }))
    .filter(({ edits }) => edits <= limit)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 5);
}

/** The name that a word with a typo means, if only one is nearest. */
export function correctedMention(word: Word, position: number, index: NameIndex): Mention | undefined {
  const [first, second] = nearNames(word.text, index);
  if (!first || (second && second.edits === first.edits && second.names[0]?.id !== first.names[0]?.id))
    return undefined;
  return mentionOf(first.names, position, position + 1, true);
}
