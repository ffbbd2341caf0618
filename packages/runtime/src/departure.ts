import { Failure } from "./failure.ts";

/** Whether whoever asked still waits for the answer. */
export interface Departure {
  readonly gone: boolean;
  /** Called when they leave. Answers how to stop listening. */
  onGone(hear: () => void): () => void;
}

interface Closable {
  readonly destroyed: boolean;
  once(event: "close", hear: () => void): unknown;
}

/** The departure of a reply's reader. A reply also closes after its last byte, when nothing is left to stop. */
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

/** The departure that a signal tells of. */
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

/** Nobody reads this; figures count it apart from failures. */
export function departed(): Failure {
  return new Failure("UNAVAILABLE", "The client closed the request.", { status: 499 });
}
