/** What a person typed, as a PostgreSQL text query: every word must begin one in the record. */
export function searchWords(typed: string): string | undefined {
  const words = typed.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(" & ");
}
