import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";

export interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  /** The body as JSON; empty when it is none. */
  event: { id: string; type: string; tenant_id: string; subject_id: string; occurred_at: string; data: object };
}

export interface Receiver {
  url: string;
  received: Received[];
  /** Those that came to a path. */
  at(path: string): Received[];
  close(): void;
}

type Respond = (request: Received, response: ServerResponse, count: number) => void;

/** A real HTTP server on loopback that keeps what it receives. `answer` gets the number of requests to the same path so far. */
export async function startReceiver(
  answer: Respond = (_, response) => void response.writeHead(204).end(),
): Promise<Receiver> {
  const received: Received[] = [];
  const at = (path: string) => received.filter((each) => each.path === path);
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const body = Buffer.concat(chunks).toString();
    const each = {
      path: request.url ?? "",
      headers: request.headers,
      body,
      event: body.startsWith("{") ? JSON.parse(body) : {},
    };
    received.push(each);
    answer(each, response, at(each.path).length);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`,
    received,
    at,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Verifies a request as its receiver does, by the rules of Standard Webhooks. */
export function isSignedBy(
  secret: string,
  { headers, body }: Received,
  signature = headers["webhook-signature"],
): boolean {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const content = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
  return String(signature).split(" ").includes(expected);
}
