import { own } from "@opsplane/contract";
import type { ConditionField } from "../../../tools/index.ts";
import { add, type Draft, type Rule, written } from "../draft.ts";
import { lengthAt, phraseAt, wordAt } from "../scan.ts";
import { durationAt, spanAt, unclear } from "../spans.ts";
import { events, phrasesOf } from "../words.ts";

// When something happened, and how long it took.

const openWords = phrasesOf([
  ["open|been open|unresolved|ongoing|been unresolved|still open|remained open", undefined],
] as const);
const longer = phrasesOf<boolean>([
  ["for more than|for longer than|for over|for at least|longer than|more than|over|for more than|at least", true],
  ["for less than|for under|for at most|less than|under|for up to|for no more than|at most", false],
]);
const older = phrasesOf<boolean>([
  ["older than|aged more than|that are older than", true],
  ["younger than|newer than", false],
]);
const inTime = phrasesOf<boolean>([
  ["within|in under|in less than|in at most|under|in|faster than|in up to|within at most", false],
  ["after more than|in more than|in over|only after more than", true],
]);
const tookWords = phrasesOf([["took|take|taking|needed|that took|which took", undefined]] as const);
const tookHow = phrasesOf<boolean>([
  ["more than|longer than|over|at least", true],
  ["less than|under|at most|up to|no more than|no longer than|within", false],
]);
const toFinish = phrasesOf<"resolve_time" | "acknowledge_time" | "close_time">([
  ["to close|to be closed|until closed", "close_time"],
  ["to resolve|to fix|to be resolved|to solve|to be fixed|until resolution|until resolved", "resolve_time"],
  ["to acknowledge|to ack|to be acknowledged|until acknowledged|until acknowledgement", "acknowledge_time"],
]);

const timeOfEvent: Partial<Record<ConditionField, ConditionField>> = {
  resolved: "resolve_time",
  acknowledged_at: "acknowledge_time",
  closed: "close_time",
};

/** "open for more than 2 hours", "resolved within 1 hour", "took longer than a day to resolve". */
export const durationRule: Rule = (draft, at, not) => {
  if (draft.kind !== "incident") return 0;
  return ageAt(draft, at, not) || resolvedWithin(draft, at, not) || tookAt(draft, at, not);
};

function ageAt(draft: Draft, at: number, not: boolean): number {
  const { text } = draft;
  const open = lengthAt(text, at, openWords);
  const how = phraseAt(text, at + open, open > 0 ? longer : older);
  const duration = how && durationAt(text, at + open + how.length);
  if (!how || !duration) return 0;
  const { seconds, words, length } = duration;
  add(draft, { field: "age", seconds, more: how.value, words }, not);
  if (open > 0) draft.conditions.push({ field: "status", values: ["unresolved"] });
  return open + how.length + length;
}

function resolvedWithin(draft: Draft, at: number, not: boolean): number {
  const { text, kind } = draft;
  const event = phraseAt(text, at, events[kind]);
  const field = event && own(timeOfEvent, event.value);
  if (!event || !field) return 0;
  const how = phraseAt(text, at + event.length, inTime);
  const duration = how && durationAt(text, at + event.length + how.length);
  if (!how || !duration) return 0;
  const { seconds, words, length } = duration;
  add(draft, { field, seconds, more: how.value, words }, not);
  return event.length + how.length + length;
}

function tookAt(draft: Draft, at: number, not: boolean): number {
  const { text } = draft;
  const took = lengthAt(text, at, tookWords);
  const how = took > 0 ? phraseAt(text, at + took, tookHow) : undefined;
  const duration = how && durationAt(text, at + took + how.length);
  const end = at + took + (how?.length ?? 0) + (duration?.length ?? 0);
  const finish = phraseAt(text, end, toFinish);
  if (!how || !duration || !finish) return 0;
  add(draft, { field: finish.value, seconds: duration.seconds, more: how.value, words: duration.words }, not);
  return end + finish.length - at;
}

const agoHow = phrasesOf<boolean>([
  ["more than|over|longer than", true],
  ["less than|under|at most|within", false],
]);

/** "more than 2 hours ago" */
function agoAt(draft: Draft, at: number): number {
  const how = phraseAt(draft.text, at, agoHow);
  const duration = how && durationAt(draft.text, at + how.length);
  const end = at + (how?.length ?? 0) + (duration?.length ?? 0);
  if (!how || !duration || wordAt(draft.text, end) !== "ago") return 0;
  const time = new Date(draft.clock.now.getTime() - duration.seconds * 1000);
  const range = how.value ? { from: undefined, to: time } : { from: time, to: undefined };
  draft.times.push({ ...range, words: written(draft, at, end + 1), at, end: end + 1 });
  return end + 1 - at;
}

/** A time. Which event it belongs to is decided at the end. */
export const timeRule: Rule = (draft, at, not) => {
  const ago = not ? 0 : agoAt(draft, at);
  if (ago > 0) return ago;
  const start = wordAt(draft.text, at) === "from" ? (spanAt(draft.text, at, draft.clock) ? at : at + 1) : at;
  const span = spanAt(draft.text, start, draft.clock);
  // "not yesterday" is rare and may mean several things.
  if (!span || span === unclear || not) return 0;
  const end = start + span.length;
  draft.times.push({ from: span.from, to: span.to, words: written(draft, start, end), at, end });
  return end - at;
};

const past = new Set(["were", "was", "been", "did", "have", "has", "got", "had", "we"]);

/** "resolved", "were opened", "did we close". */
export const eventRule: Rule = (draft, at, not) => {
  const { text, kind } = draft;
  const event = phraseAt(text, at, events[kind]);
  if (!event) return 0;
  const isPast = past.has(wordAt(text, at - 1)) || event.length > 1;
  draft.happened.push({ field: event.value, at, end: at + event.length, not, isPast });
  return event.length;
};
