import type { IncomingMessage } from "node:http";
import { newTraceId } from "../ids.ts";

const traceparent = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The W3C trace id of a request: the caller's when its traceparent is valid, otherwise a new one. */
export function traceIdOf(request: Pick<IncomingMessage, "headers">): string {
  const given = request.headers.traceparent;
  const id = typeof given === "string" ? traceparent.exec(given)?.[1] : undefined;
  return id && !/^0+$/.test(id) ? id : newTraceId();
}
