import type { IncomingMessage } from "node:http";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { refusals } from "./refusals.ts";

/** A request of ClickHouse's HTTP interface. Its body is not read yet. */
export interface ClickHouseRequest {
  path: string;
  /** The beginning of the statement; the body continues it. */
  query: string;
  queryId: string | undefined;
  database: string;
  defaultFormat: string;
  settings: Map<string, string>;
  parameters: Map<string, string>;
  gzipReply: boolean;
  user: string | undefined;
  password: string | undefined;
  body: Readable;
}

/** Parameters of the query string that belong to the interface. Every other one is a setting. */
const interfaceParameters = new Set([
  ...["query", "query_id", "database", "default_format", "user", "password", "quota_key", "role", "stacktrace"],
  ...["session_id", "session_timeout", "session_check", "compress", "decompress", "buffer_size", "wait_end_of_query"],
  ...["enable_http_compression", "client_protocol_version", "close_session"],
]);

export function readRequest(request: IncomingMessage): ClickHouseRequest {
  const url = new URL(request.url ?? "/", "http://engine");
  const words = url.searchParams;
  const header = (name: string) => request.headers[name]?.toString();
  if (words.has("session_id")) throw refusals.sessions();
  const [user, password] = basicCredentials(header("authorization"));
  const compressed = words.get("enable_http_compression") === "1" && /\bgzip\b/.test(header("accept-encoding") ?? "");
  return {
    path: url.pathname,
    query: words.get("query") ?? "",
    queryId: words.get("query_id") ?? undefined,
    database: words.get("database") ?? header("x-clickhouse-database") ?? "default",
    defaultFormat: words.get("default_format") ?? header("x-clickhouse-format") ?? "TabSeparated",
    settings: new Map([...words].filter(([name]) => !interfaceParameters.has(name) && !name.startsWith("param_"))),
    parameters: new Map(
      [...words].flatMap(([name, value]) => (name.startsWith("param_") ? [[name.slice(6), value]] : [])),
    ),
    gzipReply: compressed,
    user: user ?? header("x-clickhouse-user") ?? words.get("user") ?? undefined,
    password: password ?? header("x-clickhouse-key") ?? words.get("password") ?? undefined,
    body: decoded(request, header("content-encoding")),
  };
}

function basicCredentials(authorization: string | undefined): [user?: string, password?: string] {
  const encoded = /^Basic (\S+)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return [];
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  return colon === -1 ? [pair] : [pair.slice(0, colon), pair.slice(colon + 1)];
}

function decoded(request: IncomingMessage, encoding = "identity"): Readable {
  if (encoding === "identity") return request;
  const decoder = { gzip: createGunzip, deflate: createInflate, br: createBrotliDecompress }[encoding];
  if (decoder === undefined) throw refusals.encoding(encoding);
  const plain = decoder();
  request.on("error", (error) => plain.destroy(error));
  return request.pipe(plain);
}
