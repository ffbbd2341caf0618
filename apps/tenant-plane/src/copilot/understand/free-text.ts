import type { Word } from "./text.ts";

/** Words that say that a text to search for follows. */
const searching = new Set("containing contain contains mentioning mention mentions matching saying".split(" "));
/** Words that such a text may follow. */
const textMarkers = new Set([...searching, ..."with about named called like for regarding".split(" ")]);

/** Text to search for: words in quotes, or words after a marker that nothing else explains. */
export function leftovers(words: readonly Word[], isUnknown: (at: number) => boolean) {
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
