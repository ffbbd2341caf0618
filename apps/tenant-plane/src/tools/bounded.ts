import { fail } from "@opsplane/runtime";

/** The result of a tool is read by models, so it stays small. */
const maxBytes = 16 * 1024;

/** The data, with fewer rows in its lists when it is too large. Counts stay as they are. */
export function bounded<T>(data: T): T {
  let kept: unknown = data;
  for (let rows = 64; size(kept) > maxBytes && rows >= 1; rows = Math.floor(rows / 2)) kept = shortened(data, rows);
  if (size(kept) > maxBytes) fail("ERROR", "The result of a tool is too large.");
  // Only lists became shorter, which their types do not tell.
  return kept as T;
}

function size(data: unknown): number {
  return Buffer.byteLength(JSON.stringify(data) ?? "");
}

function shortened(data: unknown, rows: number): unknown {
  if (Array.isArray(data)) return data.slice(0, rows).map((each) => shortened(each, rows));
  if (!isRecord(data)) return data;
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, shortened(value, rows)]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
