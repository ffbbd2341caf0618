import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import fastify, { type FastifyInstance, type FastifyRequest } from "fastify";
import { afterEach, expect, test } from "vitest";
import { sendFailure } from "./failures.ts";
import { refuseSlowBodies } from "./slow-bodies.ts";

let app: FastifyInstance;
let clock = 0;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

/** A server that answers with the length of the body; its clock moves only when a test moves it. */
async function listen(): Promise<number> {
  clock = 0;
  app = fastify({ bodyLimit: 4_000_000 });
  app.setErrorHandler(sendFailure);
  refuseSlowBodies(app, { now: () => clock });
  const answerLength = async ({ body }: FastifyRequest) => ({ length: JSON.stringify(body).length });
  app.post("/", answerLength);
  app.post("/files", { config: { longBody: true } }, answerLength);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const address = app.server.address();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

function send(port: number, written: string): Socket {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.write(written);
  return socket;
}

const headers = (length: number, path = "/") =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`;
const received = () =>
  new Promise<IncomingMessage>((resolve) => app.server.once("request", (request) => resolve(request)));

test("a body that is announced and does not come is answered with 503, and its connection closed", async () => {
  const port = await listen();
  const arrived = received();
  const socket = send(port, headers(1_000_000));
  await arrived;
  clock = 6_000;
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1\.1 503/);
  expect(answer).toMatch(/retry-after: 5/i);
  expect(answer).toContain("arrived too slowly");
});

test("a body that takes more than a minute is refused, but a file goes on as long as it keeps arriving", async () => {
  const port = await listen();
  const body = JSON.stringify("x".repeat(3_000_000));
  const begin = async (path: string) => {
    const arrived = received();
    const socket = send(port, headers(body.length, path) + body.slice(0, 2_000_000));
    const request = await arrived;
    await expect.poll(() => request.socket.bytesRead).toBeGreaterThan(2_000_000);
    return socket;
  };
  const file = await begin("/files");
  const other = await begin("/");
  clock = 61_000;
  // Both were checked by then: the file first, because it began first.
  expect(await text(other)).toMatch(/^HTTP\/1\.1 503/);
  file.write(body.slice(2_000_000));
  expect(await text(file)).toContain(JSON.stringify({ length: body.length }));
});

test("a body that arrives fast enough is read to its end, however long it takes", async () => {
  const port = await listen();
  const body = JSON.stringify("x".repeat(200_000));
  const arrived = received();
  const socket = send(port, headers(body.length) + body.slice(0, 150_000));
  const request = await arrived;
  await expect.poll(() => request.socket.bytesRead).toBeGreaterThan(150_000);
  clock = 8_000;
  socket.write(body.slice(150_000));
  expect(await text(socket)).toContain(JSON.stringify({ length: body.length }));
});
