import { isDeeperThan, maxDepth } from "@opsplane/runtime/depth";
import { BadBody, maxRows, tooManyRows } from "./job.ts";
import { assertFewValues } from "./json-shape.ts";

/** A row as it was sent, or its problem. */
export type JsonRow = { path: string; value: Record<string, unknown> } | { path: string; problem: string };

/** One record, an array of them, or `{ <name>: [ … ] }`; each must be an object. */
export function* jsonRows(bytes: Uint8Array, name: string): Generator<JsonRow> {
  const { value: body, isDeep } = parseBody(bytes);
  const wrapped = isObject(body) ? body[name] : undefined;
  if (Array.isArray(wrapped)) yield* listed(wrapped, (index) => `${name}[${index}]`, isDeep);
  else if (Array.isArray(body)) yield* listed(body, (index) => `[${index}]`, isDeep);
  else if (isObject(body)) yield asRow(body, "body", isDeep);
  else throw new BadBody(`The body must be a record, an array of records, or { "${name}": [ … ] }.`);
}

function* listed(values: unknown[], path: (index: number) => string, isDeep: boolean): Generator<JsonRow> {
  for (const [index, value] of values.entries()) yield asRow(value, path(index), isDeep);
}

/** One JSON object per line. Lines are split lazily, so a body of empty lines needs no memory. */
export function* ndjsonRows(bytes: Uint8Array): Generator<JsonRow> {
  const isDeep = assertFewValues(bytes) > maxDepth;
  const buffer = asBuffer(bytes);
  let line = 0;
  for (let start = 0; start < buffer.length; ) {
    const found = buffer.indexOf(lineEnd, start);
    const end = found === -1 ? buffer.length : found;
    line += 1;
    if (line > maxRows) throw tooManyRows();
    const text = buffer.toString("utf8", start, end).trim();
    start = end + 1;
    if (text === "") continue;
    const path = `line ${line}`;
    const value = parse(text);
    yield value === undefined ? { path, problem: "is not valid JSON" } : asRow(value, path, isDeep);
  }
}

/** Parses a whole body as JSON. `isDeep` means that some part is nested too deeply, so each row must be checked. */
export function parseBody(bytes: Uint8Array): { value: unknown; isDeep: boolean } {
  const isDeep = assertFewValues(bytes) > maxDepth;
  const value = parse(asBuffer(bytes).toString("utf8"));
  if (value === undefined) throw new BadBody("The body is not valid JSON.");
  return { value, isDeep };
}

const lineEnd = 0x0a;

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function asRow(value: unknown, path: string, isDeep: boolean): JsonRow {
  if (!isObject(value)) return { path, problem: "must be an object" };
  if (isDeep && isDeeperThan(value, maxDepth)) return { path, problem: `is nested deeper than ${maxDepth} levels` };
  return { path, value };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
