import type { NameIndex } from "../understand/names.ts";
import { editsBetween, type Word } from "../understand/text.ts";
import { knownWords } from "../understand/vocabulary.ts";

/** Nouns and words of time: a slip in one of them changes no meaning. Words that negate, compare or join are never a target. */
const targets =
  "incident incidents ticket tickets outage outages changes request requests alerts server servers database databases service services yesterday tomorrow monday tuesday wednesday thursday friday saturday sunday january february march april august september october november december assigned severity priority production resolved acknowledged".split(
    " ",
  );
/** English words that are one slip away from a target and mean something else. */
const others = new Set(
  "charge charges chances changed change changer ranges serves serve severs server's bequests requester requested unassigned unresolved unacknowledged reserved resolve resolves assign assigns alter alters later severally".split(
    " ",
  ),
);

/** The words with slips in nouns corrected. */
export function corrected(words: readonly Word[], names: NameIndex) {
  const corrections: { written: string; read: string }[] = [];
  const next = words.map((word) => {
    const isOther = word.quoted || knownWords.has(word.text) || others.has(word.text) || names.byKey.has(word.text);
    if (isOther || word.text.length < 6 || !/^[a-z]+$/.test(word.text)) return word;
    const target = targets.find((each) => each.length >= 6 && editsBetween(word.text, each, 1) <= 1);
    const prefix = /^(?:un|non|dis|mis|re)/.exec(word.text)?.[0];
    // A prefix turns a word around: "unassigned".
    if (!target || (prefix && !target.startsWith(prefix))) return word;
    corrections.push({ written: word.written, read: target });
    return { ...word, text: target };
  });
  return { words: next, corrections };
}
