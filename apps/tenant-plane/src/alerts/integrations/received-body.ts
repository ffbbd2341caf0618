import { isDeeperThan, maxDepth } from "@opsplane/runtime";
import { isFields } from "./formats/incoming.ts";

/** JSON, or why it is not. */
export interface Parsed {
  value: unknown;
  problem?: string;
}

export function parsed(body: unknown): Parsed {
  try {
    const value: unknown = JSON.parse(String(body));
    return isDeeperThan(value, maxDepth)
      ? { value: undefined, problem: `The body is nested deeper than ${maxDepth} levels.` }
      : { value };
  } catch (error) {
    // The message may quote the body, and with it the key.
    const [, position] = /at position (\d+)/.exec(error instanceof Error ? error.message : "") ?? [];
    const where = position === undefined ? "" : ` at character ${position}`;
    return { value: undefined, problem: `The body is not valid JSON${where}.` };
  }
}

export function parsedObject(body: unknown): Parsed {
  const found = parsed(body);
  return found.problem === undefined && !isFields(found.value)
    ? { value: undefined, problem: "The body must be a JSON object." }
    : found;
}

const maxExcerpt = 2_000;
const keys = /opi_[\w-]{8,}/g;

/** The beginning of what was received, as PostgreSQL can store it and without keys. */
export function excerpt(body: unknown): string {
  // A request without a body has none of both.
  if (typeof body !== "string" && !Buffer.isBuffer(body)) return "";
  const text = Buffer.from(body.slice(0, 4 * maxExcerpt))
    .toString()
    .replaceAll("\0", "");
  return text.replace(keys, "opi_…").slice(0, maxExcerpt);
}
