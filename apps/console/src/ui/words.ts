/** The known words that a parameter such as `open,closed` names, in the order of the table. */
export function wordsOf<T extends string>(known: readonly T[], written: string | undefined): T[] {
  const words = new Set(written?.split(","));
  return known.filter((word) => words.has(word));
}

export function toggled<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
}

/** A table of words as the options of a menu, in its own order. */
export function optionsOf<T extends string>(
  known: readonly T[],
  words: Record<T, string>,
): { value: T; label: string }[] {
  return known.map((value) => ({ value, label: words[value] }));
}

/** `Draft, Approved`, or `3 selected` when there are more than a button can name. */
export function chosenWords<T extends string>(chosen: readonly T[], word: (value: T) => string): string | undefined {
  if (chosen.length === 0) return undefined;
  return chosen.length > 2 ? `${chosen.length} selected` : chosen.map(word).join(", ");
}
