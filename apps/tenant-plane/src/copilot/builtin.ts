import { type Citation, useTool } from "../tools/index.ts";
import { answerQuery } from "./answers/query.ts";
import type { Ask, Turn } from "./answers/turn.ts";
import { signatureOf, type Understand, wholeOf } from "./asked-again.ts";
import { type Choice, rank } from "./choose.ts";
import { type Draft, render } from "./draft.ts";
import type { CopilotQuestion, Engine, EngineAnswer, ToolCall } from "./engine.ts";
import { continued, onPage, pageSubject } from "./follow-up.ts";
import type { Intent } from "./intents/index.ts";
import { link, type Markdown, md } from "./markdown.ts";
import { classNames, loadNames } from "./names-store.ts";
import { plainParts } from "./plain-parts.ts";
import { answering, isWhole, problemWith } from "./problems.ts";
import type { Query } from "./reading/query.ts";
import { continues, merged, type Reading, readFollowUp, readQuery } from "./reading/read.ts";
import { partsOf } from "./reading/say.ts";
import type { Clock } from "./reading/spans.ts";
import { nearestOf, notUnderstood, readOnly, refusal } from "./refusals.ts";
import { Refused } from "./refused.ts";
import { nextState, readState } from "./state.ts";
import { indexNames, type NamedRecord, type NameIndex } from "./understand/names.ts";
import { wordsOf } from "./understand/text.ts";
import { type Understood, understand } from "./understand/understand.ts";
import type { Concept } from "./understand/vocabulary.ts";

type Earlier = ReturnType<typeof readState>;
type AnyAsker = Parameters<Engine["answer"]>[1];

/** Answers without a model: it reads what a question says, chooses what is asked, runs tools and phrases their results. */
export const builtinEngine: Engine = {
  name: "builtin",
  answer: async (question, asker, earlier, emit) => {
    const calls: ToolCall[] = [];
    const turn = { ask: asking(asker, calls, emit), now: asker.now, timezone: asker.timezone, cited: citing(asker) };
    const before = readState(earlier.state);
    const { q, names, whole, again } = await read(question, asker, before);
    const reading = q.command === undefined ? readRecords(question.text, names, asker, before?.query) : undefined;
    const decided = (await decideQuery(turn, reading)) ?? (await decide(q, names, turn, reading));
    const { draft, intent, confidence, query } = decided;
    const intentOf = (other: Understood, asked: string) =>
      answering(other, names, readRecords(asked, names, asker, undefined));
    const plain = intent && { intent, q, whole, timezone: asker.timezone, understand: again, intentOf };
    const answered = draft.answered ?? true;
    const notes = query ? correctionsOf(reading?.corrections ?? []) : notesOf(q, intent);
    const answer: EngineAnswer = {
      engine: "builtin",
      answer: render({ ...draft, notes: [...(draft.notes ?? []), ...notes] }, question.persona),
      answered,
      intent: query ? `${query.kind}s.${query.shape}` : (intent?.name ?? null),
      confidence: answered ? Number(confidence.toFixed(2)) : 0,
      suggestions: (draft.suggestions ?? []).slice(0, 4),
      reading: answered ? (query ? partsOf(query, asker.timezone) : plain ? plainParts(plain) : []) : [],
      not_understood: (draft.notUnderstood ?? []).slice(0, 10),
      citations: answered ? asker.cite.all() : [],
      tool_calls: calls,
      // A question that was not understood does not end the thread.
      state: answered ? nextState(q, intent, query, whole?.asked.join(" ")) : earlier.state,
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
  if (!reading || !isWhole(reading)) return undefined;
  const { query } = reading;
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

async function read({ text, route }: CopilotQuestion, asker: AnyAsker, before: Earlier) {
  const { now, timezone } = asker;
  const known = [
    ...(await loadNames(
      asker,
      wordsOf(text).map((word) => word.text),
    )),
    ...classNames,
  ];
  // Names of the question before may be meant again.
  known.push(...(before?.q?.mentions ?? []));
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
  const again = (question: string) =>
    onPage(understand(question, { now, timezone, names }), {
      ...(reference ? { reference } : {}),
      ...(named ? { named } : {}),
    });
  const onThisPage = again(text);
  const isOfPage = onThisPage.references.length + onThisPage.mentions.length > q.references.length + q.mentions.length;
  const next = isOfPage ? onThisPage : continued(q, before?.q);
  return { q: next, names, again, whole: next === q || isOfPage ? next : wholeQuestion(q, next, before, again) };
}

/** The words of a follow-up together with those of the question before, when they mean the same. */
function wholeQuestion(
  fragment: Understood,
  q: Understood,
  before: Earlier,
  again: Understand,
): Understood | undefined {
  if (before?.asked === undefined) return undefined;
  const whole = wholeOf(again(before.asked), fragment, again);
  return whole && signatureOf(whole) === signatureOf(q) ? whole : undefined;
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
