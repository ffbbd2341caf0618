import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** A proxy to ClickHouse that a test can cut and restore, and which can hold or refuse statements. */
export interface Link {
  url: string;
  cut(): void;
  mend(): void;
  /** Holds the statements that match until `release`. Reads also name their tenant. */
  hold(matches: (statement: string, tenant: string) => boolean): void;
  /** The statements that are held now. One whose sender disconnected is not among them. */
  held(): readonly string[];
  /** Lets through `count` held statements, the oldest first. Without a number it stops holding. */
  release(count?: number): void;
  /** Refuses the next `count` statements that match, with the code of a ClickHouse error. */
  refuseNext(matches: (statement: string) => boolean, code?: number, count?: number): void;
  close(): Promise<void>;
}

const typeMismatch = 53;

export async function breakableLink(to: string): Promise<Link> {
  const target = new URL(to);
  /** Held statements by the function that lets them through. */
  const held = new Map<() => void, string>();
  let isHeld: (statement: string, tenant: string) => boolean = () => false;
  let isRefused: ((statement: string) => boolean) | undefined;
  let [refusal, refusals] = [0, 0];
  let isCut = false;

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const statement = statementOf(asked, body);
    if (isRefused?.(statement)) {
      refusals -= 1;
      if (refusals === 0) isRefused = undefined;
      answer.writeHead(400, { "x-clickhouse-exception-code": `${refusal}` });
      answer.end(`Code: ${refusal}. DB::Exception: Not this one. (MADE_UP)`);
      return;
    }
    await untilReleased(statement, tenantOf(asked), answer);
    if (answer.destroyed) return;
    const { method, url: path, headers } = asked;
    const behind = request({ host: target.hostname, port: target.port, method, path, headers, agent: false });
    behind.on("response", (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.on("error", () => answer.destroy()).pipe(answer);
    });
    behind.on("error", () => answer.destroy());
    answer.on("close", () => behind.destroy());
    behind.end(body);
  }

  /** Also ends when the sender disconnects. */
  async function untilReleased(statement: string, tenant: string, answer: ServerResponse): Promise<void> {
    if (!isHeld(statement, tenant)) return;
    await new Promise<void>((resolve) => {
      const go = () => {
        held.delete(go);
        resolve();
      };
      held.set(go, statement);
      answer.once("close", go);
    });
  }

  const server = createServer((asked, answer) => void pass(asked, answer).catch(() => answer.destroy()));
  server.on("connection", (socket) => {
    if (isCut) socket.destroy();
  });
  const cut = () => {
    isCut = true;
    server.closeAllConnections();
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: Object.assign(new URL(to), { host: `127.0.0.1:${port}` }).href,
    cut,
    mend: () => {
      isCut = false;
    },
    hold: (matches) => {
      isHeld = matches;
    },
    held: () => [...held.values()],
    release: (count) => {
      if (count === undefined) isHeld = () => false;
      for (const go of [...held.keys()].slice(0, count)) go();
    },
    refuseNext: (matches, code = typeMismatch, count = 1) => {
      isRefused = matches;
      [refusal, refusals] = [code, count];
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The statement is in the URL when the body has data; otherwise it is the body. */
function statementOf({ url = "" }: IncomingMessage, body: Buffer): string {
  const inAddress = new URL(url, "http://link").searchParams.get("query");
  return (inAddress ?? body.toString("utf8")).trim();
}

function tenantOf({ url = "" }: IncomingMessage): string {
  return new URL(url, "http://link").searchParams.get("param_tenant") ?? "";
}
