import type pg from "pg";
import { Failure } from "../failure.ts";

/** By a foreign key's column: the kind of record it refers to, and the fields of a body that write it. */
export type ForeignKeys = Readonly<Record<string, { noun: string; fields: readonly string[] }>>;

/**
 * Maps a foreign key violation. With row-level security PostgreSQL's message omits the key's value, so the value is taken from the
 * body. The caller sent it, so it reveals nothing about other tenants.
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

/** The value of a field with a single text. With several values it is unknown which one failed. */
function onlyText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return typeof first === "string" ? first : undefined;
}
