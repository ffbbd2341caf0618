import { connect } from "node:net";
import { setPriority } from "node:os";
import { gzipSync } from "node:zlib";
import { aWrite } from "../../apps/tenant-plane/test/a-write.ts";

/** Floods a server as one tenant. Runs as a program with the kind and the server's address. */
export type FloodKind = "logs" | "metrics" | "searches" | "bombs" | "idle";

/** A flood ends after this time, even if it is not stopped. */
const maxMs = 300_000;

// A real sender runs on another machine, so this process has low priority.
setPriority(10);

const [kind = "", url = ""] = process.argv.slice(2);
const headers = JSON.parse(process.env.FLOOD_HEADERS ?? "{}") as Record<string, string>;
const json = { "content-type": "application/json" };
const endsAt = Date.now() + maxMs;

/** A megabyte of empty records from some kilobytes. */
const bomb = new Uint8Array(gzipSync(`[${"{},".repeat(340_000)}{}]`));

const senders: Record<FloodKind, () => void> = {
  logs: () => {
    const body = lines();
    repeat(4, () => send("/api/logs", body, json));
  },
  metrics: () => {
    const body = samples();
    const type = { "content-type": "application/x-protobuf", "content-encoding": "snappy" };
    // The key makes each request a separate batch.
    repeat(4, (count) => send("/api/ingest/prometheus", body, { ...type, "idempotency-key": `flood-${count}` }));
  },
  searches: () => repeat(12, () => fetch(`${url}/api/logs/facets?q=payment+took&fields=service`, { headers })),
  bombs: () => repeat(4, () => send("/api/logs", bomb, { ...json, "content-encoding": "gzip" })),
  idle: () => {
    for (let count = 0; count < 50; count++) announce();
  },
};

senders[kind as FloodKind]?.();
setTimeout(() => process.exit(0), maxMs);

function repeat(atOnce: number, work: (count: number) => Promise<Response>): void {
  let count = 0;
  const go = async () => {
    while (Date.now() < endsAt)
      await work(count++).then(
        (answer) => answer.arrayBuffer(),
        () => undefined,
      );
  };
  for (let index = 0; index < atOnce; index++) void go();
}

function send(path: string, body: string | Uint8Array, more: Record<string, string>): Promise<Response> {
  return fetch(url + path, { method: "POST", headers: { ...headers, ...more }, body });
}

function lines(): string {
  return JSON.stringify(
    Array.from({ length: 15_000 }, (_, row) => ({
      message: `line ${row} of the flood, which never ends`,
      service: "flood",
    })),
  );
}

function samples(): Uint8Array {
  const now = Date.now();
  const series = Array.from({ length: 1000 }, (_, host) => ({
    labels: { __name__: "flood", host: `h${host}` },
    samples: Array.from({ length: 100 }, (_, at): [number, number] => [at, now - at * 1000]),
  }));
  return new Uint8Array(aWrite(series));
}

function announce(): void {
  const { hostname, port } = new URL(url);
  const written = Object.entries({ ...headers, ...json, host: hostname, "content-length": String(16 << 20) });
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.on("close", () => Date.now() < endsAt && setTimeout(announce, 100));
  socket.write(`POST /api/logs HTTP/1.1\r\n${written.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`);
}
