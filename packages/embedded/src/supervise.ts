import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "./log.ts";

/** One life of an engine: from being ready to its end. `ended` tells how. */
export interface Life {
  pid: number;
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface Supervised {
  current(): Life | undefined;
  stop(): Promise<void>;
}

interface Duty {
  name: string;
  log: Log;
  /** Resolves when the engine is ready. Must give up, leaving nothing behind, when the signal aborts. */
  begin(signal: AbortSignal): Promise<Life>;
  onFailure?(error: Error): void;
}

const steady = 60_000;

/** Keeps an engine alive: whenever it ends, or cannot begin, it is begun again after a growing pause. */
export function supervise({ name, log, begin, onFailure }: Duty, first?: Life): Supervised {
  const stopping = new AbortController();
  let life = first;
  let misfortunes = 0;

  async function live(): Promise<void> {
    while (!stopping.signal.aborted) {
      life ??= await begin(stopping.signal);
      const since = Date.now();
      const how = await life.ended;
      life = undefined;
      if (stopping.signal.aborted) return;
      if (Date.now() - since > steady) misfortunes = 0;
      throw new Error(`${name} ended (${how})`);
    }
  }

  async function keepLiving(): Promise<void> {
    while (!stopping.signal.aborted) {
      await live().catch(async (error: Error) => {
        if (stopping.signal.aborted) return;
        const delay = delayAfter(misfortunes++);
        log.warn(`${error.message}; starting it again${delay > 0 ? ` in ${delay} ms` : ""}`);
        onFailure?.(error);
        await pause(delay, undefined, { signal: stopping.signal }).catch(() => {});
      });
    }
  }

  const done = keepLiving();
  return {
    current: () => life,
    async stop() {
      stopping.abort();
      await life?.stop();
      await done;
    },
  };
}

/** At once the first time, then 250 ms, doubling up to 10 s. */
function delayAfter(misfortunes: number): number {
  return misfortunes === 0 ? 0 : Math.min(10_000, 125 * 2 ** misfortunes);
}
