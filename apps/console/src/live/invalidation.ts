import type { EventType, LiveEvent } from "@opsplane/contract";
import type { QueryClient, QueryFilters } from "@tanstack/react-query";

/** Names the cached answers that an event makes stale. */
export type StaleRule = (event: LiveEvent) => readonly QueryFilters[];
export type StaleRules = { readonly [Type in EventType]?: StaleRule };

const restMs = 800;

/** Applies events at once, but a storm of them at most about once a second. */
export function createInvalidator(client: QueryClient, rules: readonly StaleRules[]) {
  let waiting: LiveEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastFlush = 0;

  function flush() {
    timer = undefined;
    lastFlush = Date.now();
    const distinct = new Map(waiting.map((event) => [`${event.type} ${event.subject_id}`, event]));
    waiting = [];
    for (const event of distinct.values()) {
      const stale = rules.flatMap((each) => each[event.type]?.(event) ?? []);
      for (const filters of stale) askAgain(client, filters);
    }
  }

  return {
    event(event: LiveEvent) {
      waiting.push(event);
      timer ??= setTimeout(flush, Math.max(0, lastFlush + restMs - Date.now()));
    },
    everything() {
      askAgain(client, {});
    },
    close() {
      clearTimeout(timer);
    },
  };
}

/**
 * Refetches. A first response that is still loading may have been read before the change, and the cache would take it as fresh.
 * It is loaded again after it arrives.
 */
function askAgain(client: QueryClient, filters: QueryFilters) {
  const underway = client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" });
  for (const { state, promise, queryKey } of underway) {
    if (state.data !== undefined || !promise) continue;
    const again = () => client.invalidateQueries({ queryKey, exact: true });
    void promise.then(again, again);
  }
  void client.invalidateQueries(filters);
}
