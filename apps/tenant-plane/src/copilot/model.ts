import type { CopilotPersona } from "@opsplane/contract";
import type { Ai, ModelTool } from "../ai/index.ts";
import { catalogue, runTool } from "../tools/index.ts";
import type { CopilotQuestion, Earlier, Engine, EngineAnswer, EngineEvent, ToolCall } from "./engine.ts";
import { link } from "./markdown.ts";

type Asker = Parameters<Engine["answer"]>[1];

/**
 * Asks the tenant's model, which picks tools and writes the answer. Undefined when there is none or it has no usable answer; the builtin
 * engine answers then. Either way the question is paid for.
 */
export async function askModel(
  ai: Ai,
  question: CopilotQuestion,
  asker: Asker,
  earlier: Earlier,
  emit: (event: EngineEvent) => void,
): Promise<EngineAnswer | undefined> {
  const calls: ToolCall[] = [];
  const result = await ai.converse({
    principal: asker.principal,
    purpose: "copilot",
    system: systemFor(question, asker),
    messages: [
      ...earlier.turns.slice(-maxTurns).flatMap(({ question: asked, answer }) => [
        { role: "user" as const, content: asked },
        { role: "assistant" as const, content: answer },
      ]),
      { role: "user" as const, content: question.text },
    ],
    tools: [...catalogue.values()].map((tool) => boundTool(tool.name, asker, calls, emit)),
    signal: asker.signal,
    emit: (event) => {
      if (event.type === "text") emit({ type: "text", delta: event.text });
    },
  });
  if (!result.ok) return undefined;
  const answer = withLinks(result.text, result.citations);
  return {
    engine: result.engine,
    answer,
    answered: answer.trim() !== "",
    intent: null,
    // A model does not say how sure it is. An answer without a source is less certain.
    confidence: result.citations.length > 0 && result.unknownCitations === 0 ? 0.8 : 0.4,
    suggestions: [],
    reading: [],
    not_understood: [],
    citations: result.citations,
    tool_calls: calls,
    state: earlier.state,
  };
}

const maxTurns = 6;

/** A tool with the asker's rights. Refusals are answers that the model reads. */
function boundTool(name: string, asker: Asker, calls: ToolCall[], emit: (event: EngineEvent) => void): ModelTool {
  const tool = catalogue.get(name);
  if (!tool) throw new Error(`There is no tool ${name}.`);
  const { description, access, module, input: schema } = tool;
  return {
    ...{ name, description, access, input: schema },
    ...(module !== undefined && { module }),
    run: async (input, signal) => {
      const started = performance.now();
      const outcome = await runTool(catalogue, { ...asker, signal }, name, input);
      const call = { name, input, ms: Math.round(performance.now() - started), ok: outcome.ok };
      calls.push(call);
      emit({ type: "tool", call });
      return outcome.ok ? outcome.result : { data: { error: outcome.message }, citations: [] };
    },
  };
}

const readers: Record<CopilotPersona, string> = {
  sre: "an on-call engineer: short, technical, what to look at next",
  manager: "a service-desk manager: counts, trends and who is responsible",
  executive: "an executive: the effect on customers in two or three sentences",
  auditor: "an auditor: exact figures, times and records, without interpretation",
  service_desk: "a service-desk agent: plain words and the next step",
};

function systemFor({ persona, route }: CopilotQuestion, { now, timezone }: Asker): string {
  return [
    "You answer questions about one tenant of Opsplane, an IT operations platform. Use the tools for every fact; never guess a number.",
    `You write for ${readers[persona]}. Answer in Markdown, at most 200 words.`,
    `It is ${now.toISOString()}; the reader's timezone is ${timezone}.`,
    ...(route === undefined ? [] : [`The reader looks at the page ${JSON.stringify(route)}.`]),
    "You can only read. If the tools do not answer the question, say so.",
  ].join("\n");
}

/** Citations as links to the pages of the records. */
function withLinks(text: string, citations: EngineAnswer["citations"]): string {
  const known = new Map(citations.map((citation) => [citation.id, citation]));
  return text.replace(/\[\[([^\][\n]{1,200})\]\]/g, (written, id: string) => {
    const citation = known.get(id);
    return citation && citation.link !== "" ? link(citation.title, citation.link).text : written;
  });
}
