import { commandOf } from "./commands.ts";
import { findConcepts, rolesOf } from "./concepts.ts";
import { correct, isVocabulary } from "./corrections.ts";
import { leftovers } from "./free-text.ts";
import { findMentions, type Mention, type NamedRecord, type NameIndex } from "./names.ts";
import { findReferences, type Reference } from "./references.ts";
import { findSlots, type PartSpan, type Slots } from "./slots.ts";
import { type Word, wordsOf } from "./text.ts";
import { type AskedTime, findTime } from "./time.ts";
import { type Concept, fillers, operators } from "./vocabulary.ts";

/** What a question says, before it is decided what is asked. */
export interface Understood {
  readonly words: readonly string[];
  readonly time: AskedTime | undefined;
  /** The question has another time that was not used. */
  readonly secondTime: boolean;
  readonly mentions: readonly NamedRecord[];
  /** Names that fit several records equally. */
  readonly ambiguous: readonly { word: string; names: readonly NamedRecord[] }[];
  readonly references: readonly Reference[];
  readonly concepts: ReadonlySet<Concept>;
  readonly slots: Slots;
  /** Words in quotes, or after "containing". */
  readonly text: string | undefined;
  /** Words with a meaning that was not understood. */
  readonly unknown: readonly string[];
  /** The first words of each concept. */
  readonly said: ReadonlyMap<Concept, string>;
  /** The text was in quotes, or after a word such as "containing". */
  readonly isTextMarked: boolean;
  /** Words that turn, compare or join, and that nothing has read. */
  readonly operators: readonly string[];
  /** Typos that were corrected. */
  readonly corrections: readonly { written: string; read: string }[];
  /** The question word by word, as it can be asked again. */
  readonly asked: readonly string[];
  /** Where its parts stand in `asked`. */
  readonly spans: readonly PartSpan[];
  /** The question asks to change something. */
  readonly command: string | undefined;
  /** it, that, this: something that was named before. */
  readonly pointsBack: boolean;
  /** Begins like a follow-up. */
  readonly continues: boolean;
}

export interface UnderstandOptions {
  readonly now: Date;
  readonly timezone: string;
  readonly names: NameIndex;
}

const maxWords = 80;
/** Stands for words that belong to a name, a reference or a time. */
const hidden = "·";
const aheadWords = new Set(["will", "upcoming", "planned", "scheduled", "coming", "next", "future", "forthcoming"]);
const followUps = new Set(["and", "only", "just", "also", "same", "now", "but", "or"]);
const pointers = new Set([
  "it",
  "its",
  "that",
  "this",
  "they",
  "them",
  "their",
  "these",
  "those",
  "there",
  "he",
  "she",
  "him",
  "her",
]);

export function understand(question: string, { now, timezone, names }: UnderstandOptions): Understood {
  const original = wordsOf(question).slice(0, maxWords);
  const references = findReferences(original);
  const inReference = (at: number) => references.some(({ start, end }) => at >= start && at < end);
  const isTaken = (at: number) => inReference(at) || isVocabulary(original, at);
  const figures = figureNames(original, names, inReference);
  const inFigure = (at: number) => figures.some(({ start, end }) => at >= start && at < end);
  const exact = [...figures, ...findMentions(original, names, (at) => isTaken(at) || inFigure(at))];
  const inExact = (at: number) => exact.some(({ start, end }) => at >= start && at < end);
  const { words, corrections, corrected } = correct(original, names, (at) => inReference(at) || inExact(at));
  const mentions = [...exact, ...corrected];
  const inMention = (at: number) => mentions.some(({ start, end }) => at >= start && at < end);
  const plain = words.map(({ text }, at) => (inMention(at) || inReference(at) ? hidden : text));
  const ahead = plain.some((word) => aheadWords.has(word));
  const found = findTime(plain, now, timezone, ahead);
  const inTime = (at: number) => found !== undefined && at >= found.start && at < found.end;
  const rest = plain.map((word, at) => (inTime(at) ? hidden : word));
  // "right now" is when everything is counted anyway.
  const isNow = found?.at?.getTime() === now.getTime();
  const time = isNow ? undefined : found;
  const secondTime = time !== undefined && findTime(rest, now, timezone, ahead) !== undefined;
  const isFree = (at: number) => !inMention(at) && !inReference(at) && !inTime(at) && !words[at]?.quoted;
  const { slots, used, spans } = findSlots(words, isFree);
  const { concepts, covered, said, spans: ofConcepts } = findConcepts(words, (at) => isFree(at));
  const isUnknown = (at: number) => {
    const word = words[at]?.text ?? "";
    return isFree(at) && !used.has(at) && !covered.has(at) && !fillers.has(word);
  };
  const { text, unknown, isMarked } = leftovers(words, isUnknown);
  const isOperator = (at: number) => isFree(at) && !used.has(at) && !covered.has(at);
  return {
    ...{ words: plain, time, secondTime, concepts, slots, text, unknown, corrections },
    ...{ said, isTextMarked: isMarked },
    asked: words.map(({ written, quoted }) => (quoted ? `"${written}"` : written)),
    spans: [
      ...references.map(({ kind, start, end }) => ({ part: kind, start, end })),
      ...mentions.map(({ named: { kind }, start, end }) => ({ part: kind, start, end })),
      ...(time ? [{ part: "time", start: time.start, end: time.end }] : []),
      ...spans,
      ...ofConcepts.flatMap((each) => (each.part.startsWith("by") ? [{ ...each, part: "by" }] : [])),
    ],
    operators: [
      ...words.flatMap(({ text: word }, at) => (isOperator(at) && operators.has(word) ? [word] : [])),
      ...rolesOf(words, mentions),
    ],
    mentions: mentions.sort((a, b) => a.start - b.start).flatMap(itemsOrOne),
    ambiguous: mentions.filter(isAmbiguous).map(({ named, others, start, end }) => ({
      word: words
        .slice(start, end)
        .map(({ written }) => written)
        .join(" "),
      names: [named, ...others.filter(({ kind }) => kind === named.kind)],
    })),
    references: references.map(({ kind, reference }) => ({ kind, reference })),
    command: commandOf(plain),
    pointsBack: plain.some((word, at) => pointers.has(word) && !inTime(at)),
    continues: followUps.has(plain[0] ?? "") || /^(?:what|how) about\b/.test(plain.join(" ")),
  };
}

/** "the KPI Urgent incidents": beside its kind a name may consist of words that mean something else. */
function figureNames(words: readonly Word[], names: NameIndex, taken: (at: number) => boolean): Mention[] {
  if (!words.some(({ text }) => /^(?:kpis?|slos?|objectives?|budget)$/.test(text))) return [];
  return findMentions(words, names, taken).filter(({ named }) => named.kind === "kpi" || named.kind === "slo");
}

/** Several items may have one name, in several environments. All of them are meant. */
function itemsOrOne({ named, others }: Mention): NamedRecord[] {
  return named.kind === "item" ? [named, ...others.filter(({ kind }) => kind === "item")] : [named];
}

/** Two people or two teams of one name are not guessed. Items of one name are taken together with their environment. */
function isAmbiguous({ named, others }: Mention): boolean {
  return named.kind !== "class" && others.some(({ kind }) => kind === named.kind) && named.kind !== "item";
}
