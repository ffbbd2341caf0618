import { type Sql, sql } from "@opsplane/runtime";

const reference = /^([a-z]{3})-(\d{1,12})$/i;

/** The search text as a PostgreSQL text query. Every word must be a prefix of a word in the record. */
export function searchWords(typed: string): string | undefined {
  const [, prefix, digits] = reference.exec(typed.trim()) ?? [];
  // A reference in the text. The letters must be a whole word, because thousands of words may start with them.
  if (prefix && digits) return `${prefix} & (${digits}:* | '-${digits}':*)`;
  const words = typed.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return words.length === 0 ? undefined : words.map((word) => `${word}:*`).join(" & ");
}

/** Records that contain the search text, or whose reference starts with it. Each condition has an index. */
export function matchingText(
  typed: string | undefined,
  prefix: "INC" | "CHG" | "REQ",
  columns: { search: Sql; reference: Sql },
): Sql | undefined {
  if (typed === undefined) return undefined;
  const words = searchWords(typed);
  if (words === undefined) return sql`false`;
  const said = sql`${columns.search} @@ to_tsquery('simple', ${words})`;
  const range = referenceRange(typed, prefix);
  if (!range) return said;
  return sql`(${said} or ${columns.reference} >= ${range.from} and ${columns.reference} <= ${range.to})`;
}

/** The range of references with this prefix; undefined when the text does not look like a reference. */
export function referenceRange(typed: string, prefix: string): { from: string; to: string } | undefined {
  const from = typed.trim().toUpperCase();
  return new RegExp(`^${prefix}-\\d{0,12}$`).test(from) ? { from, to: from.padEnd(20, "9") } : undefined;
}
