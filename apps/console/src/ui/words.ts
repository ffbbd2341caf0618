/** The known values of a parameter such as `open,closed`, in the order of the table. */
export function wordsOf<T extends string>(known: readonly T[], written: string | undefined): T[] {
  const words = new Set(written?.split(","));
  return known.filter((word) => words.has(word));
}

export function toggled<T>(chosen: readonly T[], value: T): T[] {
  return chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];
}

/** A table of labels as the options of a menu. */
export function optionsOf<T extends string>(
  known: readonly T[],
  words: Record<T, string>,
): { value: T; label: string }[] {
  return known.map((value) => ({ value, label: words[value] }));
}

/** `Draft, Approved`, or `3 selected` when there are too many to list. */
export function chosenWords<T extends string>(chosen: readonly T[], word: (value: T) => string): string | undefined {
  if (chosen.length === 0) return undefined;
  return chosen.length > 2 ? `${chosen.length} selected` : chosen.map(word).join(", ");
}
