import { activeTenants } from "./active-tenants.ts";

/** Lets a bounded number of tasks run at once and gives every tenant its share of the places. */
export interface FairLimiter {
  run<T>(tenant: string, signal: AbortSignal, task: () => Promise<T>): Promise<T>;
}

export interface FairLimits {
  /** Tasks that run at once. */
  places: number;
  /** Of them, the most that one tenant holds while others are active. Alone it gets all but one, which the next one finds free. */
  placesPerTenant: number;
  /** Tasks of one tenant that may wait. */
  waitingPerTenant: number;
  maxWaitMs: number;
  /** The error for a task that finds no place to wait, or waited too long. */
  busy(): Error;
}

/** Tenants that wait take turns: however many tasks one of them sends, the next free place goes to another. */
export function fairLimiter({ places, placesPerTenant, waitingPerTenant, maxWaitMs, busy }: FairLimits): FairLimiter {
  const running = new Map<string, number>();
  /** Waiting tasks by tenant; the tenant that was served last stands last. */
  const waiting = new Map<string, (() => void)[]>();
  const active = activeTenants();
  let taken = 0;

  function mayRun(tenant: string): boolean {
    const share = active.hasOthers(tenant) ? placesPerTenant : Math.max(placesPerTenant, places - 1);
    return taken < places && (running.get(tenant) ?? 0) < share;
  }

  function take(tenant: string): void {
    taken += 1;
    running.set(tenant, (running.get(tenant) ?? 0) + 1);
  }

  function release(tenant: string): void {
    taken -= 1;
    const left = (running.get(tenant) ?? 1) - 1;
    if (left === 0) running.delete(tenant);
    else running.set(tenant, left);
    startNext();
  }

  function startNext(): void {
    for (const [tenant, tasks] of waiting) {
      if (!mayRun(tenant)) continue;
      const start = tasks.shift();
      waiting.delete(tenant);
      if (tasks.length > 0) waiting.set(tenant, tasks);
      // The place is taken before the task resumes, so that no newcomer gets it in between.
      take(tenant);
      start?.();
      return;
    }
  }

  function enter(tenant: string, signal: AbortSignal): Promise<void> {
    active.note(tenant);
    const tasks = waiting.get(tenant) ?? [];
    if (tasks.length === 0 && mayRun(tenant)) {
      take(tenant);
      return Promise.resolve();
    }
    if (tasks.length >= waitingPerTenant) return Promise.reject(busy());
    waiting.set(tenant, tasks);
    return new Promise((resolve, reject) => {
      const giveUp = (reason: unknown) => {
        const left = (waiting.get(tenant) ?? []).filter((task) => task !== start);
        if (left.length > 0) waiting.set(tenant, left);
        else waiting.delete(tenant);
        stopListening();
        reject(reason);
      };
      const timer = setTimeout(() => giveUp(busy()), maxWaitMs);
      const onAbort = () => giveUp(signal.reason);
      const stopListening = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", onAbort);
      };
      const start = () => {
        stopListening();
        resolve();
      };
      signal.addEventListener("abort", onAbort, { once: true });
      tasks.push(start);
    });
  }

  return {
    run: async (tenant, signal, task) => {
      signal.throwIfAborted();
      await enter(tenant, signal);
      try {
        return await task();
      } finally {
        release(tenant);
      }
    },
  };
}
