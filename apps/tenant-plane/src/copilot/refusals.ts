import type { ToolOutcome } from "../tools/index.ts";
import type { Draft } from "./draft.ts";
import { intents } from "./intents/index.ts";
import { type Markdown, md } from "./markdown.ts";
import type { Reading } from "./reading/read.ts";
import { questionOf } from "./reading/say.ts";
import { type NameIndex, nearNames } from "./understand/names.ts";
import type { Understood } from "./understand/understand.ts";
import { operators, weightOf } from "./understand/vocabulary.ts";

// What is said instead of an answer, with the nearest questions that have one.

export function readOnly(verb: string): Draft {
  return {
    headline: md`I only read and cannot ${verb} anything.`,
    notes: [md`Open the record in the console to change it. I can find it for you.`],
    suggestions: ["Show the open incidents", "Which runbooks are there?"],
    answered: false,
  };
}

export function refusal({ error, message }: Extract<ToolOutcome, { ok: false }>): Draft {
  const headlines: Partial<Record<typeof error, Markdown>> = {
    forbidden: md`I cannot answer this for you: ${message}`,
    not_in_plan: md`I cannot answer this: ${message}`,
    not_found: md`${message}`,
    unavailable: md`I cannot answer this now: ${message}`,
  };
  return {
    headline: headlines[error] ?? md`I cannot answer this: ${message}`,
    answered: false,
    suggestions: ["What can you do?"],
  };
}

export function unknownWords(unknown: readonly string[], names: NameIndex): Draft {
  const near = [...new Set(unknown.flatMap((word) => otherNames(word, names)))];
  return {
    headline: md`I did not understand “${unknown.slice(0, 3).join("”, “")}”.`,
    notUnderstood: unknown,
    notes:
      near.length > 0
        ? [md`Did you mean ${near.slice(0, 3).join(", ")}?`]
        : unknown.some((word) => operators.has(word.toLowerCase()))
          ? []
          : [md`To search for text, put it in quotes.`],
  };
}

/** The question without the words that were not understood. */
export function nearestOf(reading: Reading | undefined): string[] {
  if (!reading || reading.unknown.length === 0 || reading.query.conditions.length === 0) return [];
  return [questionOf(reading.query)];
}

export function notUnderstood(q: Understood, names: NameIndex, reading: Reading | undefined): Draft {
  const words = reading?.unknown ?? [];
  const near = q.unknown.flatMap((word) => otherNames(word, names));
  const topics = intents
    .map((intent) => ({
      intent,
      fit: [...q.concepts].reduce(
        (sum, concept) => sum + (intent.must.flat().includes(concept) ? weightOf(concept) : 0),
        0,
      ),
    }))
    .filter(({ fit }) => fit > 1)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, 3)
    .map(({ intent }) => intent.example);
  return {
    headline:
      words.length > 0
        ? md`I did not understand “${words.slice(0, 3).join("”, “")}”.`
        : md`I did not understand the question.`,
    notUnderstood: words,
    notes: near.length > 0 ? [md`Did you mean ${near.slice(0, 3).join(", ")}?`] : [],
    suggestions:
      topics.length > 0
        ? [...nearestOf(reading), ...topics]
        : ["How many open incidents are there?", "Who is on call now?", "What changed in the last 24 hours?"],
    answered: false,
  };
}

/** Names that are near a word with a typo. */
function otherNames(word: string, names: NameIndex): string[] {
  return nearNames(word, names).flatMap(({ names: near, edits }) => (edits === 0 ? [] : near.map(({ name }) => name)));
}
