import { Failure } from "@opsplane/runtime";
import { jsonSchema, type ModelMessage, stepCountIs, streamText, type TextStreamPart, type ToolSet, tool } from "ai";
import { Check, Clean, Errors } from "typebox/value";
import { TooLong, Unfinished } from "./failures.ts";
import type { Citation, ModelTool } from "./model-tool.ts";

export interface RunOptions {
  readonly model: Parameters<typeof streamText>[0]["model"];
  readonly system: string;
  /** Marks the records in results of tools. Text of a record cannot know it. */
  readonly boundary: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: string }[];
  readonly tools: readonly ModelTool[];
  readonly signal: AbortSignal;
  readonly maxSteps: number;
  readonly maxTokens: number;
  /** Receives each citation that a tool returns. */
  readonly cite: (citation: Citation) => void;
  readonly onTool: (name: string) => void;
  readonly onText: (text: string) => void;
}

export interface RunResult {
  text: string;
  inputTokens: number;
  outputTokens: number;
  /** Why there is no usable text; undefined when there is. */
  failure: unknown;
}

const maxAnswer = 30_000;
/** Calls of tools in one step. */
const maxCalls = 50;
/** No model takes more in one step. */
const maxTokenCount = 2_000_000;
const maxOutput = 4_096;

/** Asks the model until it answers or a limit is reached. It can call the given tools and nothing else. */
export async function runModel(options: RunOptions): Promise<RunResult> {
  const { model, system, tools, maxSteps, maxTokens, signal, onTool, onText } = options;
  const result: RunResult = { text: "", inputTokens: 0, outputTokens: 0, failure: undefined };
  const fail = (failure: unknown) => {
    result.failure ??= failure;
  };
  const asked = streamText({
    model,
    system,
    messages: options.messages.map(({ role, content }): ModelMessage => ({ role, content })),
    tools: toolSet(options),
    stopWhen: [stepCountIs(maxSteps), () => result.inputTokens + result.outputTokens >= maxTokens],
    maxOutputTokens: Math.min(maxOutput, maxTokens),
    maxRetries: 0,
    abortSignal: signal,
    // Errors arrive as parts of the stream. The default would write them to the console.
    onError: () => undefined,
  });
  const reading = { step: "", finish: "", received: 0, calls: 0 };
  const receive = (part: TextStreamPart<ToolSet>) => {
    if (part.type === "start-step") Object.assign(reading, { step: "", calls: 0 });
    if (part.type === "tool-call" && ++reading.calls > maxCalls) throw new TooLong();
    if (part.type === "text-delta") receiveText(part.text);
    if (part.type === "tool-call" && tools.some(({ name }) => name === part.toolName)) onTool(part.toolName);
    if (part.type === "finish-step") {
      reading.finish = part.finishReason;
      result.inputTokens += tokenCount(part.usage.inputTokens);
      result.outputTokens += tokenCount(part.usage.outputTokens);
    }
    if (part.type === "error") fail(part.error);
    if (part.type === "abort") fail(signal.reason);
  };
  const receiveText = (text: string) => {
    if (reading.step.length + text.length > maxAnswer) throw new TooLong();
    reading.step += text;
    reading.received += text.length;
    onText(text);
  };
  try {
    for await (const part of asked.fullStream) receive(part);
  } catch (error) {
    fail(error);
  }
  // Without figures of the provider the text itself is counted.
  result.outputTokens = Math.max(result.outputTokens, Math.ceil(reading.received / 4));
  result.text = reading.step.trim();
  if (result.failure === undefined) fail(problemOf(reading.finish, result.text, options));
  return result;
}

/** Providers report odd numbers, which could not be stored. */
function tokenCount(reported: number | undefined): number {
  const count = Math.round(Number(reported));
  return Number.isFinite(count) ? Math.min(Math.max(count, 0), maxTokenCount) : 0;
}

function problemOf(finish: string, text: string, { maxSteps, maxTokens }: RunOptions): Error | undefined {
  if (finish === "tool-calls")
    return new Unfinished(`The model did not answer within ${maxSteps} steps or ${maxTokens} tokens.`);
  if (finish === "content-filter") return new Unfinished("The provider's content filter refused the answer.");
  // Any other end is a stream that broke off, and half an answer can be a wrong one.
  if (finish !== "stop" && finish !== "length") return new Unfinished("The provider's answer broke off.");
  return text === "" ? new Unfinished("The model gave no answer.") : undefined;
}

const maxResult = 20_000;

function toolSet({ tools, signal, boundary, cite }: RunOptions): ToolSet {
  return Object.fromEntries(
    tools.map((each) => [
      each.name,
      tool({
        description: each.description,
        // The SDK's type of JSON Schema is narrower than TypeBox's, so the schema goes through JSON.
        inputSchema: jsonSchema<Record<string, unknown>>(JSON.parse(JSON.stringify(each.input)), {
          validate: (value) => validated(each, value),
        }),
        execute: async (input) => {
          try {
            const { data, citations } = await each.run(input, signal);
            for (const citation of citations) cite(citation);
            return asData(boundary, data, citations);
          } catch (error) {
            // The provider learns nothing about our faults.
            return error instanceof Failure ? `The tool refused: ${error.message}` : "The tool failed.";
          }
        },
      }),
    ]),
  );
}

function validated({ input }: ModelTool, value: unknown) {
  const cleaned = Clean(input, structuredClone(value ?? {}));
  if (isRecord(cleaned) && Check(input, cleaned)) return { success: true as const, value: cleaned };
  const [first] = Errors(input, cleaned);
  return {
    success: false as const,
    error: new Error(`The arguments do not fit: ${first?.message ?? "not an object"}.`),
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Records of the tenant can contain text of attackers. Everything between the boundaries is data. */
function asData(boundary: string, data: unknown, citations: readonly Citation[]): string {
  const text = JSON.stringify(data) ?? "null";
  const cut = text.length > maxResult ? `${text.slice(0, maxResult)}… (cut)` : text;
  const sources = JSON.stringify(citations.map(({ id, title }) => ({ cite_as: `[[${id}]]`, title })));
  return `BEGIN ${boundary}\n${cut}\nSOURCES ${sources}\nEND ${boundary}`;
}
