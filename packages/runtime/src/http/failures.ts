import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import pg from "pg";
import { Failure, nothingHere } from "../failure.ts";
import { drainRefused } from "./drain.ts";
import { brokenReference, type ForeignKeys } from "./references.ts";

/** Maps any error to the envelope. Only known failures reach the caller; unexpected errors go to the log. */
export function sendFailure(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  foreignKeys: ForeignKeys = {},
): void {
  const failure = asFailure(error, request.body, foreignKeys);
  drainRefused(request, reply);
  noteFailure(error, failure, request);
  if (failure.options.retryAfterSeconds !== undefined) reply.header("retry-after", failure.options.retryAfterSeconds);
  const { details } = failure.options;
  reply
    .code(failure.status)
    .type("application/json; charset=utf-8")
    .send(
      JSON.stringify({
        error: failure.message,
        code: failure.code,
        trace_id: request.id,
        ...(details ? { details } : {}),
      }),
    );
}

/** Not logged per request, because health reports a component that is down. */
export function noteFailure(error: unknown, failure: Failure, request: FastifyRequest): void {
  if (failure.status >= 500 && failure.code !== "UNAVAILABLE")
    request.log.error({ err: error, operation: request.routeOptions.config?.operation }, failure.message);
}

export function asFailure(error: unknown, body?: unknown, foreignKeys: ForeignKeys = {}): Failure {
  if (error instanceof Failure) return error;
  if (error instanceof pg.DatabaseError) return fromDatabase(error, body, foreignKeys);
  if (isFastifyError(error)) return fromFastify(error);
  return unexpected();
}

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error && "statusCode" in error && typeof error.statusCode === "number" && error.statusCode < 500
  );
}

/** Invalid JSON, wrong content type and missing body are 422. A body that is too large is 413 with the same code. */
function fromFastify(error: FastifyError): Failure {
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Failure("VALIDATION_ERROR", "The body is too large.", { status: 413 });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return new Failure("VALIDATION_ERROR", "The body must be sent as application/json.");
    case "FST_ERR_BAD_URL":
    case "FST_ERR_MAX_PARAM_LENGTH":
      return nothingHere();
    default:
      return new Failure("VALIDATION_ERROR", "The body is not valid JSON.");
  }
}

/** Violations that only the database can detect: uniqueness, references, invalid characters. */
function fromDatabase(error: pg.DatabaseError, body: unknown, foreignKeys: ForeignKeys): Failure {
  if (error.code === "23505") return new Failure("CONFLICT", "A record with this name or address already exists.");
  if (error.code === "23503") return brokenReference(error, body, foreignKeys);
  if (error.code === "40P01" || error.code === "40001")
    return new Failure("CONFLICT", "Someone else changed the same records at the same time; try again.");
  if (error.code === "57014")
    return new Failure("UNAVAILABLE", "The database took too long to answer; try a narrower request.", {
      retryAfterSeconds: 5,
    });
  if (error.code === "53100")
    return new Failure("UNAVAILABLE", "The database is out of disk space; try again after space is freed.", {
      retryAfterSeconds: 30,
    });
  if (error.code?.startsWith("53"))
    return new Failure("UNAVAILABLE", "The database has no memory or connections left; try again in a moment.", {
      retryAfterSeconds: 5,
    });
  if (error.code?.startsWith("22"))
    return new Failure("VALIDATION_ERROR", "A value has characters or a number that cannot be stored.");
  return unexpected();
}

function unexpected(): Failure {
  return new Failure("ERROR", "Something went wrong on the server; report the trace id to find the cause.");
}
