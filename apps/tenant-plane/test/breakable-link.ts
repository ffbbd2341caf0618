import { connect, createServer, type Socket } from "node:net";

/** A way to a server that a test can cut and mend. */
export interface Link {
  url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function breakableLink(to: string): Promise<Link> {
  const target = new URL(to);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((socket) => {
    if (isCut) return socket.destroy();
    const behind = connect(Number(target.port), target.hostname);
    for (const [one, other] of [
      [socket, behind],
      [behind, socket],
    ] as const) {
      sockets.add(one);
      one.pipe(other);
      one.on("error", () => one.destroy());
      one.on("close", () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
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
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
