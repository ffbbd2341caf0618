import { correctedMention, type Mention, type NameIndex, nearNames } from "./names.ts";
import { editsBetween, tolerance, type Word } from "./text.ts";
import { correctable, fillers, knownWords } from "./vocabulary.ts";

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
export function isVocabulary(words: readonly Word[], at: number): boolean {
  const word = words[at];
  if (!word || word.quoted || !knownWords.has(word.text)) return false;
  if (fillers.has(word.text)) return true;
  return (
    !beforeName.has(words[at - 1]?.text ?? "") ||
    (words[at - 1]?.text === "the" && !beforeName.has(words[at - 2]?.text ?? ""))
  );
}

/** The words with typos corrected, also names with one. */
export function correct(words: readonly Word[], names: NameIndex, skip: (at: number) => boolean) {
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
