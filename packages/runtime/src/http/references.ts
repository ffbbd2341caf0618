import type pg from "pg";
import { Failure } from "../failure.ts";

/** The record type of a foreign key column, and the body fields that set it. */
const references: Record<string, { noun: string; fields: readonly string[] }> = {
  assigned_to: { noun: "user", fields: ["assigned_to"] },
  user_id: { noun: "user", fields: ["member_ids", "user_id"] },
  owner_user_id: { noun: "user", fields: ["owner"] },
  group_id: { noun: "group", fields: ["group_id"] },
  owner_group_id: { noun: "group", fields: ["owner"] },
  ci_id: { noun: "configuration item", fields: ["ci_ids", "ci_id"] },
  source_id: { noun: "configuration item", fields: ["source_id"] },
  target_id: { noun: "configuration item", fields: ["target_id"] },
  incident_id: { noun: "incident", fields: ["incident_ids", "incident_id"] },
  change_id: { noun: "change", fields: ["change_id"] },
  catalog_item_id: { noun: "catalog item", fields: ["catalog_item_id"] },
  definition_id: { noun: "approval definition", fields: ["workflow_definition_id"] },
  workflow_instance_id: { noun: "approval", fields: [] },
};

/**
 * Maps a foreign key violation. With row-level security PostgreSQL's message omits the key's value, so the value is taken from the
 * body. The caller sent it, so it reveals nothing about other tenants.
 */
export function brokenReference({ constraint = "", detail = "" }: pg.DatabaseError, body: unknown): Failure {
  if (detail.includes("is still referenced")) return new Failure("CONFLICT", "Other records still refer to this one.");
  const column = /_tenant_id_(\w+)_fkey$/.exec(constraint)?.[1] ?? "";
  const { noun, fields } = references[column] ?? { noun: "record", fields: [] };
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
