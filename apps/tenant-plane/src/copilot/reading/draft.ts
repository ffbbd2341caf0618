import type { ConditionField, RecordKind } from "../../tools/index.ts";
import type { Condition } from "./query.ts";
import type { Text } from "./scan.ts";
import type { Clock } from "./spans.ts";

/** Something that happened, such as "resolved", until it is known whether a time belongs to it. */
export interface HappenedWord {
  readonly field: ConditionField;
  readonly at: number;
  readonly end: number;
  readonly not: boolean;
  /** "were resolved": it happened; the status may be another now. */
  readonly isPast: boolean;
}

export interface FoundTime {
  readonly from: Date | undefined;
  readonly to: Date | undefined;
  readonly words: string;
  readonly at: number;
  readonly end: number;
}

/** What is understood so far while a question is read from left to right. */
export interface Draft {
  readonly text: Text;
  readonly clock: Clock;
  readonly kind: RecordKind;
  readonly conditions: Condition[];
  readonly happened: HappenedWord[];
  readonly times: FoundTime[];
  shape: "count" | "list" | undefined;
  order: "newest" | "oldest" | undefined;
  limit: number | undefined;
  by: string | undefined;
  /** "were open": with a time it asks for the state then. */
  wasOpen: boolean;
  /** Positions that no rule could read, with the words. */
  readonly unknown: { at: number; words: string }[];
  readonly corrections: { written: string; read: string }[];
}

/** Reads what stands at a position. Returns how many words it used; 0 when it is something else. */
export type Rule = (draft: Draft, at: number, not: boolean) => number;

export function add(draft: Draft, condition: Condition, not: boolean): void {
  draft.conditions.push(not ? { ...condition, not: condition.not !== true } : condition);
}

/** The words of a question from one position to another. */
export function written({ text }: Draft, at: number, end: number): string {
  return text.words
    .slice(at, end)
    .map((word) => word.written)
    .join(" ");
}
