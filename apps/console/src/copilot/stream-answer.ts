import { ApiError, type CopilotAnswer, operations } from "@opsplane/contract";
import { createSseReader, type SseMessage } from "../live/sse.ts";
import type { Session } from "../session/session.ts";

export interface Question {
  query: string;
  persona: string;
  timezone: string;
  conversation_id?: string;
  context: { route: string };
}

export interface Progress {
  onStatus(text: string): void;
  onText(delta: string): void;
}

/** Asks and follows the answer while it is made. */
export async function streamAnswer(
  { fetch, headers }: Pick<Session, "fetch" | "headers">,
  question: Question,
  { onStatus, onText }: Progress,
  signal: AbortSignal,
): Promise<CopilotAnswer> {
  const response = await fetch(operations.copilot.query.path, {
    method: "POST",
    headers: { ...(await headers()), "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(question),
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw unreachable();
  });
  if (!response.ok || !response.body) throw await refusalOf(response);
  for await (const { event, data } of messages(response.body)) {
    const content: unknown = JSON.parse(data);
    if (event === "status" && isText(content, "text")) onStatus(content.text);
    else if (event === "text" && isText(content, "delta")) onText(content.delta);
    else if (event === "done" && isAnswer(content)) return content;
    else if (event === "error" && isText(content, "error"))
      throw new ApiError(500, "ERROR", content.error, isText(content, "trace_id") ? content.trace_id : "");
  }
  throw unreachable();
}

async function* messages(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<SseMessage> {
  const read = createSseReader();
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read())
      yield* read(decoder.decode(part.value, { stream: true }));
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function unreachable(): ApiError {
  return new ApiError(0, "NETWORK", "Can't reach the server.", "");
}

async function refusalOf(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => ({}));
  const message = isText(body, "error") ? body.error : `The server answered ${response.status}.`;
  return new ApiError(response.status, "ERROR", message, response.headers.get("x-trace-id") ?? "");
}

function isText<Key extends string>(value: unknown, key: Key): value is Record<Key, string> {
  return typeof value === "object" && value !== null && key in value && typeof Reflect.get(value, key) === "string";
}

/** The server checks its answers against the contract. */
function isAnswer(value: unknown): value is CopilotAnswer {
  return isText(value, "answer") && isText(value, "id");
}
