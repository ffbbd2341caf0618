import { Socket } from "node:net";
import type { FastifyReply, FastifyRequest } from "fastify";

const smallestBound = 8 * 1024 * 1024;
const limitsDrained = 4;
const maxMs = 10_000;

/**
 * Reads and discards the rest of a refused body, up to a limit. Closing a socket with unread bytes resets it, so a client that writes
 * its whole body before reading would see a broken connection instead of the response.
 */
export function drainRefused(request: FastifyRequest, reply: FastifyReply): void {
  const { raw } = request;
  if (raw.complete || raw.socket.destroyed || !hasConnection(request)) return;
  // Fastify closes the connection after an unread body. Node reads the rest when the connection stays open.
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

/** False for a request that was injected into the server. Its body is already here. */
export function hasConnection({ raw }: FastifyRequest): boolean {
  return raw.socket instanceof Socket;
}
