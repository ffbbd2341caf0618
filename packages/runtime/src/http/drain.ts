import type { FastifyReply, FastifyRequest } from "fastify";

const smallestBound = 8 * 1024 * 1024;
const limitsDrained = 4;
const maxMs = 10_000;

/**
 * Reads the rest of a refused body and throws it away, up to a bound. A client that writes its whole body before it reads would
 * otherwise see a broken connection and not the answer: closing a socket with unread bytes resets it.
 */
export function drainRefused(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || raw.socket.destroyed) return;
  // Fastify closes after a body that it did not read. Node reads the rest itself when the connection stays open.
  reply.removeHeader("connection");
  const { socket } = raw;
  const late = setTimeout(() => socket.destroy(), maxMs);
  raw.once("close", () => clearTimeout(late));
  let left = Math.max(smallestBound, limitsDrained * request.routeOptions.bodyLimit);
  raw.on("data", ({ length }: Buffer) => {
    left -= length;
    if (left < 0) socket.destroy();
  });
}
