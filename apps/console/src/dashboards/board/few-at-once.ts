/**
 * Runs reads a few at a time. A browser opens six connections to a server, and a board with many widgets must leave some for the rest of
 * the page.
 */
export function fewAtOnce(places: number) {
  let free = places;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return async <T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      // A read that is no longer wanted does not start.
      signal.throwIfAborted();
      return await read();
    } finally {
      leave();
    }
  };
}
