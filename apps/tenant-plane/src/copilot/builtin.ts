import { type Citation, useTool } from "../tools/index.ts";
import { answerQuery } from "./answers/query.ts";
import type { Ask, Turn } from "./answers/turn.ts";
import { type Choice, ignoredFilters, rank, unexplained } from "./choose.ts";
import { type Draft, render } from "./draft.ts";
import type { Engine, EngineAnswer, ToolCall } from "./engine.ts";
import { continued, onPage, pageSubject } from "./follow-up.ts";
import type { Intent } from "./intents/index.ts";
import { link, type Markdown, md } from "./markdown.ts";
import { classNames, loadNames } from "./names-store.ts";
import { plainParts } from "./plain-parts.ts";
import type { Query } from "./reading/query.ts";
import { continues, merged, type Reading, readFollowUp, readQuery } from "./reading/read.ts";
import { partsOf } from "./reading/say.ts";
import type { Clock } from "./reading/spans.ts";
import { nearestOf, notUnderstood, readOnly, refusal, unknownWords } from "./refusals.ts";
import { Refused } from "./refused.ts";
import { nextState, readState } from "./state.ts";
import { indexNames, type NamedRecord, type NameIndex } from "./understand/names.ts";
import { wordsOf } from "./understand/text.ts";
import { type Understood, understand } from "./understand/understand.ts";
import type { Concept } from "./understand/vocabulary.ts";

type AnyAsker = Parameters<Engine["answer"]>[1];

/** Answers without a model: it reads what a question says, chooses what is asked, runs tools and phrases their results. */
export const builtinEngine: Engine = {
  name: "builtin",
  answer: async (question, asker, earlier, emit) => {
    const calls: ToolCall[] = [];
    const turn = { ask: asking(asker, calls, emit), now: asker.now, timezone: asker.timezone, cited: citing(asker) };
    const before = readState(earlier.state);
    const { q, names } = await read(question.text, question.route, asker, before?.q);
    const reading = q.command === undefined ? readRecords(question.text, names, asker, before?.query) : undefined;
    const decided = (await decideQuery(turn, reading)) ?? (await decide(q, names, turn, reading));
    const { draft, intent, confidence, query } = decided;
    const answered = draft.answered ?? true;
    const notes = query ? correctionsOf(reading?.corrections ?? []) : notesOf(q, intent);
    const answer: EngineAnswer = {
      engine: "builtin",
      answer: render({ ...draft, notes: [...(draft.notes ?? []), ...notes] }, question.persona),
      answered,
      intent: query ? `${query.kind}s.${query.shape}` : (intent?.name ?? null),
      confidence: answered ? Number(confidence.toFixed(2)) : 0,
      suggestions: (draft.suggestions ?? []).slice(0, 4),
      reading: answered ? (query ? partsOf(query, asker.timezone) : plainParts(q, asker.timezone)) : [],
      not_understood: (draft.notUnderstood ?? []).slice(0, 10),
      citations: answered ? asker.cite.all() : [],
      tool_calls: calls,
      // A question that was not understood does not end the thread.
      state: answered ? nextState(q, intent, query) : earlier.state,
    };
    emit({ type: "text", delta: answer.answer });
    return answer;
  },
};

function asking(asker: AnyAsker, calls: ToolCall[], emit: Parameters<Engine["answer"]>[3]): Ask {
  return async (tool, input) => {
    emit({ type: "status", text: statusOf(tool.name) });
    const started = performance.now();
    const outcome = await useTool(tool, asker, input);
    const call = {
      name: tool.name,
      input: Object.fromEntries(Object.entries(input)),
      ms: Math.round(performance.now() - started),
      ok: outcome.ok,
    };
    calls.push(call);
    emit({ type: "tool", call });
    if (!outcome.ok) throw new Refused(outcome);
    return outcome.result.data;
  };
}

/** The question about records that this one asks, alone or after the one before. */
function readRecords(text: string, names: NameIndex, clock: Clock, before: Query | undefined): Reading | undefined {
  const alone = readQuery(text, names, clock);
  if (!before || (alone && !continues(text))) return alone;
  const next = readFollowUp(text, names, clock, before);
  if (!next || next.unknown.length > 0 || (next.query.conditions.length === 0 && next.query.by === undefined))
    return alone;
  return { ...next, query: merged(before, next.query) };
}

/** A question that was understood whole is answered from its parts. */
async function decideQuery(turn: Omit<Turn, "q">, reading: Reading | undefined): Promise<Decision | undefined> {
  if (!reading || reading.unknown.length > 0) return undefined;
  const { query } = reading;
  if (query.conditions.length === 0 && query.by === undefined) return undefined;
  return tried(async () => ({ draft: await answerQuery(turn, query), query, confidence: 1 }));
}

async function tried(work: () => Promise<Decision>, intent?: Intent): Promise<Decision> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { draft: refusal(error.outcome), confidence: 0, ...(intent ? { intent } : {}) };
  }
}

function statusOf(tool: string): string {
  return `Reading: ${tool.replaceAll("_", " ")}`;
}

function citing(asker: AnyAsker): Turn["cited"] {
  return (id, label) => {
    const citation = asker.cite.all().find((each: Citation) => each.id === id);
    return citation ? link(label, citation.link) : md`${label}`;
  };
}

/** Concepts that are about telemetry, whose services need not be configuration items. */
const telemetryConcepts: readonly Concept[] = [
  "slow",
  "error",
  "health",
  "rate",
  "trace",
  "log",
  "operation",
  "why",
  "service",
];

