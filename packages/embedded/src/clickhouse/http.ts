import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { checkCredentials } from "./credentials.ts";
import type { Engine } from "./engine.ts";
import { type Execution, type ExecutionResult, execute } from "./execute.ts";
import { parsedStatements } from "./parsed-statements.ts";
import { refusalOf, refusals } from "./refusals.ts";
import { readRequest } from "./request.ts";

export interface HttpOptions {
  engine: Engine;
  folder: string;
  port: number;
  token: string;
}

/** The part of ClickHouse's HTTP interface that its official client uses. */
export async function serve(options: HttpOptions): Promise<Server> {
  const to = { ...options, parse: parsedStatements() };
  // Query parameters are part of the URL, and ClickHouse accepts URLs of this size.
  const server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => void answer(to, request, response));
  // The client drops idle sockets after 2.5 s, so ours must live longer. Uploads have no time limit.
  server.keepAliveTimeout = 30_000;
  server.requestTimeout = 0;
  server.listen(to.port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

interface Answering extends HttpOptions {
  parse: Execution["parse"];
}

async function answer(to: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("The client disconnected.")));
  try {
    if (request.method === "GET" && request.url === "/ping") return void response.end("Ok.\n");
    const parsed = readRequest(request);
    checkCredentials(parsed, to.token);
    if (parsed.path !== "/") throw refusals.notFound(parsed.path);
    response.setHeader("X-ClickHouse-Query-Id", parsed.queryId ?? randomUUID());
    const { parse, engine, folder } = to;
    const result = await execute({ request: parsed, parse, engine, folder, signal: gone.signal });
    await reply(response, result, parsed.gzipReply);
  } catch (error) {
    refuse(request, response, error);
  }
}

async function reply(response: ServerResponse, result: ExecutionResult, gzipReply: boolean): Promise<void> {
  response.setHeader("X-ClickHouse-Summary", summary(result));
  response.setHeader("X-ClickHouse-Format", result.format);
  response.setHeader("X-ClickHouse-Timezone", "UTC");
  response.setHeader("Content-Type", contentType(result.format));
  if (gzipReply) response.setHeader("Content-Encoding", "gzip");
  response.end(gzipReply ? await promisify(gzip)(result.bytes) : result.bytes);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  const { status, code, message } = refusalOf(error);
  if (status === 401) response.setHeader("WWW-Authenticate", 'Basic realm="ClickHouse server HTTP API"');
  // The unread rest of a body would be parsed as the next request.
  if (!request.complete) response.setHeader("Connection", "close");
  response.writeHead(status, { "Content-Type": "text/plain; charset=UTF-8", "X-ClickHouse-Exception-Code": code });
  response.end(`${message}\n`);
}

function summary({ rows, rowBytes, seconds, wrote }: ExecutionResult): string {
  return JSON.stringify({
    read_rows: String(rows),
    read_bytes: String(rowBytes),
    written_rows: wrote ? String(rows) : "0",
    written_bytes: wrote ? String(rowBytes) : "0",
    total_rows_to_read: "0",
    result_rows: wrote ? String(rows) : "0",
    result_bytes: "0",
    elapsed_ns: String(Math.round(seconds * 1e9)),
  });
}

const contentTypes: readonly [RegExp, string][] = [
  [/^JSON\w*EachRow/, "application/x-ndjson; charset=UTF-8"],
  [/^JSON/, "application/json; charset=UTF-8"],
  [/^CSV/, "text/csv; charset=UTF-8; header=absent"],
  [/^(TSV|TabSeparated)/, "text/tab-separated-values; charset=UTF-8"],
  [/^(Native|RowBinary|Parquet|Arrow)/, "application/octet-stream"],
];

function contentType(format: string): string {
  return contentTypes.find(([pattern]) => pattern.test(format))?.[1] ?? "text/plain; charset=UTF-8";
}
