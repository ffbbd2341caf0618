import type { TypedTool } from "../../tools/index.ts";
import type { Draft } from "../draft.ts";
import { type Markdown, rangeText } from "../markdown.ts";
import type { NamedRecord, NameKind } from "../understand/names.ts";
import type { Reference } from "../understand/references.ts";
import type { Understood } from "../understand/understand.ts";

export type Ask = <Args extends object, Data>(tool: TypedTool<Args, Data>, input: Args) => Promise<Data>;

/** One question while it is answered. */
export interface Turn {
  readonly q: Understood;
  readonly ask: Ask;
  readonly now: Date;
  readonly timezone: string;
  /** A link to what a tool cited. */
  cited(citation: string | undefined, label: string): Markdown;
}

export type Answerer = (turn: Turn) => Promise<Draft>;

/** The range of the question in the form of tools. */
export function rangeOf({ q: { time } }: Turn): { from?: string; to?: string } {
  return {
    ...(time?.from ? { from: time.from.toISOString() } : {}),
    ...(time?.to ? { to: time.to.toISOString() } : {}),
  };
}

/** The range of the question, or the last hours. */
export function rangeOrLast(turn: Turn, hours: number): { from: string; to: string } {
  const { q, now } = turn;
  const to = q.time?.to ?? now;
  const from = q.time?.from ?? new Date(to.getTime() - hours * 3_600_000);
  return { from: from.toISOString(), to: to.toISOString() };
}

export function rangeWords({ from, to }: { from?: string; to?: string }, { timezone }: Turn): string {
  return rangeText({ from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined }, timezone);
}

export function named({ q }: Turn, ...kinds: readonly NameKind[]): NamedRecord[] {
  return q.mentions.filter(({ kind }) => kinds.includes(kind));
}

export function referenceOf({ q }: Turn, kind: Reference["kind"]): string {
  return q.references.find((each) => each.kind === kind)?.reference ?? "";
}
