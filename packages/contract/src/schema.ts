import { type Static, type TSchema, Type } from "typebox";

// Building blocks of the contract's schemas. Every string and list has a limit.

/** One of these values, as a plain JSON Schema enum that validator, serializer and API document all understand. */
export function oneOf<const T extends readonly string[]>(
  words: T,
  options: { description?: string; default?: T[number] } = {},
) {
  return Type.Unsafe<T[number]>({ type: "string", enum: [...words], ...options });
}

/** The schema, or null. `type: [x, "null"]` keeps the serializer on its fast path, unlike a union. */
export function nullable<T extends TSchema>(schema: T) {
  const plain = { ...schema } as Record<string, unknown>;
  if (Array.isArray(plain.enum)) plain.enum = [...plain.enum, null];
  return Type.Unsafe<Static<T> | null>({ ...plain, type: [plain.type, "null"] });
}

export const Id = Type.String({ format: "uuid", description: "UUIDv7" });
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** True when the text has the form of an id. */
export function isId(word: string): boolean {
  return uuid.test(word);
}

export const Timestamp = Type.String({ format: "date-time", description: "ISO 8601, UTC, milliseconds" });
export const Email = Type.String({ format: "email", maxLength: 254 });
export const Slug = Type.String({
  pattern: "^[a-z][a-z0-9-]{1,62}$",
  description: "Lowercase letters, digits and dashes",
});

/** A line of text that is not blank. */
export function line(maxLength: number, description?: string) {
  return Type.String({ minLength: 1, maxLength, pattern: "\\S", ...(description ? { description } : {}) });
}

export function text(maxLength: number, description?: string) {
  return Type.String({ maxLength, ...(description ? { description } : {}) });
}

export const Password = Type.String({ minLength: 1, maxLength: 200 });
export const NewPassword = Type.String({ minLength: 12, maxLength: 200, description: "At least 12 characters" });

/** A time in a query: ISO 8601, Unix seconds or milliseconds, or relative, such as `now-1h`. */
export const QueryTime = Type.String({
  format: "query-time",
  maxLength: 40,
  description: "ISO 8601, Unix seconds or milliseconds, or relative such as now-1h",
});

/** Several values in one query parameter, separated by commas or repeated. */
export function listOf<T extends TSchema>(item: T, description?: string) {
  return Type.Array(item, { minItems: 1, maxItems: 50, ...(description ? { description } : {}) });
}

export const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 50 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 10_000_000, default: 0 })),
};

/** The number of characters of a long text in lists. The record itself has the full text. */
export const listedText = 500;

/** The fields of every stored record. `version` counts its changes and is its ETag. */
export const recordFields = {
  id: Id,
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer({ description: "Counts the changes of this record; its ETag" }),
};

export const IdParams = Type.Object({ id: Id });
export const RoleName = Type.String({
  pattern: "^[a-z][a-z0-9_-]{1,39}$",
  description: "Lowercase letters, digits, dashes and underscores",
});
export const search = Type.Optional(text(200, "Words in name or email"));

/** An object with arbitrary keys. */
export function freeForm(description: string) {
  return Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true, description });
}

/** The old and new value of each changed field. */
export const FieldChanges = Type.Unsafe<Record<string, { from: unknown; to: unknown }>>({
  type: "object",
  additionalProperties: { type: "object", additionalProperties: true },
  description: "The old and new value of each changed field",
});

/** Path of a record that has an id and a reference such as CHG-00000042. */
export function refParams(prefix: string) {
  return Type.Object({
    id: Type.String({
      pattern: `^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|${prefix}-\\d{8,12})$`,
      description: `id or reference (${prefix}-00000042)`,
    }),
  });
}

/** A filter for a user: an id, me or none. */
export const WantedPerson = Type.String({
  pattern: "^(me|none|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$",
  description: "A user id, me or none",
});

/** The response to a delete. */
export const gone = { status: 204, envelope: "none", reply: Type.Null() } as const;
