import type pg from "pg";
import { Failure } from "../failure.ts";

/** By a foreign key's column: the kind of record it refers to, and the fields of a body that write it. */
export type ForeignKeys = Readonly<Record<string, { noun: string; fields: readonly string[] }>>;

/**
 * A foreign key that was broken. Row-level security keeps the key's value out of PostgreSQL's own words, so the value comes
 * from the body: it is the caller's own and tells nothing about other tenants.
 */
export function brokenReference(
  { constraint = "", detail = "" }: pg.DatabaseError,
  body: unknown,
  foreignKeys: ForeignKeys,
): Failure {
  if (detail.includes("is still referenced")) return new Failure("CONFLICT", "Other records still refer to this one.");
  const column = /_tenant_id_(\w+)_fkey$/.exec(constraint)?.[1] ?? "";
  const { noun, fields } = foreignKeys[column] ?? { noun: "record", fields: [] };
  const sent = fields.map((field) => ({ field, value: valueAt(body, field) })).find(({ value }) => value !== undefined);
  if (!sent) return new Failure("NOT_FOUND", `A ${noun} that the request refers to does not exist.`);
  const only = onlyText(sent.value);
  return new Failure(
    "NOT_FOUND",
    only === undefined
      ? `A ${noun} named in ${sent.field} does not exist.`
      : `The ${noun} ${only} named in ${sent.field} does not exist.`,
  );
}

function valueAt(body: unknown, field: string): unknown {
  return typeof body === "object" && body !== null ? Object.getOwnPropertyDescriptor(body, field)?.value : undefined;
}

/** The one text that a field holds: of several nobody knows which it was. */
function onlyText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof first === "string" ? first : undefined;
}
