import { add, type Draft, type Rule } from "../draft.ts";
import { lengthAt, type Match, phraseAt, wordAt } from "../scan.ts";
import { spanAt } from "../spans.ts";
import { events, flags, phrasesOf, states, unresolvedValue } from "../words.ts";
import { listAt } from "./lists.ts";

const past = new Set(["were", "was"]);

const statusOfEvent = new Map<string, string>([
  ["resolved", "resolved"],
  ["closed", "closed"],
]);

/** A word of state, also one that is an event when a time follows. */
function stateAt({ text, kind }: Draft, at: number): Match<readonly string[]> | undefined {
  const state = phraseAt(text, at, states[kind]);
  if (state) return state;
  const event = kind === "incident" ? phraseAt(text, at, events[kind]) : undefined;
  const status = event && /(?:ed|done)$/.test(wordAt(text, at)) ? statusOfEvent.get(event.value) : undefined;
  return event && status ? { value: [status], length: event.length } : undefined;
}

/** States, alone or in a list: "open", "acknowledged or investigating". */
export const stateRule: Rule = (draft, start, not) => {
  const { text, kind } = draft;
  const prefix = lengthAt(text, start, inState);
  const at = start + prefix;
  const list = listAt(draft, at, (each) => stateAt(draft, each));
  if (!list) return 0;
  const isEvent = phraseAt(text, at, events[kind]) !== undefined;
  // "acknowledged yesterday" and "resolved by Mara" are no states.
  if (list.values.length === 1 && isEvent) {
    if (kind !== "incident" || phraseAt(text, at, states[kind]) === undefined) return 0;
    if (spanAt(text, list.end, draft.clock) || wordAt(text, list.end) === "by") return 0;
    if (not) return 0;
  }
  // "were resolved and reopened" is a history, which no field has. "were open last week" is another time than now.
  const wasSo = past.has(wordAt(text, at - 1));
  if (wasSo && list.joint === "and") return 0;
  const values = list.values.flat();
  draft.wasOpen ||= wasSo && values.includes(unresolvedValue);
  // What is not resolved is open; closed incidents were resolved too.
  const all = not && kind === "incident" ? values.filter((each) => each !== "resolved") : values;
  if (all.length < values.length) draft.conditions.push({ field: "status", values: [unresolvedValue] });
  if (all.length > 0 && !(all.length < values.length && all.every((each) => each === "closed")))
    add(draft, { field: "status", values: [...new Set(all)] }, not);
  return list.end - start;
};

const inState = phrasesOf([
  ["in status|with status|status|in state|with state|in the status|with the status", undefined],
] as const);

/** What a record has or lacks: an assignee, an owner, a rollback plan. */
export const flagRule: Rule = (draft, at, not) => {
  const flag = phraseAt(draft.text, at, flags[draft.kind]);
  if (!flag) return 0;
  // Two negations are not guessed. "assigned to us" and "owned by finance" name a person.
  if (not && flag.value.not === true) return 0;
  if (["to", "by"].includes(wordAt(draft.text, at + flag.length))) return 0;
  const isNot = not || flag.value.not === true;
  draft.conditions.push({ field: flag.value.field, ...(isNot ? { not: true } : {}) });
  return flag.length;
};
