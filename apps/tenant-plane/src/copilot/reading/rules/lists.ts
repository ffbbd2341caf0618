import type { Draft } from "../draft.ts";
import { lengthAt, type Match, phraseAt, wordAt } from "../scan.ts";
import { joiners, phrasesOf } from "../words.ts";

const repeated = phrasesOf([
  [
    "the|a|an|were|was|are|is|be|been|being|to|by|on|in|with|of|from|for|affecting|about|assigned to|not|that are",
    undefined,
  ],
] as const);

export interface Values<T> {
  readonly values: readonly T[];
  readonly end: number;
  /** How the values are joined; undefined for one. */
  readonly joint: "or" | "and" | undefined;
}

/** One value or several: "P1", "P1 or P2", "neither P1 nor P2". Undefined when there is none. */
export function listAt<T>(
  draft: Draft,
  at: number,
  read: (at: number) => Match<T> | undefined,
  options: { adjacent?: boolean } = {},
): Values<T> | undefined {
  const first = read(at);
  if (!first) return undefined;
  const values = [first.value];
  let end = at + first.length;
  let joint: Values<T>["joint"];
  for (;;) {
    const next = nextValue(draft, end, read, options.adjacent ?? false);
    if (!next) return { values, end, joint };
    values.push(next.value);
    end = next.end;
    joint = next.joint ?? joint;
  }
}

function nextValue<T>(draft: Draft, end: number, read: (at: number) => Match<T> | undefined, adjacent: boolean) {
  const joint = phraseAt(draft.text, end, joiners);
  if (joint) {
    const start = end + joint.length;
    const [direct, after] = [start, start + lengthAt(draft.text, start, repeated)];
    for (const at of [direct, after]) {
      const value = read(at);
      // "not P1 and not P2" is not one list of a positive and a negative one.
      if (value && (at === direct || wordAt(draft.text, direct) !== "not"))
        return { value: value.value, end: at + value.length, joint: joint.value };
    }
    return undefined;
  }
  const value = adjacent ? read(end) : undefined;
  return value && { value: value.value, end: end + value.length, joint: undefined };
}
