import { type CopilotAnswer, type CopilotPersona, copilotPersonas, type operations } from "@opsplane/contract";
import {
  type Database,
  Failure,
  fail,
  type HandlersOf,
  newId,
  openEventStream,
  type ReadContext,
} from "@opsplane/runtime";
import type { Ai } from "../ai/index.ts";
import { signalOf } from "../telemetry/index.ts";
import type { OpenAsker } from "../tools/index.ts";
import { builtinEngine } from "./builtin.ts";
import type { Earlier, Engine, EngineEvent } from "./engine.ts";
import { askModel } from "./model.ts";
import * as store from "./store.ts";

export interface CopilotDeps {
  database: Database;
  openAsker: OpenAsker;
  ai: Ai;
}

const limits = { conversations: 100, turns: 100 };

/** Tools of one question, each of which may listen for the end of the request. */
const maxListeners = 200;

export function copilotHandlers(deps: CopilotDeps): HandlersOf<typeof operations.copilot> {
  return {
    query: async (context) => {
      const { body, request, reply } = context;
      reply.raw.setMaxListeners(maxListeners);
      // Problems of the question are answered as usual, before a stream begins.
      const timezone = checkedTimezone(body.timezone ?? "UTC");
      const earlier = await earlierOf(context, body.conversation_id);
      await deps.ai.assertCredits(context.principal);
      const question = { text: body.query, persona: personaOf(body.persona), route: body.context?.route };
      const ask = (emit: (event: EngineEvent) => void) => answer(deps, context, { question, timezone, earlier, emit });
      if (!request.headers.accept?.includes("text/event-stream")) return ask(() => undefined);
      return stream(context, ask);
    },

    conversations: ({ db, principal, query }) => store.listConversations(db, principal.userId, query),

    conversation: async ({ db, principal, params: { id } }) =>
      (await store.getConversation(db, principal.userId, id)) ?? missing(id),

    removeConversation: async ({ db, principal, params: { id }, audit }) => {
      if ((await store.deleteConversation(db, principal.userId, id)) === 0) missing(id);
      audit({ target: { type: "copilot_conversation", id, name: id } });
      return undefined;
    },

    feedback: async ({ db, principal, params: { id }, body: { rating, comment = "" }, audit }) => {
      if ((await store.rateTurn(db, principal.userId, { id, rating, comment })) === 0)
        fail("NOT_FOUND", `You have no answer ${id}.`);
      audit({ target: { type: "copilot_answer", id, name: id }, after: { rating } });
      return { id, rating };
    },
  };
}

function missing(id: string): never {
  return fail("NOT_FOUND", `You have no conversation ${id}.`);
}

function personaOf(written: string | undefined): CopilotPersona {
  const wanted = written?.trim().toLowerCase().replaceAll(/[ -]/g, "_");
  return copilotPersonas.find((each) => each === wanted) ?? "sre";
}

function checkedTimezone(timezone: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return fail("VALIDATION_ERROR", `There is no timezone '${timezone.slice(0, 100)}'.`, {
      details: [{ path: "timezone", message: "must be an IANA name such as Europe/Berlin" }],
    });
  }
}

async function earlierOf({ db, principal }: ReadContext, id: string | undefined): Promise<Earlier & { id: string }> {
  if (id === undefined) return { id: newId(), state: null, turns: [] };
  const { userId } = principal;
  return (userId === null ? undefined : await store.readConversation(db, userId, id)) ?? missing(id);
}

interface QuestionInput {
  question: Parameters<Engine["answer"]>[0];
  timezone: string;
  earlier: Earlier & { id: string };
  emit(event: EngineEvent): void;
}

async function answer(
  deps: CopilotDeps,
  context: ReadContext,
  { question, timezone, earlier, emit }: QuestionInput,
): Promise<CopilotAnswer> {
  const { principal, reply } = context;
  const asker = deps.openAsker(context, { timezone, signal: signalOf(reply) });
  const { state, ...found } =
    (await askModel(deps.ai, question, asker, earlier, emit)) ??
    (await builtinEngine.answer(question, asker, earlier, emit));
  const { userId } = principal;
  const id = newId();
  const { engine, answered, intent, confidence } = found;
  const made = {
    ...{ id, answer: found.answer, answered, engine, intent, confidence },
    citations: [...found.citations],
    tool_calls: found.tool_calls.map((call) => ({ ...call })),
    suggestions: [...found.suggestions],
    reading: found.reading.map((each) => ({ ...each, options: [...each.options] })),
    not_understood: [...found.not_understood],
  };
  if (userId === null) return { ...made, conversation_id: null };
  // Keeping the conversation is no change of the tenant's records, so that it also works when those can only be read.
  await deps.database.inTenant(principal.tenantId, (tx) =>
    store.storeTurn(
      tx,
      { ...made, question: question.text, persona: question.persona, conversationId: earlier.id, userId, state },
      limits,
    ),
  );
  return { ...made, conversation_id: earlier.id };
}

/** Streams the answer as events. A failure after the start is an event too. */
async function stream(
  { request, reply }: ReadContext,
  ask: (emit: (event: EngineEvent) => void) => Promise<CopilotAnswer>,
): Promise<CopilotAnswer> {
  const open = openEventStream(request, reply);
  try {
    const made = await ask(({ type, ...data }) => open.send({ type, data }));
    open.send({ type: "done", data: made });
    open.end();
    return made;
  } catch (error) {
    const known = error instanceof Failure ? error : new Failure("ERROR", "The question could not be answered.");
    if (!(error instanceof Failure)) request.log.error({ err: error }, "a streamed answer failed");
    open.send({ type: "error", data: { code: known.code, error: known.message, trace_id: request.id } });
    open.end();
    return {
      id: "",
      answer: "",
      answered: false,
      engine: "",
      intent: null,
      confidence: 0,
      citations: [],
      tool_calls: [],
      suggestions: [],
      reading: [],
      not_understood: [],
      conversation_id: null,
    };
  }
}
