import type { RecordKind } from "../../tools/index.ts";
import type { NameIndex } from "../understand/names.ts";
import { wordsOf } from "../understand/text.ts";
import { corrected } from "./correct.ts";
import type { Draft, Rule } from "./draft.ts";
import { withEvents } from "./events.ts";
import { joinedQuery, joinOf } from "./joins.ts";
import { lackingAt, negatedAt } from "./negation.ts";
import { type Condition, type Query, timeFields } from "./query.ts";
import { classRule, groupRule, orderRule, textRule, typeRule } from "./rules/kinds.ts";
import { bareRule, namedRule, personRule } from "./rules/names.ts";
import { scaleRule } from "./rules/scales.ts";
import { flagRule, stateRule } from "./rules/states.ts";
import { durationRule, eventRule, timeRule } from "./rules/times.ts";
import { recordsOf } from "./say.ts";
import { lengthAt, phraseAt, severityAt, type Text, wordAt } from "./scan.ts";
import type { Clock } from "./spans.ts";
import { classNouns, manners, nouns, shapes, starters } from "./words.ts";

export interface Reading {
  readonly query: Query;
  /** Words that no rule could read. A question with one is not answered. */
  readonly unknown: readonly string[];
  readonly corrections: readonly { written: string; read: string }[];
}

const maxWords = 80;

/** Rules for a condition, the most specific first. */
const rules: readonly Rule[] = [
  groupRule,
  durationRule,
  personRule,
  namedRule,
  flagRule,
  textRule,
  orderRule,
  scaleRule,
  typeRule,
  stateRule,
  timeRule,
  eventRule,
  bareRule,
];

/** A question about incidents, changes, requests, items or alerts. Undefined when it is about something else. */
export function readQuery(question: string, names: NameIndex, clock: Clock): Reading | undefined {
  return readOf(question, names, clock, undefined);
}

/** A follow-up, such as "and P2?", about the records of the question before. */
export function readFollowUp(question: string, names: NameIndex, clock: Clock, before: Query): Reading | undefined {
  return readOf(question, names, clock, before);
}

function readOf(question: string, names: NameIndex, clock: Clock, before: Query | undefined): Reading | undefined {
  const { words, corrections } = corrected(wordsOf(question).slice(0, maxWords).flatMap(withoutHyphen), names);
  const text: Text = { words, names };
  const joined = before ? undefined : readJoin(text, clock, corrections);
  if (joined) return joined;
  const kind = before?.kind ?? kindOf(text);
  return kind && readText(text, kind, clock, { before, corrections });
}

/** "services with an open incident": both parts are read whole, or the question is not one of these. */
function readJoin(text: Text, clock: Clock, corrections: Reading["corrections"]): Reading | undefined {
  const join = joinOf(text);
  const items = join && readText(join.items, "item", clock, { corrections });
  const incidents = join && readText(join.incidents, "incident", clock, { corrections: [] });
  if (!items || !incidents || items.unknown.length + incidents.unknown.length > 0) return undefined;
  const query = joinedQuery(items.query, incidents.query, join.not, recordsOf(incidents.query));
  return query && { ...items, query, corrections: [...items.corrections, ...incidents.corrections] };
}

interface Given {
  readonly before?: Query | undefined;
  readonly corrections: Reading["corrections"];
}

function readText(text: Text, kind: RecordKind, clock: Clock, { before, corrections }: Given): Reading {
  const { words } = text;
  const draft: Draft = {
    ...{ text, clock, kind, conditions: [], happened: [], times: [], unknown: [] },
    ...{
      shape: undefined,
      order: undefined,
      limit: undefined,
      by: undefined,
      wasOpen: false,
      corrections: [...corrections],
    },
  };
  for (let at = 0; at < words.length; ) at += stepAt(draft, at);
  withEvents(draft, before?.conditions.find(({ field }) => timeFields.includes(field))?.field);
  refuseTwice(draft);
  // Alerts of the past are asked for with a time.
  if (kind === "alert" && before === undefined && draft.conditions.length > 0 && !hasStateOrTime(draft))
    draft.conditions.push({ field: "status", values: ["firing"] });
  const { conditions, order, limit, by } = draft;
  const shape = draft.shape ?? before?.shape ?? (by === undefined ? "count" : "list");
  return {
    query: { kind, conditions, shape, order, limit, by },
    unknown: [...new Set(draft.unknown.sort((a, b) => a.at - b.at).map((each) => each.words))],
    corrections: draft.corrections,
  };
}

