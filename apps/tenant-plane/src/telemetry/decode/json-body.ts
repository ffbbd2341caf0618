import { BadBody } from "./job.ts";

/** A row of a JSON body with its place in it, or what was wrong with it. */
export type JsonRow = { path: string; value: Record<string, unknown> } | { path: string; problem: string };

/** One record, an array of them, or `{ <name>: [ … ] }`; each must be an object. */
export function jsonRows(bytes: Uint8Array, name: string): JsonRow[] {
  const body = parse(textOf(bytes));
  if (body === undefined) throw new BadBody("The body is not valid JSON.");
  const wrapped = isObject(body) ? body[name] : undefined;
  if (Array.isArray(wrapped)) return wrapped.map((value, index) => asRow(value, `${name}[${index}]`));
  if (Array.isArray(body)) return body.map((value, index) => asRow(value, `[${index}]`));
  if (isObject(body)) return [asRow(body, "body")];
  throw new BadBody(`The body must be a record, an array of records, or { "${name}": [ … ] }.`);
}

/** One JSON object a line. */
export function ndjsonRows(bytes: Uint8Array): JsonRow[] {
  return textOf(bytes)
    .split("\n")
    .map((line, index) => [line.trim(), index] as const)
    .filter(([line]) => line !== "")
    .map(([line, index]) => {
      const value = parse(line);
      return value === undefined
        ? { path: `line ${index + 1}`, problem: "is not valid JSON" }
        : asRow(value, `line ${index + 1}`);
    });
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function asRow(value: unknown, path: string): JsonRow {
  return isObject(value) ? { path, value } : { path, problem: "must be an object" };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
