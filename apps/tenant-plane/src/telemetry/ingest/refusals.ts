import { Failure } from "@opsplane/runtime";

/** Back-pressure: real senders come again by themselves. */
export function comeAgain(): Failure {
  return unavailable("Telemetry comes faster than it can be stored.", 1);
}

export function unavailable(message: string, retryAfterSeconds: number): Failure {
  return new Failure("UNAVAILABLE", message, { retryAfterSeconds });
}
