import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

// A server on loopback that speaks the wire formats of AI providers: OpenAI's chat completions, which Ollama has too, and Anthropic's
// messages, both as server-sent events.

export interface ModelRequest {
  path: string;
  headers: IncomingHttpHeaders;
  /** The whole body, as it was sent. */
  body: string;
  /** The number of requests before this one. */
  index: number;
}

/** What the model does with one request. */
export type ModelReply =
  | { text: string; tokens?: [input: number, output: number] }
  | { tool: string; input: unknown; tokens?: [input: number, output: number]; times?: number }
  /** An error of the provider, which repeats the key as careless providers do. */
  | { status: number }
  | { broken: "malformed" | "disconnect" | "silent" | "endless" | "html" };

export interface ModelServer {
  url: string;
  requests: ModelRequest[];
  /** How the next requests are answered. */
  answer: (request: ModelRequest) => ModelReply;
  close(): void;
}

export async function startModelServer(): Promise<ModelServer> {
  const requests: ModelRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const index = requests.length;
    const each = { path: request.url ?? "", headers: request.headers, body: Buffer.concat(chunks).toString(), index };
    requests.push(each);
    respond(each, response, model.answer(each));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const model: ModelServer = {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    requests,
    answer: () => ({ text: "ready" }),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return model;
}

function respond(request: ModelRequest, response: ServerResponse, reply: ModelReply): void {
  const format = request.path.endsWith("/messages") ? anthropic : openai;
  if ("status" in reply) {
    const key = request.headers.authorization ?? request.headers["x-api-key"];
    const error = { type: "error", message: `Something about the key ${String(key)}` };
    response.writeHead(reply.status, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    return;
  }
  if ("broken" in reply) return void breakOff(response, format, reply.broken);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(
    "text" in reply
      ? format.text(reply.text, reply.tokens)
      : format.tool(reply.tool, reply.input, reply.tokens, reply.times),
  );
}

function breakOff(
  response: ServerResponse,
  format: Format,
  how: "malformed" | "disconnect" | "silent" | "endless" | "html",
) {
  if (how === "silent") return;
  if (how === "html") return response.writeHead(200, { "content-type": "text/html" }).end("<h1>It works</h1>");
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(format.start("Half an answ"));
  if (how === "malformed") return response.end("data: {not json at all\n\ndata: [DONE]\n\n");
  if (how === "disconnect") return response.write(" ", () => response.destroy());
  const more = () => {
    if (response.destroyed) return;
    response.write(format.more("and on ".repeat(500)), () => setImmediate(more));
  };
  return more();
}

interface Format {
  start(text: string): string;
  more(text: string): string;
  text(text: string, tokens?: [number, number]): string;
  tool(name: string, input: unknown, tokens?: [number, number], times?: number): string;
}

const line = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;
const halves = (text: string) => [text.slice(0, text.length / 2), text.slice(text.length / 2)];
const repeated = (times: number, make: (index: number) => string) =>
  Array.from({ length: times }, (_, index) => make(index)).join("");
const argumentsOf = (input: unknown) => (typeof input === "string" ? input : JSON.stringify(input));

const chunk = (delta: object, finish_reason: string | null = null) =>
  line({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [{ index: 0, delta, finish_reason }],
  });
const usage = ([prompt_tokens, completion_tokens]: [number, number]) =>
  line({
    id: "c1",
    object: "chat.completion.chunk",
    created: 1,
    model: "m",
    choices: [],
    usage: { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens },
  });

const openai: Format = {
  start: (text) => chunk({ role: "assistant", content: text }),
  more: (content) => chunk({ content }),
  text: (text, tokens = [100, 20]) =>
    [
      chunk({ role: "assistant", content: "" }),
      ...halves(text).map((content) => chunk({ content })),
      chunk({}, "stop"),
      usage(tokens),
      "data: [DONE]\n\n",
    ].join(""),
  tool: (name, input, tokens = [100, 20], times = 1) => {
    const [first, second] = halves(argumentsOf(input));
    const call = (index: number, part: object) => chunk({ tool_calls: [{ index, ...part }] });
    return [
      chunk({ role: "assistant", content: null }),
      repeated(times, (index) =>
        [
          call(index, { id: `call_${index}`, type: "function", function: { name, arguments: "" } }),
          call(index, { function: { arguments: first } }),
          call(index, { function: { arguments: second } }),
        ].join(""),
      ),
      chunk({}, "tool_calls"),
      usage(tokens),
      "data: [DONE]\n\n",
    ].join("");
  },
};

const named = (data: { type: string } & Record<string, unknown>) => `event: ${data.type}\n${line(data)}`;
const begin = (input_tokens: number) =>
  named({
    type: "message_start",
    message: {
      id: "m1",
      type: "message",
      role: "assistant",
      model: "m",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { input_tokens, output_tokens: 1 },
    },
  });
const block = (content_block: object, deltas: object[], index = 0) =>
  [
    named({ type: "content_block_start", index, content_block }),
    ...deltas.map((delta) => named({ type: "content_block_delta", index, delta })),
    named({ type: "content_block_stop", index }),
  ].join("");
const end = (stop_reason: string, output_tokens: number) =>
  named({ type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens } }) +
  named({ type: "message_stop" });

const anthropic: Format = {
  start: (text) =>
    begin(10) +
    named({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }) +
    named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  more: (text) => named({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } }),
  text: (text, [input, output] = [100, 20]) =>
    begin(input) +
    block(
      { type: "text", text: "" },
      halves(text).map((part) => ({ type: "text_delta", text: part })),
    ) +
    end("end_turn", output),
  tool: (name, input, [inputTokens, output] = [100, 20], times = 1) =>
    begin(inputTokens) +
    repeated(times, (index) =>
      block(
        { type: "tool_use", id: `toolu_${index}`, name, input: {} },
        halves(argumentsOf(input)).map((partial_json) => ({ type: "input_json_delta", partial_json })),
        index,
      ),
    ) +
    end("tool_use", output),
};