async function read(text: string, route: string | undefined, asker: AnyAsker, before: Understood | undefined) {
  const { now, timezone } = asker;
  const known = [
    ...(await loadNames(
      asker,
      wordsOf(text).map((word) => word.text),
    )),
    ...classNames,
  ];
  let names = indexNames(known);
  let q = understand(text, { now, timezone, names });
  const mayBeService =
    q.unknown.length + (q.text === undefined ? 0 : 1) > 0 &&
    telemetryConcepts.some((concept) => q.concepts.has(concept));
  if (mayBeService) {
    const services = await servicesOf(asker);
    if (services.length > 0) {
      names = indexNames([...known, ...services]);
      q = understand(text, { now, timezone, names });
    }
  }
  const { reference, service, itemId } = pageSubject(route);
  const shown = known.find(({ kind, id, name }) => kind === "item" && (id === itemId || name === service));
  const named = shown ?? (service === undefined ? undefined : ({ kind: "item", id: service, name: service } as const));
  const onThisPage = onPage(q, { ...(reference ? { reference } : {}), ...(named ? { named } : {}) });
  return { q: onThisPage === q ? continued(q, before) : onThisPage, names };
}

/** Services that sent traces in the last day. Without telemetry there are none. */
async function servicesOf({ reads, now }: AnyAsker): Promise<NamedRecord[]> {
  const from = new Date(now.getTime() - 86_400_000).toISOString();
  const found = await reads.services.list({ query: { from } }).catch(() => []);
  return found.map(({ service }) => ({ kind: "item", id: service, name: service }));
}

interface Decision {
  draft: Draft;
  intent?: Intent;
  query?: Query;
  confidence: number;
}

async function decide(
  q: Understood,
  names: NameIndex,
  turn: Omit<Turn, "q">,
  reading: Reading | undefined,
): Promise<Decision> {
  if (q.command !== undefined) return { draft: readOnly(q.command), confidence: 0 };
  const [best, ...others] = rank(q);
  if (!best) return { draft: notUnderstood(q, names, reading), confidence: 0 };
  const problem = problemWith(best, q, names, reading);
  if (problem) {
    const suggestions = problem.suggestions ?? [...nearestOf(reading), ...nearest([best, ...others])];
    return { draft: { ...problem, answered: false, suggestions }, confidence: 0 };
  }
  const { intent, confidence } = best;
  return tried(async () => ({ draft: await intent.answer({ ...turn, q }), intent, confidence }), intent);
}

/** Why a number would not be what was asked for. */
function problemWith(
  { intent }: Choice,
  q: Understood,
  names: NameIndex,
  reading: Reading | undefined,
): Draft | undefined {
  const [unclear] = q.ambiguous;
  if (unclear)
    return {
      headline: md`Several records fit “${unclear.word}”: ${unclear.names.map(({ name }) => name).join(", ")}. Which one do you mean?`,
    };
  if (q.operators.length > 0) return unknownWords(reading?.unknown.length ? reading.unknown : q.operators, names);
  // Plain counts and lists of records are understood whole or not at all.
  if (reading && reading.unknown.length > 0 && intent.isReadWhole) return unknownWords(reading.unknown, names);
  const isText = intent.takesText === true && (q.isTextMarked || !intent.isReadWhole);
  const unknown = [...q.unknown, ...(q.text !== undefined && !isText ? [q.text] : []), ...unexplained(intent, q)];
  if (unknown.length > 0) return unknownWords(unknown, names);
  const unused = q.mentions.filter(({ kind }) => ![...(intent.names ?? []), ...(intent.mayName ?? [])].includes(kind));
  if (unused[0])
    return { headline: md`I cannot use “${unused[0].name}” in this question, so I would count something else.` };
  if (q.time?.at && !intent.uses?.includes("time")) return { headline: md`I need a range here, such as “since 9am”.` };
  if (q.secondTime) return { headline: md`Your question has two times. Ask about one of them.` };
  const second = secondOf(intent, q);
  if (second !== undefined)
    return {
      headline: md`I can answer this for one record at a time, and you named “${second}” too.`,
      notUnderstood: [second],
    };
  const [ignored] = ignoredFilters(intent, q);
  if (ignored) return { headline: md`I cannot filter this by ${ignored}, so I would count something else.` };
  return undefined;
}

/** A second name or reference, where an answer is about one. */
function secondOf({ name }: Intent, { mentions, references }: Understood): string | undefined {
  const takes = /^(?:incidents|changes)\./.test(name)
    ? ["item"]
    : name === "items.find"
      ? ["class", "environment"]
      : [];
  const seen = new Map<string, string>();
  for (const { kind, name: called } of mentions) {
    const first = seen.get(kind);
    if (first !== undefined && first !== called && !takes.includes(kind)) return called;
    seen.set(kind, called);
  }
  return references[1]?.reference;
}

function nearest(choices: readonly Choice[]): string[] {
  return choices.slice(0, 3).map(({ intent }) => intent.example);
}

/** What was corrected. */
function notesOf(q: Understood, intent: Intent | undefined): Markdown[] {
  return intent ? correctionsOf(q.corrections) : [];
}

function correctionsOf(corrections: Understood["corrections"]): Markdown[] {
  return corrections.map(({ written, read: as }) => md`I read “${written}” as ${as}.`);
}
