import { type CursorPage, envelopeOf, type OperationSpec, type Page, statusOf } from "@opsplane/contract";
import { type TSchema, Type } from "typebox";

/** The response body, and its schema for the serializer and the API document. */
export function wrap(spec: OperationSpec, output: unknown, query: { limit?: number; offset?: number }): unknown {
  switch (envelopeOf(spec)) {
    case "one":
      return { data: output };
    case "both":
      return { ...(output as object), data: output };
    case "none":
      return undefined;
    case "cursor": {
      const { items, next } = output as CursorPage<unknown>;
      return { data: items, next, limit: query.limit ?? 50 };
    }
    default: {
      const { items, total } = output as Page<unknown>;
      const place = { total, limit: query.limit ?? 50, offset: query.offset ?? 0 };
      return envelopeOf(spec) === "items" ? { items, ...place } : { data: items, ...place };
    }
  }
}

export function replySchema(spec: OperationSpec): TSchema | undefined {
  const place = { total: Type.Integer(), limit: Type.Integer(), offset: Type.Integer() };
  switch (envelopeOf(spec)) {
    case "one":
      return Type.Object({ data: spec.reply });
    case "both":
      return Type.Object({
        ...(spec.reply as unknown as { properties: Record<string, TSchema> }).properties,
        data: spec.reply,
      });
    case "page":
      return Type.Object({ data: Type.Array(spec.reply), ...place });
    case "cursor":
      return Type.Object({
        data: Type.Array(spec.reply),
        next: Type.Unsafe<string | null>({
          type: ["string", "null"],
          description: "The cursor of the next page; null at the end",
        }),
        limit: Type.Integer(),
      });
    case "items":
      return Type.Object({ items: Type.Array(spec.reply), ...place });
    case "none":
      return undefined;
  }
}

const schemas = new WeakMap<OperationSpec, Record<string, TSchema>>();

/** The same value for every server of a process, so that its serializers are compiled once. */
export function responseSchemas(spec: OperationSpec): Record<string, TSchema> {
  const known = schemas.get(spec);
  if (known) return known;
  const schema = replySchema(spec);
  const made = schema ? { [statusOf(spec)]: schema } : {};
  schemas.set(spec, made);
  return made;
}
