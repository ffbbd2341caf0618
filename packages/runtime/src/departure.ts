import { Failure } from "./failure.ts";

/** Tells when the caller of a request has disconnected. */
export interface Departure {
  readonly gone: boolean;
  /** Calls `hear` when the caller disconnects. Returns a function that stops listening. */
  onGone(hear: () => void): () => void;
}

interface Closable {
  readonly destroyed: boolean;
  once(event: "close", hear: () => void): unknown;
}

/** The departure of a reply's client. A reply also closes after its last byte; then nothing is left to cancel. */
export function departureOf(reply: Closable): Departure {
  let gone = reply.destroyed;
  const hearers = new Set<() => void>();
  reply.once("close", () => {
    gone = true;
    for (const hear of hearers) hear();
  });
  return {
    get gone() {
      return gone;
    },
    onGone: (hear) => {
      hearers.add(hear);
      return () => hearers.delete(hear);
    },
  };
}

/** A departure that follows an abort signal. */
export function departureBy(signal: AbortSignal): Departure {
  return {
    get gone() {
      return signal.aborted;
    },
    onGone: (hear) => {
      signal.addEventListener("abort", hear, { once: true });
      return () => signal.removeEventListener("abort", hear);
    },
  };
}

/** No client receives this response. Metrics count its status separately from failures. */
export function departed(): Failure {
  return new Failure("UNAVAILABLE", "The client closed the request.", { status: 499 });
}
