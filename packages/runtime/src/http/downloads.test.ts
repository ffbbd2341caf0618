import { connect, type Socket } from "node:net";
import fastify, { type FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import type { Download } from "../files/file.ts";
import { sendDownload } from "./downloads.ts";

let app: FastifyInstance;
let socket: Socket | undefined;
afterEach(async () => {
  socket?.destroy();
  await app.close();
});

const MiB = 1024 * 1024;

/** A server with one file of 1 GiB, which counts what is read of it. */
async function listen(maxStalledMs?: number) {
  const seen = { bytes: 0, closed: false };
  const file: Download = {
    name: "large",
    mediaType: "text/plain",
    size: 1024 * MiB,
    sha256: "0",
    read: async function* (start, end) {
      for (let at = start; at < end; at += MiB) {
        seen.bytes += MiB;
        yield Buffer.alloc(Math.min(MiB, end - at));
      }
    },
  };
  app = fastify();
  app.get("/", async (request, reply) => {
    reply.raw.once("close", () => {
      seen.closed = true;
    });
    return sendDownload(request, reply, file, maxStalledMs);
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  return { url, seen };
}

/** A client that asks and then reads nothing. */
function askAndWait(url: string): void {
  const { port, hostname } = new URL(url);
  socket = connect(Number(port), hostname).pause();
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
}

test("a client that stops reading is closed, and the file is read only as far as the client took it", async () => {
  const { url, seen } = await listen(300);
  askAndWait(url);
  await expect.poll(() => seen.closed).toBe(true);
  expect(seen.bytes).toBeGreaterThan(0);
  // What the sockets of both sides buffer.
  expect(seen.bytes).toBeLessThan(64 * MiB);
});

test("HEAD answers with the size and reads nothing", async () => {
  const { url, seen } = await listen();
  const answer = await fetch(url, { method: "HEAD" });
  expect([answer.status, answer.headers.get("content-length")]).toEqual([200, String(1024 * MiB)]);
  expect(seen.bytes).toBe(0);
});

test("a generated file that fails midway breaks the connection, so that it never looks complete", async () => {
  app = fastify();
  app.get("/", async (request, reply) => {
    async function* chunks() {
      yield Buffer.from("first line\n");
      throw new Error("The store is gone.");
    }
    return sendDownload(request, reply, { name: "lines", mediaType: "text/plain", chunks: chunks() });
  });
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  await expect(answer.text()).rejects.toThrow();
});
