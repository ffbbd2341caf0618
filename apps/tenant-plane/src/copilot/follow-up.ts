import type { NamedRecord } from "./understand/names.ts";
import type { Reference } from "./understand/references.ts";
import type { Understood } from "./understand/understand.ts";
import type { Concept } from "./understand/vocabulary.ts";
import { weightOf } from "./understand/vocabulary.ts";

/** Concepts that only narrow or shape a question. A question with only these continues the one before. */
const shaping: ReadonlySet<Concept> = new Set<Concept>([
  ...([
    "list",
    "about",
    "newest",
    "my",
    "unassigned",
    "assigned",
    "top",
    "compare",
    "who",
    "next",
    "count",
    "mean",
  ] as const),
  ...(["bySeverity", "byStatus", "byService", "byTeam", "byAssignee", "bySource", "oldest", "late"] as const),
]);

const starters = new Set(["only", "just", "but"]);

/** The question as a continuation of the one before, or as it is. */
export function continued(q: Understood, before: Understood | undefined): Understood {
  if (!before) return q;
  const topics = [...q.concepts].filter((concept) => !shaping.has(concept));
  const narrows =
    q.time ||
    q.slots.severities.length > 0 ||
    q.mentions.length > 0 ||
    q.slots.states.size > 0 ||
    q.slots.grades.length > 0;
  const shapes = [...q.concepts].some((concept) => shaping.has(concept) && concept !== "about" && concept !== "list");
  const isShort = q.words.length <= 8;
  const follows = topics.length === 0 && q.references.length === 0 && (q.continues || (isShort && (narrows || shapes)));
  if (follows) return merged(q, before);
  // "who owns it?" names something of the question before.
  const needsSubject = q.pointsBack && q.mentions.length === 0 && q.references.length === 0;
  if (!needsSubject || topics.every((concept) => weightOf(concept) < 2)) return q;
  return {
    ...q,
    mentions: before.mentions.filter(({ kind }) => kind === "item" || kind === "team"),
    references: before.references,
  };
}

function merged(q: Understood, before: Understood): Understood {
  const concepts = new Set([...before.concepts].filter((concept) => !replaced(concept, q)));
  const [first = ""] = q.words;
  const isLeft = (word: string) => word !== first || !starters.has(first);
  for (const concept of q.concepts) if (concept !== "about" && concept !== "list") concepts.add(concept);
  return {
    ...q,
    words: [...before.words, ...q.words],
    time: q.time ?? before.time,
    mentions:
      q.mentions.length > 0
        ? [...before.mentions.filter(({ kind }) => !q.mentions.some((each) => each.kind === kind)), ...q.mentions]
        : before.mentions,
    references: before.references,
    concepts,
    // "only P1" and "just checkout" narrow the question before by what they name.
    operators: q.operators.filter(isLeft),
    unknown: q.unknown.filter((word) => isLeft(word.toLowerCase())),
    text: q.text ?? before.text,
    slots: {
      severities: q.slots.severities.length > 0 ? q.slots.severities : before.slots.severities,
      grades: q.slots.grades.length > 0 ? q.slots.grades : before.slots.grades,
      states: q.slots.states.size > 0 ? q.slots.states : before.slots.states,
      levels: q.slots.levels.length > 0 ? q.slots.levels : before.slots.levels,
      types: q.slots.types.length > 0 ? q.slots.types : before.slots.types,
      limit: q.slots.limit,
      percentile: q.slots.percentile ?? before.slots.percentile,
    },
  };
}

/** "by team" replaces "by severity". */
function replaced(concept: Concept, { concepts }: Understood): boolean {
  const isGrouping = (each: Concept) => /^by[A-Z]/.test(each);
  return isGrouping(concept) && [...concepts].some(isGrouping);
}

const pagePatterns: readonly (readonly [RegExp, Reference["kind"]])[] = [
  [/^\/incidents\/(INC-\d{8,12})/, "incident"],
  [/^\/changes\/(CHG-\d{8,12})/, "change"],
  [/^\/requests\/(REQ-\d{8,12})/, "request"],
];

/** What the page shows that the asker looks at. */
export function pageSubject(route: string | undefined): { reference?: Reference; service?: string; itemId?: string } {
  for (const [pattern, kind] of pagePatterns) {
    const reference = pattern.exec(route ?? "")?.[1];
    if (reference) return { reference: { kind, reference } };
  }
  const service = /^\/services\/([^/?]+)/.exec(route ?? "")?.[1];
  const itemId = /^\/cmdb\/([0-9a-f-]{36})/i.exec(route ?? "")?.[1];
  return { ...(service ? { service: safeDecoded(service) } : {}), ...(itemId ? { itemId } : {}) };
}

function safeDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The question with the record of the page, when it points to something that it does not name, or asks why on an incident. */
export function onPage(q: Understood, subject: { reference?: Reference; named?: NamedRecord }): Understood {
  if (q.mentions.length > 0 || q.references.length > 0) return q;
  const asksWhy = subject.reference?.kind === "incident" && (q.concepts.has("why") || q.concepts.has("rca"));
  if (!q.pointsBack && !asksWhy) return q;
  if (subject.reference) return { ...q, references: [subject.reference] };
  return subject.named ? { ...q, mentions: [subject.named] } : q;
}
