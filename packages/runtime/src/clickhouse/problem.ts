import { ClickHouseError } from "@clickhouse/client";
import { Failure } from "../failure.ts";

/** The first line of ClickHouse's message, without stack trace and statement. */
export function plain(message: string): string {
  return (message.split("\n")[0] ?? "").slice(0, 300) || "no answer";
}

/** TIMEOUT_EXCEEDED, TOO_SLOW, MEMORY_LIMIT_EXCEEDED, TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_MANY_ROWS_OR_BYTES. */
const tooMuch = new Set(["159", "160", "241", "158", "307", "396"]);

/** TOO_MANY_PARTS, TOO_MANY_SIMULTANEOUS_QUERIES: a retry helps. */
const busy = new Set(["252", "202"]);

/** TOO_MANY_PARTS is also the code for an insert into too many partitions, for which a retry does not help. */
const tooManyPartitions = /partitions for single INSERT/i;

/** NOT_ENOUGH_SPACE, CANNOT_WRITE_TO_FILE_DESCRIPTOR, CANNOT_FSYNC, CANNOT_WRITE_TO_OSTREAM. */
const diskCodes = new Set(["243", "75", "189", "24"]);
const diskWords = /no space left|not enough space|ENOSPC/i;

/** CANNOT_COMPILE_REGEXP. */
const badPattern = "427";

const retryAfterSeconds = 5;

/** Maps a failed query to an API error. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (isDiskFull(error)) return diskFull();
  if (!(error instanceof ClickHouseError)) return noAnswer(error);
  if (tooMuch.has(error.code))
    return new Failure(
      "VALIDATION_ERROR",
      "The query exceeds the limits of time, memory or rows; narrow the window or add a filter.",
    );
  if (error.code === badPattern)
    return new Failure("VALIDATION_ERROR", "The regular expression is not supported; use RE2 syntax.");
  if (busy.has(error.code))
    return new Failure("UNAVAILABLE", "The telemetry store is busy; try again in a moment.", { retryAfterSeconds });
  throw error;
}

/** Maps a failed insert to an API error. After a lack of time, memory or disk space the sender should repeat the batch. */
export function asInsertFailure(error: unknown): Failure {
  if (error instanceof ClickHouseError && isOverload(error))
    return new Failure("UNAVAILABLE", "The telemetry store is busy; send the request again.", { retryAfterSeconds });
  return asFailure(error);
}

/** ClickHouse rejected the insert itself. Overload, a full disk or a broken connection are not refusals. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ClickHouseError && !isOverload(error) && !isDiskFull(error);
}

export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && ((hasCode(error) && diskCodes.has(error.code)) || diskWords.test(error.message));
}

function diskFull(): Failure {
  return new Failure(
    "UNAVAILABLE",
    "The telemetry store is out of disk space; send the request again after space is freed.",
    {
      retryAfterSeconds: 30,
    },
  );
}

/** An HTTP response that is not from ClickHouse has no error code. A failed connection has one. */
function noAnswer(error: unknown): Failure {
  const isAnswer = error instanceof Error && !hasCode(error) && error.message !== "Timeout error.";
  return isAnswer
    ? new Failure(
        "ERROR",
        "The telemetry store returned a response that is not from ClickHouse; check the proxy in front of it.",
      )
    : new Failure("UNAVAILABLE", "The telemetry store cannot be reached; records still work.", { retryAfterSeconds });
}

function hasCode(error: Error): error is Error & { code: string } {
  return "code" in error && typeof error.code === "string";
}

function isOverload({ code, message }: ClickHouseError): boolean {
  return tooMuch.has(code) || (busy.has(code) && !tooManyPartitions.test(message));
}
