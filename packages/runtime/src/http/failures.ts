import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import pg from "pg";
import { Failure, nothingHere } from "../failure.ts";
import { drainRefused } from "./drain.ts";
import { brokenReference, type ForeignKeys } from "./references.ts";

/** Whatever went wrong, as the envelope. Only what is ours to say reaches the caller; the rest goes to the log. */
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

/** A part that is down says so in health; a line for each refused request would bury everything else. */
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

/** Bad JSON, wrong content type, missing body: all 422. Too large is 413 with the same code. */
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

/** The rules that the database alone can keep: uniqueness, references, what a text may hold. */
function fromDatabase(error: pg.DatabaseError, body: unknown, foreignKeys: ForeignKeys): Failure {
  if (error.code === "23505") return new Failure("CONFLICT", "Something with this name or address exists already.");
  if (error.code === "23503") return brokenReference(error, body, foreignKeys);
  if (error.code === "40P01" || error.code === "40001")
    return new Failure("CONFLICT", "Somebody changed the same records at the same time; try again.");
  if (error.code === "57014")
    return new Failure("UNAVAILABLE", "The database took too long to answer; try a narrower request.", {
      retryAfterSeconds: 5,
    });
  if (error.code === "53100")
    return new Failure("UNAVAILABLE", "The database is out of disk space; try again when space was freed.", {
      retryAfterSeconds: 30,
    });
  if (error.code?.startsWith("53"))
    return new Failure("UNAVAILABLE", "The database has no memory or connections left; try again in a moment.", {
      retryAfterSeconds: 5,
    });
  if (error.code?.startsWith("22"))
    return new Failure("VALIDATION_ERROR", "A value holds characters or a number that cannot be stored.");
  return unexpected();
}

function unexpected(): Failure {
  return new Failure("ERROR", "Something went wrong on our side; the trace id helps to find out what.");
}
