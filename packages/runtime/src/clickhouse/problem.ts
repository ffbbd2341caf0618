import { ClickHouseError } from "@clickhouse/client";
import { Failure } from "../failure.ts";

/** The first line of an engine's message: never its stack, never a whole statement. */
export function plain(message: string): string {
  return (message.split("\n")[0] ?? "").slice(0, 300) || "no answer";
}

/** TIMEOUT_EXCEEDED, TOO_SLOW, MEMORY_LIMIT_EXCEEDED, TOO_MANY_ROWS, TOO_MANY_BYTES, TOO_MANY_ROWS_OR_BYTES. */
const tooMuch = new Set(["159", "160", "241", "158", "307", "396"]);

/** TOO_MANY_PARTS, TOO_MANY_SIMULTANEOUS_QUERIES: it will do later. */
const busy = new Set(["252", "202"]);

/** CANNOT_COMPILE_REGEXP. */
const badPattern = "427";

const retryAfterSeconds = 5;

/** What a failed call of the engine means for whoever asked. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error;
  if (!(error instanceof ClickHouseError))
    return new Failure("UNAVAILABLE", "The telemetry store cannot be reached; records still work.", {
      retryAfterSeconds,
    });
  if (tooMuch.has(error.code))
    return new Failure(
      "VALIDATION_ERROR",
      "This asks for more than one query may take; narrow the window or add a filter.",
    );
  if (error.code === badPattern)
    return new Failure("VALIDATION_ERROR", "A regular expression cannot be used here; write it as RE2 has it.");
  if (busy.has(error.code))
    return new Failure("UNAVAILABLE", "The telemetry store is busy; try again soon.", { retryAfterSeconds });
  throw error;
}

/** What a failed insert means for its sender: one that the engine had no time or memory for is to come again, whole. */
export function asInsertFailure(error: unknown): Failure {
  if (error instanceof ClickHouseError && isOverload(error))
    return new Failure("UNAVAILABLE", "The telemetry store is busy; send it again.", { retryAfterSeconds });
  return asFailure(error);
}

/** The engine will not have this insert, as against having no time for it, or a connection that broke: then nobody knows. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ClickHouseError && !isOverload(error);
}

function isOverload({ code }: ClickHouseError): boolean {
  return tooMuch.has(code) || busy.has(code);
}
