import type { TSchema } from "typebox";

interface JsonSchema {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: unknown;
  additionalProperties?: unknown;
  items?: JsonSchema;
}

const maxNamed = 20;

/** Removes unknown fields and returns their paths for the header x-ignored-fields. */
export function dropUnknown(schema: TSchema, value: unknown): string[] {
  const dropped: string[] = [];
  visit(schema as JsonSchema, value, "", dropped);
  return dropped;
}

/** Formats the paths for the header x-ignored-fields: short, and ASCII only. */
export function asHeader(paths: readonly string[]): string {
  const shown = paths.slice(0, maxNamed).map((path) => encodeURIComponent(path.slice(0, 60)));
  return paths.length > maxNamed ? [...shown, "..."].join(", ") : shown.join(", ");
}

function visit(schema: JsonSchema, value: unknown, path: string, dropped: string[]): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) visit(schema.items, item, `${path}[]`, dropped);
    return;
  }
  if (
    typeof value !== "object" ||
    value === null ||
    !schema.properties ||
    schema.additionalProperties ||
    schema.patternProperties
  )
    return;
  const record = value as Record<string, unknown>;
  for (const key of Object.keys(record)) {
    const known = Object.hasOwn(schema.properties, key) ? schema.properties[key] : undefined;
    const place = path === "" ? key : `${path}.${key}`;
    if (known) visit(known, record[key], place, dropped);
    else {
      delete record[key];
      if (!dropped.includes(place)) dropped.push(place);
    }
  }
}
