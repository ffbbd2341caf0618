import type { Understood } from "./understand/understand.ts";

// A question with one part changed, as words that can be asked again.

export type Understand = (question: string) => Understood;

const prepositions = new Set(
  "of for on in by from to about at with during within over per the and are is was were that which".split(" "),
);

/** The question with other words for a part. */
export function withWords({ asked, spans }: Understood, part: string, words: string): string {
  const own = spans.filter((each) => each.part === part);
  const [first] = own;
  if (!first) return [...asked, words].join(" ");
  return joined(asked, (at) => (at === first.start ? words : own.some(within(at)) ? undefined : asked[at]));
}

/** The questions without a part, first with the prepositions before it left out too. */
export function withoutPart({ asked, spans }: Understood, part: string): string[] {
  const own = spans.filter((each) => each.part === part);
  const left = new Set<number>();
  for (const { start } of own)
    for (let at = start - 1; at >= 0 && prepositions.has(asked[at]?.toLowerCase() ?? ""); at -= 1) left.add(at);
  const keeps = (drops: (at: number) => boolean) =>
    joined(asked, (at) => (own.some(within(at)) || drops(at) ? undefined : asked[at]));
  return [...new Set([keeps((at) => left.has(at)), keeps(() => false)])];
}

const within =
  (at: number) =>
  ({ start, end }: { start: number; end: number }) =>
    at >= start && at < end;

function joined(asked: readonly string[], wordAt: (at: number) => string | undefined): string {
  return asked.flatMap((_, at) => wordAt(at) ?? []).join(" ");
}

/** The whole question that a follow-up stands for: the one before, with the parts that the follow-up names. */
export function wholeOf(before: Understood, next: Understood, understand: Understand): Understood | undefined {
  let whole = before;
  for (const part of new Set(next.spans.map((each) => each.part))) {
    const own = next.spans.filter((each) => each.part === part);
    const words = own.map(({ start, end }) => next.asked.slice(start, end).join(" ")).join(" ");
    whole = understand(withWords(whole, part, connector(part) + words));
  }
  return whole;
}

const connectors: ReadonlyMap<string, string> = new Map([
  ["item", "of "],
  ["team", "of "],
  ["person", "assigned to "],
  ["source", "from "],
]);
const connector = (part: string) => connectors.get(part) ?? "";

/** What decides the answer, apart from one part. Two questions with one signature have the same answer. */
export function signatureOf(q: Understood, except?: string): string {
  const { mentions, references, slots, time, text, concepts } = q;
  const of: Readonly<Record<string, unknown>> = {
    severity: [...slots.severities].sort(),
    grade: [...slots.grades].sort(),
    state: [...slots.states].sort(),
    level: [...slots.levels].sort(),
    type: [...slots.types].sort(),
    limit: slots.limit,
    percentile: slots.percentile,
    time: time && [time.from?.getTime(), time.to?.getTime(), time.at?.getTime()],
    text,
    by: [...concepts].filter((concept) => concept.startsWith("by")).sort(),
    topics: [...concepts].filter((concept) => !concept.startsWith("by") && !shaping.has(concept)).sort(),
    references: references.map(({ reference }) => reference).sort(),
    names: mentions.flatMap(({ kind, id }) => (kind === except ? [] : [`${kind} ${id}`])).sort(),
  };
  return JSON.stringify(Object.entries(of).filter(([part]) => part !== except));
}

/** Words of manners and of asking. */
const shaping: ReadonlySet<string> = new Set(["list", "about", "polite", "greeting", "who", "newest"]);
