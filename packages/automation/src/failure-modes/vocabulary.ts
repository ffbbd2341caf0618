import { stemsOfCues } from "./cues.ts";
import type { FailureMode } from "./mode.ts";
import { stemsOf } from "./words.ts";

// The words of a failure mode: those of its phrases, its name and its texts. Words that few modes have say more.

const stopWords = new Set(
  "a an and any are as at be because been but by can could did do does for from had has have he her his i if in into is it its me more most my new no not of off often on once one only or our out over per she so some such than that the their them then there these they this those through to too two under until up us was we were what when where which while who will with without would you your day hour minute today time people please problem need get use make again other all".split(
    " ",
  ),
);

/** How well the words of a text fit the words of each mode, by its key. */
export function vocabularyOf(modes: readonly FailureMode[]): (stems: readonly string[]) => Map<string, number> {
  const words = new Map(modes.map((mode) => [mode.key, wordsOf(mode)]));
  const counts = new Map<string, number>();
  for (const own of words.values()) for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  const weigh = (word: string) => Math.log(modes.length / (counts.get(word) ?? modes.length));
  return (stems) => {
    const distinct = [...new Set(stems)];
    return new Map(
      [...words].map(([key, own]) => [key, distinct.reduce((sum, stem) => sum + (own.has(stem) ? weigh(stem) : 0), 0)]),
    );
  };
}

function wordsOf({ cues, name, summary, when }: FailureMode): Set<string> {
  const all = [...stemsOfCues(cues), ...stemsOf(`${name} ${summary} ${when}`)];
  return new Set(all.filter((word) => word.length > 1 && !stopWords.has(word)));
}
