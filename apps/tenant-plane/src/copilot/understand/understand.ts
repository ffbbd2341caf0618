import { own } from "@opsplane/contract";
import { findConcepts, rolesOf } from "./concepts.ts";
import { correctedMention, findMentions, type Mention, type NamedRecord, type NameIndex, nearNames } from "./names.ts";
import { findSlots, type Slots } from "./slots.ts";
import { editsBetween, tolerance, type Word, wordsOf } from "./text.ts";
import { type AskedTime, findTime } from "./time.ts";
import { type Concept, correctable, fillers, knownWords, operators } from "./vocabulary.ts";

export interface Reference {
  readonly kind: "incident" | "change" | "request" | "execution" | "run";
  readonly reference: string;
}

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
const prefixesOf: Readonly<Record<string, Reference["kind"]>> = {
  ...{ inc: "incident", chg: "change", req: "request", exe: "execution", run: "run" },
};
const nouns: Readonly<Record<string, string>> = {
  incident: "INC",
  ticket: "INC",
  change: "CHG",
  request: "REQ",
  execution: "EXE",
};
const aheadWords = new Set(["will", "upcoming", "planned", "scheduled", "coming", "next", "future", "forthcoming"]);
const followUps = new Set(["and", "only", "just", "also", "same", "now", "but", "or"]);
const textMarkers = new Set([
  "containing",
  "contain",
  "contains",
  "mentioning",
  "mention",
  "mentions",
  "matching",
  "saying",
  "with",
  "about",
  "named",
  "called",
  "like",
  "for",
  "regarding",
]);
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
  const { slots, used } = findSlots(words, isFree);
  const { concepts, covered, said } = findConcepts(words, (at) => isFree(at));
  const isUnknown = (at: number) => {
    const word = words[at]?.text ?? "";
    return isFree(at) && !used.has(at) && !covered.has(at) && !fillers.has(word);
  };
  const { text, unknown, isMarked } = leftovers(words, isUnknown);
  const isOperator = (at: number) => isFree(at) && !used.has(at) && !covered.has(at);
  return {
    ...{ words: plain, time, secondTime, concepts, slots, text, unknown, corrections },
    ...{ said, isTextMarked: isMarked },
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

interface FoundReference extends Reference {
  start: number;
  end: number;
}

function findReferences(words: readonly Word[]): FoundReference[] {
  const found: FoundReference[] = [];
  for (const [start, { text }] of words.entries()) {
    const match = /^(inc|chg|req|exe|run)[-_#]?0*(\d{1,12})$/.exec(text);
    const kind = own(prefixesOf, match?.[1] ?? "");
    if (match && kind)
      found.push({ kind, reference: referenceOf(match[1] ?? "", match[2] ?? ""), start, end: start + 1 });
    const prefix = own(nouns, text);
    const number = /^#?0*(\d{1,12})$/.exec(words[start + 1]?.text ?? "");
    const ofNoun = own(prefixesOf, prefix?.toLowerCase() ?? "");
    if (prefix && number && ofNoun)
      found.push({ kind: ofNoun, reference: referenceOf(prefix, number[1] ?? ""), start: start + 1, end: start + 2 });
  }
  return found;
}

function referenceOf(prefix: string, number: string): string {
  return `${prefix.toUpperCase()}-${number.padStart(8, "0")}`;
}

const beforeName = new Set([
  "of",
  "for",
  "about",
  "affecting",
  "on",
  "does",
  "is",
  "in",
  "with",
  "and",
  "did",
  "to",
  "the",
]);

/** A word that the engine knows is a name only after a preposition, or in quotes. */
function isVocabulary(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (!word || word.quoted || !knownWords.has(word.text)) return false;
  if (fillers.has(word.text)) return true;
  return (
    !beforeName.has(words[at - 1]?.text ?? "") ||
    (words[at - 1]?.text === "the" && !beforeName.has(words[at - 2]?.text ?? ""))
  );
}

function correct(words: readonly Word[], names: NameIndex, skip: (at: number) => boolean) {
  const corrections: { written: string; read: string }[] = [];
  const corrected: Mention[] = [];
  const next = words.map((word, at) => {
    if (skip(at) || word.quoted || knownWords.has(word.text) || /\d/.test(word.text) || word.text.length < 4)
      return word;
    const known = nearestWord(word.text);
    const near = nearNames(word.text, names)[0];
    if (known && (!near || known.edits <= near.edits)) {
      corrections.push({ written: word.written, read: known.word });
      return { ...word, text: known.word };
    }
    const mention = correctedMention(word, at, names);
    if (mention) {
      corrected.push(mention);
      corrections.push({ written: word.written, read: mention.named.name });
    }
    return word;
  });
  return { words: next, corrections, corrected };
}

function nearestWord(word: string): { word: string; edits: number } | undefined {
  const limit = Math.min(tolerance(word.length), word.length >= 8 ? 2 : 1);
  if (word.length < 5) return undefined;
  let best: { word: string; edits: number } | undefined;
  for (const known of correctable) {
    const edits = editsBetween(word, known, limit);
    if (edits <= limit && (!best || edits < best.edits)) best = { word: known, edits };
  }
  return best;
}

const searching = new Set([
  "containing",
  "contain",
  "contains",
  "mentioning",
  "mention",
  "mentions",
  "matching",
  "saying",
]);

/** Text to search for: words in quotes, or words after a marker that nothing else explains. */
function leftovers(words: readonly Word[], isUnknown: (at: number) => boolean) {
  const quoted = words.find((word) => word.quoted)?.written;
  const unknown: string[] = [];
  const text: string[] = [];
  for (const [at, { written }] of words.entries()) {
    if (!isUnknown(at)) continue;
    const before = words[at - 1]?.text ?? "";
    const isText = textMarkers.has(before) || (text.length > 0 && words[at - 1]?.written === text.at(-1));
    if (isText && quoted === undefined) text.push(written);
    else unknown.push(written);
  }
  const before = words[words.findIndex(({ written }) => written === text[0]) - 1]?.text ?? "";
  return {
    text: quoted ?? (text.length > 0 ? text.join(" ") : undefined),
    unknown,
    isMarked: quoted !== undefined || searching.has(before),
  };
}

const verbs = new Set(
  "create delete remove close resolve acknowledge ack reopen assign reassign restart reboot execute start stop kill deploy rollback drop approve reject cancel edit modify disable enable trigger escalate page notify send silence unsilence merge publish run update set add raise insert truncate grant revoke schedule".split(
    " ",
  ),
);
const polite = new Set(
  "please kindly can could would you to i want need like us we let ask go ahead and now then just ignore all previous instructions".split(
    " ",
  ),
);

/** A question that begins with a verb of change asks to do something. "update me" and "show" do not. */
function commandOf(words: readonly string[]): string | undefined {
  const first = words.findIndex((word) => !polite.has(word));
  const word = words[first] ?? "";
  if (!verbs.has(word)) return undefined;
  const next = words[first + 1] ?? "";
  const isQuestion =
    (word === "update" && ["me", "on"].includes(next)) || (word === "run" && next === "") || next === "book";
  return isQuestion ? undefined : word;
}
