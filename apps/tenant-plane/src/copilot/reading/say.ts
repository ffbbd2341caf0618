import { builtInClasses, own, severities } from "@opsplane/contract";
import { type ConditionField, type RecordKind, unresolved } from "../../tools/index.ts";
import { type Condition, durationFields, type Query, timeFields } from "./query.ts";

// A query in words: as a question that reads as the same query, and as parts that people can take out or change.

export interface ReadingPart {
  readonly part: string;
  readonly label: string;
  /** The question without this part; null when it cannot be left out. */
  readonly without: string | null;
  readonly options: readonly { readonly label: string; readonly ask: string }[];
}

const nouns: Readonly<Record<RecordKind, string>> = {
  incident: "incidents",
  change: "changes",
  request: "requests",
  item: "configuration items",
  alert: "alerts",
};

/** The question of a query. Reading it gives the same query. */
export function questionOf(query: Query): string {
  const { before, parts } = phraseOf(query);
  const order = query.order ? [`${query.limit ?? ""} ${query.order}`.trim()] : [];
  const start = query.shape === "list" ? "Show the" : "How many";
  const by = query.by === undefined ? [] : [groupWords(query.by)];
  if (query.shape === "list") return [start, ...order, ...before, nouns[query.kind], ...parts, ...by].join(" ");
  return `${[start, ...order, ...before, nouns[query.kind], "are there", ...parts, ...by].join(" ")}?`;
}

/** The records of a query in words, such as "open incidents with severity P1 or P2". */
export function recordsOf(query: Query): string {
  const { before, parts } = phraseOf(query);
  return [...before, nouns[query.kind], ...parts].join(" ");
}

function phraseOf(query: Query): { before: string[]; parts: string[] } {
  const adjectives = ["status", "severity"].flatMap(
    (field) => query.conditions.find((each) => each.field === field && isAdjective(each)) ?? [],
  );
  const before = adjectives.map(({ values }) => spoken(values?.[0] ?? ""));
  // The incidents of items come last, because everything after them is about incidents.
  const parts = query.conditions
    .filter((condition) => !adjectives.includes(condition))
    .sort((a, b) => Number(a.field === "incidents") - Number(b.field === "incidents"))
    .map((condition) => clauseOf(query.kind, condition));
  return { before, parts };
}

const isAdjective = ({ not, values = [] }: Condition) => not !== true && values.length === 1;
const groupWords = (by: string) => (by === "item" ? "by service" : `by ${by}`);
const or = (values: readonly string[] | undefined) => (values ?? []).join(" or ");
const spoken = (value: string) => (value === unresolved ? "open" : value.replaceAll("_", " "));
const namesOf = ({ names, values }: Condition) => or((names ?? values)?.map((name) => (name === "you" ? "me" : name)));

const openedVerb: Readonly<Record<RecordKind, string>> = {
  incident: "opened",
  change: "created",
  request: "created",
  item: "created",
  alert: "started",
};
const timeVerbs: Partial<Record<ConditionField, string>> = {
  resolved: "resolved",
  closed: "closed",
  acknowledged_at: "acknowledged",
  updated: "updated",
  starts: "starting",
};
const timeVerb = (kind: RecordKind, field: ConditionField) => own(timeVerbs, field) ?? openedVerb[kind];

type Clause = (condition: Condition, kind: RecordKind) => string;

/** What follows "not", or stands alone. */
const clauses: Partial<Record<ConditionField, Clause>> = {
  severity: ({ values }) => `with severity ${or(values)}`,
  source: (condition) => `from ${namesOf(condition)}`,
  type: ({ values }) => `of type ${or(values)}`,
  risk: ({ values }) => `with ${or(values)} risk`,
  class: ({ values }) => `of class ${or(values?.map(className))}`,
  environment: (condition) => `in ${namesOf(condition)}`,
  criticality: ({ values }) => `with ${or(values)} criticality`,
  text: ({ values }) => `mentioning "${values?.[0] ?? ""}"`,
  item: (condition) => `affecting ${namesOf(condition)}`,
  assignee: (condition) => `assigned to ${namesOf(condition)}`,
  opener: (condition, kind) => `${kind === "incident" ? "opened" : "requested"} by ${namesOf(condition)}`,
  team: (condition, kind) => `${kind === "item" ? "owned by" : "of"} ${namesOf(condition)}`,
  late: () => "overdue",
  breached: () => "breached",
  age: ({ more, words }) => `${more === false ? "younger" : "older"} than ${words ?? ""}`,
  resolve_time: ({ more, words }) =>
    more === true ? `that took more than ${words ?? ""} to resolve` : `resolved within ${words ?? ""}`,
  acknowledge_time: ({ more, words }) =>
    more === true ? `that took more than ${words ?? ""} to acknowledge` : `acknowledged within ${words ?? ""}`,
  close_time: ({ more, words }) =>
    more === true ? `that took more than ${words ?? ""} to close` : `closed within ${words ?? ""}`,
};
const having: Partial<Record<ConditionField, string>> = {
  assigned: "an assignee",
  acknowledged: "acknowledgement",
  owned: "an owner",
  rollback: "a rollback plan",
};

