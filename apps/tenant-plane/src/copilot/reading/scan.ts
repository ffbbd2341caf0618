import { own } from "@opsplane/contract";
import { type NamedRecord, type NameIndex, type NameKind, nearNames } from "../understand/names.ts";
import { keyOf, type Word } from "../understand/text.ts";
import type { Phrases } from "./words.ts";

/** The words of a question, and what is known about them. */
export interface Text {
  readonly words: readonly Word[];
  readonly names: NameIndex;
}

export function wordAt({ words }: Text, at: number): string {
  const word = words[at];
  return word && !word.quoted ? word.text : "";
}

export interface Match<T> {
  readonly value: T;
  readonly length: number;
}

/** The longest phrase at a position. */
export function phraseAt<T>(text: Text, at: number, phrases: Phrases<T>): Match<T> | undefined {
  const found = phrases
    .get(wordAt(text, at))
    ?.find(({ words }) => words.every((word, index) => wordAt(text, at + index) === word));
  return found && { value: found.value, length: found.words.length };
}

/** How many words a phrase takes, or 0. */
export function lengthAt<T>(text: Text, at: number, phrases: Phrases<T>): number {
  return phraseAt(text, at, phrases)?.length ?? 0;
}

const maxNameWords = 6;

/** The names of one kind at a position, the longest first. Several with one name are all returned. */
export function namesAt(text: Text, at: number, kinds: readonly NameKind[]): Match<readonly NamedRecord[]> | undefined {
  for (let length = Math.min(maxNameWords, text.words.length - at); length > 0; length -= 1) {
    const words = text.words.slice(at, at + length).map((word) => word.text);
    const fitting = text.names.byKey.get(keyOf(words.join(" ")))?.filter(({ kind }) => kinds.includes(kind));
    const [first] = fitting ?? [];
    // Of several kinds the preferred one counts: "search" is an item before it is a source.
    if (fitting && first) return { value: fitting.filter(({ kind }) => kind === first.kind), length };
  }
  return undefined;
}

/** A name with a typo, if one record alone is near. */
export function nearNameAt(text: Text, at: number, kinds: readonly NameKind[]): NamedRecord | undefined {
  const word = wordAt(text, at);
  if (word.length < 5 || /\d/.test(word)) return undefined;
  const near = nearNames(word, text.names).filter(({ names }) => names.some(({ kind }) => kinds.includes(kind)));
  const [first, second] = near;
  const named = first?.names.filter(({ kind }) => kinds.includes(kind));
  if (!first || !named || named.length !== 1 || (second && second.edits === first.edits)) return undefined;
  return named[0];
}

const grades: Readonly<Record<string, string>> = {
  p1: "P1",
  p2: "P2",
  p3: "P3",
  p4: "P4",
  p5: "P5",
};

/** p1, P1s, sev1, sev-1, "sev 1", "severity 1", "priority 1" or "severity P1". */
export function severityAt(text: Text, at: number): Match<string> | undefined {
  const alone = /^(?:p|sev-?|prio-?)([1-5])s?$/.exec(wordAt(text, at));
  const value = own(grades, `p${alone?.[1] ?? ""}`);
  if (value) return { value, length: 1 };
  if (!["sev", "severity", "priority", "prio"].includes(wordAt(text, at))) return undefined;
  const skipped = ["is", "of"].includes(wordAt(text, at + 1)) ? 2 : 1;
  const next = /^p?([1-5])s?$/.exec(wordAt(text, at + skipped));
  const named = own(grades, `p${next?.[1] ?? ""}`);
  return named ? { value: named, length: skipped + 1 } : undefined;
}
