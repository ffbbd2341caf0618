import type { FastifyReply, FastifyRequest } from "fastify";
import { sharedHeaders } from "./server.ts";

export interface EventStream {
  send(event: { id?: string; type: string; data: unknown }): void;
  /** How much is written but not yet taken by the client. */
  backlog(): number;
  end(): void;
  onClose(hear: () => void): void;
}

const heartbeatMs = 15_000;

/** Server-sent events over a hijacked reply, with a heartbeat that keeps proxies from closing it. */
export function openEventStream(request: FastifyRequest, reply: FastifyReply): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...sharedHeaders(request.id),
    "content-type": "text/event-stream; charset=utf-8",
    connection: "keep-alive",
    "x-accel-buffering": "no",
  });
  const heartbeat = setInterval(() => raw.write(": alive\n\n"), heartbeatMs);
  raw.on("close", () => clearInterval(heartbeat));
  return {
    send: ({ id, type, data }) =>
      raw.write(`${id === undefined ? "" : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`),
    backlog: () => raw.writableLength,
    end: () => raw.end(),
    onClose: (hear) => raw.on("close", hear),
  };
}
