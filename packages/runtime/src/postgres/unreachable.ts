import pg from "pg";
import { Failure } from "../failure.ts";

const network = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH"]);
// Class 08: connection; 57P0x: shutting down, starting up, dropped; 53300: too many connections.
const states = /^(08|57P0|53300)/;

/** Maps "the database cannot be reached now" to 503, so callers retry instead of seeing an internal error. */
export function explained(error: unknown): unknown {
  if (!isUnreachable(error)) return error;
  return new Failure("UNAVAILABLE", "The database cannot be reached right now; try again in a moment.", {
    retryAfterSeconds: 1,
  });
}

function isUnreachable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return states.test(error.code ?? "");
  if (!(error instanceof Error) || error instanceof Failure) return false;
  const code = "code" in error ? String(error.code) : "";
  return (
    network.has(code) ||
    /Connection terminated|timeout exceeded when trying to connect|not queryable/.test(error.message)
  );
}
