import type { Socket } from "node:net";
import { newTraceId } from "../ids.ts";

/** Limit of URL and headers together. A list parameter may have 50 values of 200 characters. */
export const maxHeaderBytes = 64 * 1024;

const refusals: Readonly<Record<string, { status: string; error: string }>> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    error: `URL and headers exceed ${maxHeaderBytes / 1024} kB; shorten the query.`,
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: "408 Request Timeout", error: "The request did not arrive in time." },
};

const malformed = { status: "400 Bad Request", error: "This is not a valid HTTP request." };

/** Refuses malformed requests with the same envelope as all other errors. */
export function refuseConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || socket.destroyed || !socket.writable) return;
  const { status, error: message } = refusals[error.code ?? ""] ?? malformed;
  const traceId = newTraceId();
  const body = JSON.stringify({ error: message, code: "VALIDATION_ERROR", trace_id: traceId });
  socket.end(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n` +
      `x-trace-id: ${traceId}\r\nconnection: close\r\n\r\n${body}`,
  );
}
