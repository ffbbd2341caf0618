const stopWords = new Set(
  "a after all an and any are as at be been but by can do does down for from had has have high i if in into is it its low no not of off on or out over per than that the their then there this to too under up was we were when which while will with".split(
    " ",
  ),
);

/** The distinct words of a text, without case and the most frequent words. Names such as `pay-api.eu` stay whole, and their parts count too. */
export function wordsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-_.][\p{L}\p{N}]+)*/gu) ?? [];
  const parts = words.flatMap((word) => (/[-_.]/.test(word) ? word.split(/[-_.]/) : []));
  return [...new Set([...words, ...parts])].filter((word) => word.length > 1 && !stopWords.has(word));
}
