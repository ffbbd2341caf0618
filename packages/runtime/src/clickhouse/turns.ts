import { Failure } from "../failure.ts";

/** Lets a few in at a time and the others wait in line, though not for ever. */
export interface Turns {
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

export function takeTurns({
  atOnce,
  inLine,
  patienceMs,
}: {
  atOnce: number;
  inLine: number;
  patienceMs: number;
}): Turns {
  let running = 0;
  const line: (() => void)[] = [];

  function enter(signal: AbortSignal): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return Promise.resolve();
    }
    if (line.length >= inLine) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const leaveLine = (reason: unknown) => {
        line.splice(line.indexOf(called), 1);
        settle();
        reject(reason);
      };
      const tooLong = setTimeout(() => leaveLine(busy()), patienceMs);
      const gone = () => leaveLine(signal.reason);
      const settle = () => {
        clearTimeout(tooLong);
        signal.removeEventListener("abort", gone);
      };
      const called = () => {
        settle();
        resolve();
      };
      signal.addEventListener("abort", gone, { once: true });
      line.push(called);
    });
  }

  return {
    take: async (signal, work) => {
      signal.throwIfAborted();
      await enter(signal);
      try {
        return await work();
      } finally {
        const next = line.shift();
        // The place is handed on, so that nobody slips in between.
        if (next) next();
        else running -= 1;
      }
    },
  };
}

function busy(): Failure {
  return new Failure("UNAVAILABLE", "Too many telemetry queries run at once; try again in a moment.", {
    retryAfterSeconds: 2,
  });
}
