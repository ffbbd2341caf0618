import type { Mention } from "./names.ts";
import type { PartSpan } from "./slots.ts";
import type { Word } from "./text.ts";
import { type Concept, phrases } from "./vocabulary.ts";

/** The concepts of a question, with the words that each has covered. */
export function findConcepts(words: readonly Word[], isFree: (at: number) => boolean) {
  const concepts = new Set<Concept>();
  const said = new Map<Concept, string>();
  const covered = new Set<number>();
  const spans: PartSpan[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const fits = (phrases.get(words[at]?.text ?? "") ?? []).filter(({ words: wanted }) =>
      wanted.every((word, index) => isFree(at + index) && words[at + index]?.text === word),
    );
    const length = fits[0]?.words.length ?? 0;
    for (const { words: wanted, concept } of fits) {
      if (wanted.length !== length) continue;
      concepts.add(concept);
      if (!said.has(concept)) said.set(concept, wanted.join(" "));
      spans.push({ part: concept, start: at, end: at + length });
    }
    for (let index = 0; index < length; index += 1) covered.add(at + index);
    if (length > 1) at += length - 1;
  }
  if (concepts.has("runbook") && concepts.delete("resource")) uncover(words, covered);
  return { concepts, covered, said, spans };
}

/** "a runbook about disk" is about that word. */
function uncover(words: readonly Word[], covered: Set<number>): void {
  for (const [at, { text }] of words.entries()) if (isResource(text)) covered.delete(at);
}

const isResource = (word: string) =>
  (phrases.get(word) ?? []).some(({ words, concept }) => concept === "resource" && words.length === 1);

const assigning = new Set(["assigned", "handled", "owned", "managed", "held"]);

/** People who did something else than having a record: "approved by Aisha", "did Mara resolve". */
export function rolesOf(words: readonly Word[], mentions: readonly Mention[]): string[] {
  return mentions.flatMap(({ named, start, end }) => {
    const [before, after] = [words[start - 1]?.text ?? "", words[end]?.text ?? ""];
    const isBy = before === "by" && !assigning.has(words[start - 2]?.text ?? "");
    const isDoer = before === "did" && after !== "have";
    return named.kind === "person" && (isBy || isDoer) ? [`${before} ${named.name}`] : [];
  });
}
