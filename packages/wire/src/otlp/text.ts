import type { AnyValue, Attributes } from "./any-value.ts";

/** A value as text: lists and maps as JSON, bytes as base64, null as an empty text. */
export function asText(value: AnyValue): string {
  if (value === null) return "";
  if (value instanceof Uint8Array) return base64(value);
  return typeof value === "object" ? JSON.stringify(plain(value)) : String(value);
}

/** Attributes as text by key. The later of two equal keys is kept. */
export function textAttributes(attributes: Attributes): Map<string, string> {
  return new Map(attributes.map(([key, value]) => [key, asText(value)]));
}

/** Converts a value to JSON. Numbers that JSON cannot represent become text. */
function plain(value: AnyValue): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Uint8Array) return base64(value);
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}
