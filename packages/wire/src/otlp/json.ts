import { WireError } from "../wire-error.ts";

export function objectAt(value: unknown, path: string): Record<string, unknown> {
  if (!isObject(value)) throw new WireError(`${path || "The request"} must be an object`);
  return value;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
