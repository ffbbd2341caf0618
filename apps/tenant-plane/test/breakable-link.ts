import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";

/** A way to ClickHouse that a test can cut and mend, and on which it can hold statements back. */
export interface Link {
  url: string;
  cut(): void;
  mend(): void;
  /** Holds back the statements that match, from now on until they are released. */
  hold(matches: (statement: string) => boolean): Hold;
  close(): Promise<void>;
}

export interface Hold {
  /** Statements that wait here now. One whose connection was closed by whoever sent it is gone. */
  open(): readonly string[];
  release(): void;
}

interface Gate {
  matches(statement: string): boolean;
  /** The statement of each that waits, by what lets it through. */
  waiting: Map<() => void, string>;
}

export async function breakableLink(to: string): Promise<Link> {
  const target = new URL(to);
  const gates = new Set<Gate>();
  let isCut = false;

  async function pass(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    const statement = statementOf(asked, body);
    const gate = [...gates].find(({ matches }) => matches(statement));
    if (gate) await through(gate, statement, answer);
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
      const gate: Gate = { matches, waiting: new Map() };
      gates.add(gate);
      return {
        open: () => [...gate.waiting.values()],
        release: () => {
          gates.delete(gate);
          for (const go of gate.waiting.keys()) go();
        },
      };
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Until the gate is opened, or whoever asked has gone. */
function through({ waiting }: Gate, statement: string, answer: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      waiting.delete(go);
      resolve();
    };
    waiting.set(go, statement);
    answer.once("close", go);
  });
}

/** Beside data the statement is in the address, otherwise it is the body. */
function statementOf({ url = "" }: IncomingMessage, body: Buffer): string {
  const inAddress = new URL(url, "http://link").searchParams.get("query");
  return (inAddress ?? body.toString("utf8")).trim();
}