function clauseOf(kind: RecordKind, condition: Condition): string {
  const { field, not, values, words } = condition;
  const no = not === true ? "not " : "";
  if (field === "status") return `that are ${no}${or(values?.map(spoken))}`;
  if (field === "incidents") return `${not === true ? "without" : "with"} ${words ?? ""}`;
  const has = own(having, field);
  if (has) return not === true ? `without ${has}` : field === "acknowledged" ? "acknowledged by anyone" : `with ${has}`;
  if (timeFields.includes(field)) return `${no}${timeVerb(kind, field)} ${words ?? ""}`;
  return `${no}${own(clauses, field)?.(condition, kind) ?? ""}`;
}

function className(value: string): string {
  return own(builtInClasses, value)?.label.toLowerCase() ?? value;
}

/** The parts of a reading, with what each can become. */
export function partsOf(query: Query, timezone: string): ReadingPart[] {
  const hasTime = query.conditions.some(({ field }) => timeFields.includes(field));
  return [
    { part: "records", label: nouns[query.kind], without: null, options: [] },
    ...query.conditions.map((condition, at): ReadingPart => {
      const others = query.conditions.filter((_, index) => index !== at);
      const asked = (conditions: readonly Condition[]) => questionOf({ ...query, conditions });
      return {
        part: condition.field,
        label: labelOf(query.kind, condition),
        without: others.length > 0 ? asked(others) : null,
        options: optionsOf(query.kind, condition).map((option) => ({
          label: labelOf(query.kind, option),
          ask: asked(query.conditions.map((each, index) => (index === at ? option : each))),
        })),
      };
    }),
    ...(query.by === undefined
      ? []
      : [{ part: "by", label: groupWords(query.by), without: questionOf({ ...query, by: undefined }), options: [] }]),
    ...(hasTime ? [{ part: "timezone", label: timezone, without: null, options: [] }] : []),
  ];
}

function labelOf(kind: RecordKind, condition: Condition): string {
  const { field, not, values, names } = condition;
  const no = not === true ? "not " : "";
  if (field === "status") return `${no}${or(values?.map(spoken))}`;
  if (field === "severity") return `${no}severity ${or(values)}`;
  if (field === "assignee" || field === "opener") return clauseOf(kind, condition).replace(/\bme$/, "you");
  if (field === "class") return `${no}${or(values?.map(className))}`;
  if (field === "source") return `${no}source ${or(names ?? values)}`;
  if (durationFields.includes(field)) return clauseOf(kind, condition).replace(/^that /, "");
  return clauseOf(kind, condition);
}

const times = ["today", "yesterday", "in the last 7 days", "in the last 30 days"];

/** A few other values that people often ask for next. */
function optionsOf(kind: RecordKind, condition: Condition): Condition[] {
  const { field } = condition;
  if (timeFields.includes(field)) {
    const isAhead = field === "starts";
    const all = isAhead ? ["today", "tomorrow", "next week"] : times;
    return all.filter((words) => words !== condition.words).map((words) => ({ field, words }));
  }
  if (field === "severity") {
    const own = or(condition.values);
    return [["P1"], ["P2"], ["P1", "P2"], ["P3", "P4", "P5"]]
      .filter((values) => or(values) !== own && values.every((each) => severities.some((known) => known === each)))
      .map((values) => ({ field, values }));
  }
  const opposite: Condition = { ...condition, not: condition.not !== true };
  if (field === "status" && kind === "incident") {
    const others = [[unresolved], ["resolved"], ["closed"]].filter((values) => or(values) !== or(condition.values));
    return others.map((values) => ({ field, values }));
  }
  // "without incidents opened today" is not read.
  const isOfTime = condition.where?.some(({ from, to }) => (from ?? to) !== undefined) === true;
  return durationFields.includes(field) || isOfTime ? [] : [opposite];
}
