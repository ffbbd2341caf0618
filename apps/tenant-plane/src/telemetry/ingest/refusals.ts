import { Failure } from "@opsplane/runtime";

/** Back-pressure. Senders retry on 503 with Retry-After. */
export function comeAgain(): Failure {
  return unavailable("Telemetry arrives faster than it can be stored; send it again later.", 1);
}

export function unavailable(message: string, retryAfterSeconds: number): Failure {
  return new Failure("UNAVAILABLE", message, { retryAfterSeconds });
}
