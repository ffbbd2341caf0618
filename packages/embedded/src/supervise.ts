import { setTimeout as pause } from "node:timers/promises";
import type { Log } from "./log.ts";

/** A process of an engine that is ready. */
export interface RunningProcess {
  pid: number;
  /** Resolves to the reason when it ends. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

export interface Supervised {
  current(): RunningProcess | undefined;
  stop(): Promise<void>;
}

interface SuperviseOptions {
  name: string;
  log: Log;
  /** Resolves when the engine is ready. Must give up, leaving nothing behind, when the signal aborts. */
  begin(signal: AbortSignal): Promise<RunningProcess>;
  onFailure?(error: Error): void;
}

/** A process that ran this long starts with no failures. */
const steadyMs = 60_000;

/** Keeps an engine running: when it ends or fails to start, it is started again after a growing delay. */
export function supervise({ name, log, begin, onFailure }: SuperviseOptions, first?: RunningProcess): Supervised {
  const stopping = new AbortController();
  let current = first;
  let failures = 0;

  async function runOnce(): Promise<void> {
    while (!stopping.signal.aborted) {
      current ??= await begin(stopping.signal);
      const since = Date.now();
      const how = await current.ended;
      current = undefined;
      if (stopping.signal.aborted) return;
      if (Date.now() - since > steadyMs) failures = 0;
      throw new Error(`${name} ended (${how})`);
    }
  }

  async function keepRunning(): Promise<void> {
    while (!stopping.signal.aborted) {
      await runOnce().catch(async (error: Error) => {
        if (stopping.signal.aborted) return;
        const delay = delayAfter(failures++);
        log.warn(`${error.message}; starting it again${delay > 0 ? ` in ${delay} ms` : ""}`);
        onFailure?.(error);
        await pause(delay, undefined, { signal: stopping.signal }).catch(() => {});
      });
    }
  }

  const done = keepRunning();
  return {
    current: () => current,
    async stop() {
      stopping.abort();
      await current?.stop();
      await done;
    },
  };
}

/** None the first time, then 250 ms, doubling up to 10 s. */
function delayAfter(failures: number): number {
  return failures === 0 ? 0 : Math.min(10_000, 125 * 2 ** failures);
}
