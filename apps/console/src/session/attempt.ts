import { randomKey } from "../api/random-key.ts";

const key = "opsplane-refresh-attempt";

/**
 * The id of the current refresh. A page that is closed or reloaded during a refresh loses the answer with the new token. The next
 * page repeats the refresh with the same id, by which the server knows that this is no theft. Only one refresh runs at a time.
 */
export function openAttempt(): { id: string; close: () => void } {
  const id = stored(() => localStorage.getItem(key)) ?? randomKey();
  stored(() => localStorage.setItem(key, id));
  return { id, close: () => stored(() => localStorage.removeItem(key)) };
}

/** Storage may be blocked. Then a lost answer means a new login. */
function stored<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
