import type { FaultSpec } from "./faults.ts";
import { serviceOf } from "./names.ts";
import type { Random } from "./random.ts";

/** Why a request or a call failed. */
export interface Failure {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  /** True on the span in which it happened; callers only pass it on. */
  readonly isCause: boolean;
  /** A call that may succeed when it is sent again. */
  readonly retryable: boolean;
}

const usual: readonly [readonly [string, string], ...(readonly [string, string])[]] = [
  ["ValidationError", "unexpected character in the request"],
  ["IllegalStateException", "the session has ended"],
  ["ConcurrentModification", "the record was changed by another request"],
];

export function naturalFailure(random: Random, service: string): Failure {
  const [type, message] = random.pick(usual);
  return failure(500, type, message, service);
}

/** The fault's own exception inside the service. */
export function rootFailure({ exception }: FaultSpec, service: string): Failure {
  return failure(exception.type === "Overloaded" ? 503 : 500, exception.type, exception.message, service);
}

/** The fault's exception at a caller whose call did not succeed. */
export function backendFailure({ exception }: FaultSpec, host?: string): Failure {
  const message = host === undefined ? exception.message : `${exception.message} ${host}`;
  return failure(502, exception.type, message, undefined);
}

export function timeoutFailure(callee: string, ms: number): Failure {
  return { ...failure(504, "TimeoutError", `${callee} did not answer within ${ms} ms`, undefined), retryable: true };
}

/** A failed call, as the service that placed it reports it. */
export function upstreamFailure(cause: Failure, callee: string): Failure {
  const status = cause.status === 504 ? 504 : 502;
  return { ...cause, status, type: "UpstreamError", message: `${callee}: ${rootMessage(cause)}`, isCause: false };
}

/** Without the callees in front of it, because each service names only its own callee. */
function rootMessage({ message }: Failure): string {
  return message.replace(/^([a-z-]+: )+/, "");
}

function failure(status: number, type: string, message: string, service: string | undefined): Failure {
  return { status, type, message, stack: stackOf(type, message, service), isCause: true, retryable: false };
}

function stackOf(type: string, message: string, service: string | undefined): string {
  const head = `${type}: ${message}`;
  if (service === undefined) return `${head}\n    at client.send (client.js:118)\n    at request (handler.js:42)`;
  switch (serviceOf(service).language) {
    case "java":
      return `${head}\n\tat shop.${service}.Handler.handle(Handler.java:87)\n\tat shop.http.Router.route(Router.java:41)`;
    case "go":
      return `${head}\nmain.(*Server).handle\n\t/src/${service}/server.go:133\nnet/http.HandlerFunc.ServeHTTP\n\tserver.go:2294`;
    case "nodejs":
      return `${head}\n    at handle (/app/${service}/handler.js:64:11)\n    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)`;
  }
}
