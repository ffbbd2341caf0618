import { setImmediate } from "node:timers/promises";

/**
 * For long loops over what people or other servers send: `await turn()` in each round lets other requests go first after some
 * milliseconds of work.
 */
export function openTurns(workMs = 10): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < workMs) return;
    await setImmediate();
    since = performance.now();
  };
}
