import { parse, type Query, writeValue } from "@opsplane/query";

/** The query that also requires this value of a field; with `not` it excludes the value. The field is a field name. */
export function narrowed(q: string, field: string, value: string, not = false): string {
  const term = `${not ? "-" : ""}${field}:${value === "" ? '""' : writeValue(value)}`;
  const written = q.trim();
  if (written === "") return term;
  if (termsOf(written).includes(term)) return written;
  return `${bracketed(written)} ${term}`;
}

/** The query that also requires these terms. */
export function withTerms(q: string, terms: string): string {
  const written = q.trim();
  if (written === "" || written === terms) return terms;
  return written.endsWith(` ${terms}`) ? written : `${bracketed(written)} ${terms}`;
}

/** The terms of a query that are separated by blanks only. */
function termsOf(q: string): string[] {
  return q.split(/\s+/);
}

/** OR binds weaker than AND, so that it needs brackets before another term. */
function bracketed(q: string): string {
  return kindOf(q) === "any" ? `(${q})` : q;
}

function kindOf(q: string): Query["kind"] | undefined {
  try {
    return parse(q)?.kind;
  } catch {
    return undefined;
  }
}
