import type { CopilotPersona } from "@opsplane/contract";
import { Markdown } from "./markdown.ts";

/** The content of an answer. Every persona gets the same numbers, with another emphasis and length. */
export interface Draft {
  /** One sentence with the answer. */
  readonly headline: Markdown;
  /** What was counted or looked at, in one sentence. */
  readonly basis?: Markdown;
  /** Further figures. */
  readonly facts?: readonly Markdown[];
  /** Records, one a line. */
  readonly rows?: readonly Markdown[];
  /** What the reader should know about the answer. */
  readonly notes?: readonly Markdown[];
  /** What to do next, for people who work on it. */
  readonly next?: Markdown;
  readonly suggestions?: readonly string[];
  /** Words that were not understood. */
  readonly notUnderstood?: readonly string[];
  /** False when the question could not be answered. */
  readonly answered?: boolean;
}

interface Shape {
  readonly facts: number;
  readonly rows: number;
  readonly basisFirst?: boolean;
  readonly next: boolean;
}

const shapes: Record<CopilotPersona, Shape> = {
  sre: { facts: 10, rows: 10, next: true },
  manager: { facts: 5, rows: 5, next: false },
  executive: { facts: 2, rows: 0, next: false },
  auditor: { facts: 10, rows: 20, basisFirst: true, next: false },
  service_desk: { facts: 3, rows: 5, next: true },
};

/** The answer as markdown. */
export function render(draft: Draft, persona: CopilotPersona): string {
  const shape = shapes[persona];
  const { headline, basis, facts = [], rows = [], notes = [], next } = draft;
  const shown = rows.slice(0, shape.rows);
  const left = rows.length - shown.length;
  const more = left > 0 && shape.rows > 0 ? [new Markdown(`- and ${left} more`)] : [];
  const blocks: (Markdown | undefined)[] = [
    ...(shape.basisFirst ? [basis, bold(headline)] : [bold(headline), basis]),
    lines(facts.slice(0, shape.facts)),
    lines([...shown.map(({ text }) => new Markdown(`- ${text}`)), ...more], ""),
    lines(notes),
    shape.next ? next : undefined,
  ];
  return blocks.flatMap((block) => (block && block.text !== "" ? [block.text] : [])).join("\n\n");
}

function bold({ text }: Markdown): Markdown {
  return new Markdown(text.includes("](") || text.length > 300 ? text : `**${text}**`);
}

function lines(all: readonly Markdown[], mark = "- "): Markdown | undefined {
  return all.length === 0
    ? undefined
    : new Markdown(all.map(({ text }) => `${all.length > 1 ? mark : ""}${text}`).join("\n"));
}
