import { signatureOf, type Understand, withoutPart, withWords } from "./asked-again.ts";
import type { Intent } from "./intents/index.ts";
import { rangeText } from "./markdown.ts";
import type { ReadingPart } from "./reading/say.ts";
import type { Understood } from "./understand/understand.ts";

export interface PlainReading {
  readonly intent: Intent;
  /** What was answered. */
  readonly q: Understood;
  /** The whole question in words; undefined when it stands on another one in a way that has none. */
  readonly whole: Understood | undefined;
  readonly timezone: string;
  readonly understand: Understand;
  /** The intent that would answer a question; undefined when none would. */
  readonly intentOf: (q: Understood, question: string) => Intent | undefined;
}

/** A question with more words is not changed, because each change is read again. */
const maxWords = 20;
const maxParts = 20;

/** The parts of a question that an intent answered, each with the questions that change it. Only questions that are answered are offered. */
export function plainParts(reading: PlainReading): ReadingPart[] {
  const { intent, q, timezone } = reading;
  const { references, mentions, slots, time, concepts, text } = q;
  const by = [...concepts].filter((concept) => concept.startsWith("by"));
  const names = [...new Map(mentions.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }])).values()];
  const or = (values: Iterable<string>) => [...values].join(" or ");
  const said: (readonly [part: string, label: string])[] = [
    ...references.map(({ kind, reference }) => [kind, reference] as const),
    ...names.map(({ kind, name }) => [kind, name] as const),
    ["severity", slots.severities.length > 0 ? `severity ${or(slots.severities)}` : ""],
    ["grade", or(slots.grades)],
    ["state", or(slots.states)],
    ["type", or(slots.types)],
    ["level", or(slots.levels)],
    ["percentile", slots.percentile?.replace("_ms", "") ?? ""],
    ["limit", slots.limit === undefined ? "" : `at most ${slots.limit}`],
    ["by", or(by.map((concept) => `by ${concept.slice(2).toLowerCase()}`))],
    ["text", text === undefined ? "" : `“${text}”`],
    ["time", time ? (time.at ? rangeText({ from: time.at }, timezone) : rangeText(time, timezone)) : ""],
  ];
  const parts = said.filter(([, label]) => label !== "").map(([part, label]) => partOf(reading, part, label));
  return [{ part: "asked", label: intent.label, without: null, options: [] }, ...parts].slice(0, maxParts);
}

const choices: ReadonlyMap<string, readonly string[]> = new Map([
  ["time", ["today", "yesterday", "last week", "in the last 7 days", "in the last 30 days"]],
  ["severity", ["P1", "P2", "P3"]],
  ["grade", ["low", "medium", "high", "critical"]],
  ["level", ["warning", "info", "debug", "fatal"]],
  ["type", ["standard", "normal", "emergency"]],
  ["percentile", ["p50", "p95", "p99"]],
  ["by", ["by severity", "by status", "by service", "by team", "by assignee", "by source", "by class"]],
]);

function partOf(reading: PlainReading, part: string, label: string): ReadingPart {
  const { whole, intent, q } = reading;
  if (!whole || whole.asked.length > maxWords) return { part, label, without: null, options: [] };
  const values = part === "state" ? (intent.states ?? []) : (choices.get(part) ?? []);
  const options = values.flatMap((value) => {
    const ask = withWords(whole, part, value);
    const other = isSameBut(reading, part, ask);
    return other && signatureOf(other) !== signatureOf(q) ? [{ label: value, ask }] : [];
  });
  const without = withoutPart(whole, part).find((ask) => {
    const other = isSameBut(reading, part, ask);
    return other !== undefined && !other.spans.some((each) => each.part === part);
  });
  return { part, label, without: without ?? null, options };
}

/** What a question means, when the same intent answers it and nothing but the part is another. */
function isSameBut({ q, intent, understand, intentOf }: PlainReading, part: string, ask: string) {
  const other = understand(ask);
  const isSame = signatureOf(other, part) === signatureOf(q, part);
  return isSame && intentOf(other, ask) === intent ? other : undefined;
}
