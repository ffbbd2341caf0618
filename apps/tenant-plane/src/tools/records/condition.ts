import { type Static, Type } from "typebox";
import { inputs, name, words } from "../inputs.ts";

/** What a condition of a query can be about. Which of them a record has is in its table of conditions. */
const conditionFields = [
  ...(["status", "severity", "source", "type", "risk", "class", "environment", "criticality", "text"] as const),
  // Ids, or names.
  ...(["item", "assignee", "opener", "team"] as const),
  // What a record has, or lacks with `not`.
  ...(["assigned", "acknowledged", "owned", "rollback", "late", "breached"] as const),
  // When it happened: from and to.
  ...(["created", "acknowledged_at", "resolved", "closed", "updated", "starts"] as const),
  // How long it has been, or took: seconds, and more or at most.
  // Of items: incidents that fit further conditions.
  "incidents",
  ...(["age", "resolve_time", "acknowledge_time", "close_time"] as const),
] as const;
export type ConditionField = (typeof conditionFields)[number];

const time = (description: string) => Type.Optional(Type.String({ minLength: 3, maxLength: 40, description }));

const condition = {
  field: words(conditionFields),
  not: Type.Optional(Type.Boolean({ description: "true: the opposite" })),
  values: Type.Optional(Type.Array(name("A value, name or id; one of them fits"), { minItems: 1, maxItems: 20 })),
  from: time("Times: start, included; ISO 8601 or now-3h"),
  to: time("Times: end, excluded"),
  seconds: Type.Optional(Type.Number({ minimum: 1, maximum: 10 * 366 * 86_400, description: "Durations" })),
  more: Type.Optional(Type.Boolean({ description: "Durations: true for more than, false for at most" })),
};

export const ConditionInput = inputs({
  ...condition,
  where: Type.Optional(
    Type.Array(inputs(condition), { maxItems: 20, description: "Of incidents: the conditions that they fit" }),
  ),
});
export type ConditionInput = Static<typeof ConditionInput>;

/** The status that stands for all statuses in which work is left. */
export const unresolved = "unresolved";
