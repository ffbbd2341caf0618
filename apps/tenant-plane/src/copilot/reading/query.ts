import type { ConditionField, ConditionInput, RecordKind } from "../../tools/index.ts";

/** A condition of a question, with what it is called in words. */
export interface Condition extends ConditionInput {
  /** The names of `values` that are ids, and of other values where they differ. */
  readonly names?: string[];
  /** Times and durations as they were asked for: "in the last 7 days", "2 hours". */
  readonly words?: string;
}

/** A question about records, understood whole. */
export interface Query {
  readonly kind: RecordKind;
  readonly conditions: readonly Condition[];
  readonly shape: "count" | "list";
  /** Counted for each value of this. */
  readonly by?: string | undefined;
  readonly order?: "newest" | "oldest" | undefined;
  readonly limit?: number | undefined;
}

export const timeFields: readonly ConditionField[] = [
  "created",
  "acknowledged_at",
  "resolved",
  "closed",
  "updated",
  "starts",
];
export const durationFields: readonly ConditionField[] = ["age", "resolve_time", "acknowledge_time", "close_time"];
