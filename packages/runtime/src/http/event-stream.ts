import type { FastifyReply, FastifyRequest } from "fastify";
import { sharedHeaders } from "./server.ts";

export interface StreamEvent {
  id?: string;
  type: string;
  data: unknown;
}

/** An encoded event. It is encoded once for all streams that send it. */
export function frameOf({ id, type, data }: StreamEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}

export interface EventStream {
  send(event: StreamEvent): void;
  /** Sends an event that is already encoded. */
  write(frame: string): void;
  /** Bytes that are written but not yet received by the client. */
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
  // Sent now, not with the first event, so that the client knows at once that it is connected.
  raw.flushHeaders();
  const heartbeat = setInterval(() => raw.write(": alive\n\n"), heartbeatMs);
  raw.on("close", () => clearInterval(heartbeat));
  return {
    send: (event) => raw.write(frameOf(event)),
    write: (frame) => raw.write(frame),
    backlog: () => raw.writableLength,
    end: () => raw.end(),
    onClose: (hear) => raw.on("close", hear),
  };
}
