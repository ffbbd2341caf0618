import { type Citation, type ToolOutcome, useTool } from "../tools/index.ts";
import type { Ask, Turn } from "./answers/turn.ts";
import { type Choice, ignoredFilters, rank } from "./choose.ts";
import { type Draft, render } from "./draft.ts";
import type { Engine, EngineAnswer, ToolCall } from "./engine.ts";
import { continued, onPage, pageSubject } from "./follow-up.ts";
import { type Intent, intents } from "./intents/index.ts";
import { link, type Markdown, md } from "./markdown.ts";
import { classNames, loadNames } from "./names-store.ts";
import { readState, stateOf } from "./state.ts";
import { indexNames, type NamedRecord, type NameIndex, nearNames } from "./understand/names.ts";
import { wordsOf } from "./understand/text.ts";
import { type Understood, understand } from "./understand/understand.ts";
import { type Concept, weightOf } from "./understand/vocabulary.ts";

type AnyAsker = Parameters<Engine["answer"]>[1];

/** A tool said no. */
class Refused extends Error {
  constructor(readonly outcome: Extract<ToolOutcome, { ok: false }>) {
    super(outcome.message);
  }
}

/** Answers without a model: it reads what a question says, chooses what is asked, runs tools and phrases their results. */
export const builtinEngine: Engine = {
  name: "builtin",
  answer: async (question, asker, earlier, emit) => {
    const calls: ToolCall[] = [];
    const ask: Ask = async (tool, input) => {
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
    const turn = { ask, now: asker.now, timezone: asker.timezone, cited: citing(asker) };
    const before = readState(earlier.state);
    const { q, names } = await read(question.text, question.route, asker, before?.q);
    const { draft, intent, confidence } = await decide(q, names, turn);
    const answered = draft.answered ?? true;
    const answer: EngineAnswer = {
      engine: "builtin",
      answer: render({ ...draft, notes: [...(draft.notes ?? []), ...notesOf(q, intent)] }, question.persona),
      answered,
      intent: intent?.name ?? null,
      confidence: answered ? Number(confidence.toFixed(2)) : 0,
      suggestions: (draft.suggestions ?? []).slice(0, 4),
      citations: answered ? asker.cite.all() : [],
      tool_calls: calls,
      // A question that was not understood does not end the thread.
      state: answered && intent ? stateOf(intent.name, q) : earlier.state,
    };
    emit({ type: "text", delta: answer.answer });
    return answer;
  },
};

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
  confidence: number;
}

async function decide(q: Understood, names: NameIndex, turn: Omit<Turn, "q">): Promise<Decision> {
  if (q.command !== undefined) return { draft: readOnly(q.command), confidence: 0 };
  const [best, ...others] = rank(q);
  if (!best) return { draft: notUnderstood(q, names), confidence: 0 };
  const problem = problemWith(best, q, names);
  if (problem)
    return {
      draft: { ...problem, answered: false, suggestions: problem.suggestions ?? nearest([best, ...others]) },
      confidence: 0,
    };
  try {
    return { draft: await best.intent.answer({ ...turn, q }), intent: best.intent, confidence: best.confidence };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { draft: refusal(error.outcome), intent: best.intent, confidence: 0 };
  }
}

function readOnly(verb: string): Draft {
  return {
    headline: md`I only read and cannot ${verb} anything.`,
    notes: [md`Open the record in the console to change it. I can find it for you.`],
    suggestions: ["Show the open incidents", "Which runbooks are there?"],
    answered: false,
  };
}

function refusal({ error, message }: Refused["outcome"]): Draft {
  const headlines: Partial<Record<typeof error, Markdown>> = {
    forbidden: md`I cannot answer this for you: ${message}`,
    not_in_plan: md`I cannot answer this: ${message}`,
    not_found: md`${message}`,
    unavailable: md`I cannot answer this now: ${message}`,
  };
  return {
    headline: headlines[error] ?? md`I cannot answer this: ${message}`,
    answered: false,
    suggestions: ["What can you do?"],
  };
}

/** Why a number would not be what was asked for. */
function problemWith({ intent }: Choice, q: Understood, names: NameIndex): Draft | undefined {
  const [unclear] = q.ambiguous;
  if (unclear)
    return {
      headline: md`Several records fit “${unclear.word}”: ${unclear.names.map(({ name }) => name).join(", ")}. Which one do you mean?`,
    };
  if (!intent.strict) return undefined;
  const unknown = [...q.unknown, ...(q.text !== undefined && !intent.takesText ? [q.text] : [])];
  if (unknown.length > 0) return unknownWords(unknown, names);
  const unused = q.mentions.filter(({ kind }) => ![...(intent.names ?? []), ...(intent.mayName ?? [])].includes(kind));
  if (unused[0])
    return { headline: md`I cannot use “${unused[0].name}” in this question, so I would count something else.` };
  if (q.time?.at && !intent.uses?.includes("time")) return { headline: md`I need a range here, such as “since 9am”.` };
  if (q.secondTime) return { headline: md`Your question has two times. Ask about one of them.` };
  const [ignored] = ignoredFilters(intent, q);
  if (ignored) return { headline: md`I cannot filter this by ${ignored}, so I would count something else.` };
  return undefined;
}

function unknownWords(unknown: readonly string[], names: NameIndex): Draft {
  const near = [
    ...new Set(unknown.flatMap((word) => nearNames(word, names).flatMap((each) => each.names.map(({ name }) => name)))),
  ];
  return {
    headline: md`I do not know what “${unknown.slice(0, 3).join("”, “")}” means here, so I would count something else.`,
    notes:
      near.length > 0
        ? [md`Did you mean ${near.slice(0, 3).join(", ")}?`]
        : [md`To search for text, put it in quotes.`],
  };
}

function notUnderstood(q: Understood, names: NameIndex): Draft {
  const near = q.unknown.flatMap((word) =>
    nearNames(word, names).flatMap((each) => each.names.map(({ name }) => name)),
  );
  const topics = intents
    .map((intent) => ({
      intent,
      fit: [...q.concepts].reduce(
        (sum, concept) => sum + (intent.must.flat().includes(concept) ? weightOf(concept) : 0),
        0,
      ),
    }))
    .filter(({ fit }) => fit > 1)
    .sort((a, b) => b.fit - a.fit)
    .slice(0, 3)
    .map(({ intent }) => intent.example);
  return {
    headline: md`I did not understand the question.`,
    notes: near.length > 0 ? [md`Did you mean ${near.slice(0, 3).join(", ")}?`] : [],
    suggestions:
      topics.length > 0
        ? topics
        : ["How many open incidents are there?", "Who is on call now?", "What changed in the last 24 hours?"],
    answered: false,
  };
}

function nearest(choices: readonly Choice[]): string[] {
  return choices.slice(0, 3).map(({ intent }) => intent.example);
}

/** What was corrected or not used. */
function notesOf(q: Understood, intent: Intent | undefined): Markdown[] {
  const corrected = q.corrections.map(({ written, read: as }) => md`I read “${written}” as ${as}.`);
  if (!intent || intent.strict || q.unknown.length === 0) return corrected;
  return [...corrected, md`I did not use: ${q.unknown.slice(0, 5).join(", ")}.`];
}
