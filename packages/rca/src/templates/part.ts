import type { Form } from "./form.ts";
import type { Token } from "./scan.ts";

/** Forms that became one. */
export interface Part {
  readonly tokens: readonly Token[];
  readonly members: readonly Form[];
  /** Its lines. */
  readonly count: number;
}

/** Work that may pause at each `yield`. */
export type Steps<Result> = Generator<undefined, Result, undefined>;

/** One part of several. Its tokens are those of the first unless given. */
export const joined = (parts: readonly Part[], tokens: readonly Token[] = parts[0]?.tokens ?? []): Part => ({
  tokens,
  members: parts.flatMap((part) => part.members),
  count: parts.reduce((sum, part) => sum + part.count, 0),
});

/** The parts of each key, in the order of their first part. */
export function* groupedParts(parts: readonly Part[], keyOf: (part: Part) => string): Steps<Part[][]> {
  const groups = new Map<string, Part[]>();
  for (const [index, part] of parts.entries()) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [part]);
    else group.push(part);
    if (index % partsBetweenPauses === 0) yield;
  }
  return [...groups.values()];
}

const partsBetweenPauses = 100;