function hasStateOrTime({ conditions }: Draft): boolean {
  return conditions.some(({ field }) => field === "status" || timeFields.includes(field));
}

function stepAt(draft: Draft, at: number): number {
  const { text, kind } = draft;
  const negated = negatedAt(draft, at, rules) || lackingAt(draft, at);
  if (negated > 0) return negated;
  if (at === 0 || lengthAt(text, at - 1, shapes) > 0 || (at === 1 && wordAt(text, 0) === "and")) {
    const start = lengthAt(text, at, starters);
    if (start > 0) return start;
  }
  for (const rule of rules) {
    const length = rule(draft, at, false);
    if (length > 0) return length;
  }
  const shape = phraseAt(text, at, shapes);
  if (shape) {
    draft.shape ??= shape.value;
    return shape.length;
  }
  const noun = phraseAt(text, at, nouns);
  if (noun?.value === kind) {
    // "the oldest open incident" is one.
    if (draft.order && !/s$/.test(text.words[at]?.text ?? "")) draft.limit ??= 1;
    return noun.length;
  }
  const length = classRule(draft, at, false) || lengthAt(text, at, manners);
  if (length > 0) return length;
  draft.unknown.push({ at, words: text.words[at]?.written ?? "" });
  return 1;
}

/** What the question is about: one kind of record. */
function kindOf(text: Text): RecordKind | undefined {
  const found = new Set<RecordKind>();
  let hasClass = false;
  for (let at = 0; at < text.words.length; at += 1) {
    const noun = phraseAt(text, at, nouns);
    // "did Mara request" and "did anything change" are verbs.
    const isVerb = noun && at > 0 && ["request", "change"].includes(text.words[at]?.text ?? "") && found.size > 0;
    if (noun && !isVerb) found.add(noun.value);
    hasClass ||= lengthAt(text, at, classNouns) > 0;
    at += Math.max(0, (noun?.length ?? 1) - 1);
  }
  // Of two kinds the first is asked for, and the other is not understood.
  const [only] = [...found];
  return only ?? (hasClass ? "item" : severitiesAlone(text) ? "incident" : undefined);
}

/** "how many P1s are open" asks for incidents. */
function severitiesAlone(text: Text): boolean {
  const has = (test: (at: number) => boolean) => text.words.some((_, at) => test(at));
  return (
    has((at) => severityAt(text, at) !== undefined) &&
    has((at) => lengthAt(text, at, shapes) > 0 || wordAt(text, at) === "open")
  );
}

/** "P1 incidents that are P2" has no sensible answer. States may be narrowed twice. */
function refuseTwice(draft: Draft): void {
  const seen = new Set<string>();
  for (const { field, not } of draft.conditions) {
    const key = `${field} ${not === true}`;
    if (seen.has(key) && field !== "status" && not !== true)
      draft.unknown.push({ at: 0, words: `two conditions on ${field.replaceAll("_", " ")}` });
    seen.add(key);
  }
}

/** "low-risk" is two words. */
function withoutHyphen(word: Text["words"][number]): Text["words"][number][] {
  const match = /^(low|medium|high|critical)-(risk|criticality|severity|priority)$/.exec(word.text);
  if (!match || word.quoted) return [word];
  return [match[1] ?? "", match[2] ?? ""].map((text) => ({ text, written: text }));
}

/** "and P2?" and "only those of Mara" follow the question before. */
export function continues(question: string): boolean {
  return /^\s{0,10}(?:and|only|just|also|but|now only|what about|how about)\b/i.test(question);
}

/** A follow-up changes the parts that it names and keeps the others. */
export function merged(before: Query, next: Query): Query {
  const replaced = new Set(next.conditions.map(groupOf));
  const kept = before.conditions.filter((condition) => !replaced.has(groupOf(condition)));
  return {
    ...before,
    ...next,
    order: next.order ?? before.order,
    by: next.by ?? before.by,
    limit: next.limit,
    conditions: [...kept, ...next.conditions],
  };
}

const assigneeFields = new Set(["assignee", "assigned"]);

/** Conditions that answer one question: of two times or two assignees the later one counts. */
function groupOf({ field }: Condition): string {
  if (timeFields.includes(field)) return "time";
  return assigneeFields.has(field) ? "assignee" : field;
}
