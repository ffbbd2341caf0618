import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Failure } from "../failure.ts";
import { hasConnection } from "./drain.ts";

/** The rate is checked after this time, because the first packet may be slow. */
const graceMs = 5_000;
const minBytesPerSecond = 16 * 1024;
const checkMs = 1_000;
/** Bodies that are held in memory must be complete by then, at any rate of transfer. Files are stored while they arrive. */
const maxMs = 60_000;

interface BodyInProgress {
  reply: FastifyReply;
  startedAt: number;
  bytesBefore: number;
}

export interface SlowBodyOptions {
  graceMs?: number;
  now?: () => number;
}

/**
 * Ends requests whose body arrives too slowly. Without a minimum rate, a client that sends a byte now and then could hold a
 * connection and memory until the request timeout.
 */
export function refuseSlowBodies(app: FastifyInstance, options: SlowBodyOptions = {}): void {
  const { graceMs: grace = graceMs, now = Date.now } = options;
  const arriving = new Map<FastifyRequest, BodyInProgress>();

  app.addHook("onRequest", (request, reply, done) => {
    if (hasBody(request) && hasConnection(request)) {
      const entry = { reply, startedAt: now(), bytesBefore: request.raw.socket.bytesRead };
      arriving.set(request, entry);
      const forget = () => arriving.delete(request);
      request.raw.once("end", forget);
      reply.raw.once("close", forget);
    }
    done();
  });

  const check = () => {
    for (const [request, { reply, startedAt, bytesBefore }] of arriving) {
      const seconds = (now() - startedAt) / 1000;
      const bytes = request.raw.socket.bytesRead - bytesBefore;
      const tooSlow = seconds * 1000 >= grace && bytes / seconds < minBytesPerSecond;
      const tooLong = seconds * 1000 > maxMs && !request.routeOptions.config.longBody;
      if (!tooSlow && !tooLong) continue;
      arriving.delete(request);
      refuse(request, reply);
    }
  };
  const timer = setInterval(check, checkMs);
  timer.unref();
  app.addHook("onClose", async () => clearInterval(timer));
}

/** 503, because telemetry senders repeat a batch only after a 5xx or 429. */
function refuse(request: FastifyRequest, reply: FastifyReply): void {
  const { socket } = request.raw;
  if (reply.sent) return void socket.destroy();
  reply.raw.once("finish", () => socket.destroy());
  reply.header("connection", "close");
  void reply.send(
    new Failure(
      "UNAVAILABLE",
      `The body arrived too slowly; send at least ${minBytesPerSecond / 1024} KiB per second, and all of it within ${maxMs / 1000} seconds.`,
      { retryAfterSeconds: 5 },
    ),
  );
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
