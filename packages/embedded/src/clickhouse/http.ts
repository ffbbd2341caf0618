import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { checkCredentials } from "./credentials.ts";
import type { Engine } from "./engine.ts";
import { refusalOf, refusals } from "./refusals.ts";
import { readRequest } from "./request.ts";
import { type Done, work } from "./work.ts";

export interface Interface {
  engine: Engine;
  folder: string;
  port: number;
  token: string;
}

/** ClickHouse's HTTP interface, as far as its official client uses it. */
export async function serve(to: Interface): Promise<Server> {
  // Parameters are part of the address; ClickHouse itself takes addresses of this size.
  const server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => void answer(to, request, response));
  // The client drops idle sockets after 2.5 s; ours must live longer, and an upload may take as long as it takes.
  server.keepAliveTimeout = 30_000;
  server.requestTimeout = 0;
  server.listen(to.port, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function answer(to: Interface, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort(new Error("The client went away.")));
  try {
    if (request.method === "GET" && request.url === "/ping") return void response.end("Ok.\n");
    const asked = readRequest(request);
    checkCredentials(asked, to.token);
    if (asked.path !== "/") throw refusals.notFound(asked.path);
    response.setHeader("X-ClickHouse-Query-Id", asked.queryId ?? randomUUID());
    const done = await work({ asked, engine: to.engine, folder: to.folder, signal: gone.signal });
    await reply(response, done, asked.gzipReply);
  } catch (error) {
    refuse(request, response, error);
  }
}

async function reply(response: ServerResponse, done: Done, gzipReply: boolean): Promise<void> {
  response.setHeader("X-ClickHouse-Summary", summary(done));
  response.setHeader("X-ClickHouse-Format", done.format);
  response.setHeader("X-ClickHouse-Timezone", "UTC");
  response.setHeader("Content-Type", contentType(done.format));
  if (gzipReply) response.setHeader("Content-Encoding", "gzip");
  response.end(gzipReply ? await promisify(gzip)(done.bytes) : done.bytes);
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.destroyed) return;
  const { status, code, message } = refusalOf(error);
  if (status === 401) response.setHeader("WWW-Authenticate", 'Basic realm="ClickHouse server HTTP API"');
  // What was not read of a body would be taken for the next request.
  if (!request.complete) response.setHeader("Connection", "close");
  response.writeHead(status, { "Content-Type": "text/plain; charset=UTF-8", "X-ClickHouse-Exception-Code": code });
  response.end(`${message}\n`);
}

function summary({ rows, rowBytes, seconds, wrote }: Done): string {
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
