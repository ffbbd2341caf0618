import { type Choice, ignoredFilters, rank, unexplained } from "./choose.ts";
import type { Draft } from "./draft.ts";
import type { Intent } from "./intents/index.ts";
import { md } from "./markdown.ts";
import type { Reading } from "./reading/read.ts";
import { unknownWords } from "./refusals.ts";
import type { NameIndex } from "./understand/names.ts";
import type { Understood } from "./understand/understand.ts";

/** The intent that answers a question by itself; undefined when none does, or its parts are read in another way. */
export function answering(q: Understood, names: NameIndex, reading: Reading | undefined): Intent | undefined {
  if (q.command !== undefined || (reading && isWhole(reading))) return undefined;
  const [best] = rank(q);
  return best && problemWith(best, q, names, reading) === undefined ? best.intent : undefined;
}

/** Why a number would not be what was asked for. */
export function problemWith(
  { intent }: Choice,
  q: Understood,
  names: NameIndex,
  reading: Reading | undefined,
): Draft | undefined {
  const [unclear] = q.ambiguous;
  if (unclear)
    return {
      headline: md`Several records fit “${unclear.word}”: ${unclear.names.map(({ name }) => name).join(", ")}. Which one do you mean?`,
    };
  const operators = q.operators.filter((word) => word !== intent.operator);
  if (operators.length > 0)
    return unknownWords(intent.isReadWhole && reading?.unknown.length ? reading.unknown : operators, names);
  // Plain counts and lists of records are understood whole or not at all.
  if (reading && reading.unknown.length > 0 && intent.isReadWhole) return unknownWords(reading.unknown, names);
  const isText = intent.takesText === true && (q.isTextMarked || !intent.isReadWhole);
  const unknown = [
    ...q.unknown.filter((word) => word !== intent.operator),
    ...(q.text !== undefined && !isText ? [q.text] : []),
    ...unexplained(intent, q),
  ];
  if (unknown.length > 0) return unknownWords(unknown, names);
  const unused = q.mentions.filter(({ kind }) => ![...(intent.names ?? []), ...(intent.mayName ?? [])].includes(kind));
  if (unused[0])
    return { headline: md`I cannot use “${unused[0].name}” in this question, so I would count something else.` };
  if (q.time?.at && !intent.uses?.includes("time")) return { headline: md`I need a range here, such as “since 9am”.` };
  if (q.secondTime) return { headline: md`Your question has two times. Ask about one of them.` };
  const second = secondOf(intent, q);
  if (second !== undefined)
    return {
      headline: md`I can answer this for one record at a time, and you named “${second}” too.`,
      notUnderstood: [second],
    };
  const [ignored] = ignoredFilters(intent, q);
  if (ignored) return { headline: md`I cannot filter this by ${ignored}, so I would count something else.` };
  return undefined;
}

/** A second name or reference, where an answer is about one. */
function secondOf({ name }: Intent, { mentions, references }: Understood): string | undefined {
  const takes = /^(?:incidents|changes)\./.test(name)
    ? ["item"]
    : name === "items.find"
      ? ["class", "environment"]
      : [];
  const seen = new Map<string, string>();
  for (const { kind, name: called } of mentions) {
    const first = seen.get(kind);
    if (first !== undefined && first !== called && !takes.includes(kind)) return called;
    seen.set(kind, called);
  }
  return references[1]?.reference;
}

/** True when every word of a question about records was read. */
export const isWhole = ({ unknown, query }: Reading): boolean =>
  unknown.length === 0 && (query.conditions.length > 0 || query.by !== undefined);
