interface ReferenceResult<Path extends string> {
  to: Path;
  reference: string;
}

/**
 * Finds the record that a person means by `CHG-00000042`, `inc 42` or `#42`. A number alone means the first kind of record.
 * Returns undefined for any other text.
 */
export function findReference<Path extends string>(
  text: string,
  pages: Readonly<Record<string, Path>>,
): ReferenceResult<Path> | undefined {
  const prefixes = Object.keys(pages);
  const written = new RegExp(`^(?:(${prefixes.join("|")})[-\\s]?|#)0*(\\d{1,12})$`, "i").exec(text.trim());
  const [, letters = prefixes[0] ?? "", digits = ""] = written ?? [];
  const to = pages[letters.toUpperCase()];
  return written && to ? { to, reference: `${letters.toUpperCase()}-${digits.padStart(8, "0")}` } : undefined;
}
