import { type Database, Failure, type FairLimiter, type Log, openFairLimiter } from "@opsplane/runtime";
import type { StepResult } from "./step-runner.ts";
import { cancelledAmong } from "./store/runs.ts";

/** interrupted: the instance stops, and what became of the step is unknown. */
type ActiveResult = StepResult | { status: "interrupted" };

/** The steps that this instance is running. */
export interface ActiveSteps {
  /** Runs a step's work. Its signal is aborted when the run is cancelled, or when the instance stops and cannot wait. */
  during(tenantId: string, runId: string, work: (signal: AbortSignal) => Promise<StepResult>): Promise<ActiveResult>;
  isStopping(): boolean;
  /** No further step begins. */
  stop(): void;
  /** Interrupts the steps that still run. */
  interrupt(): Promise<void>;
}

export interface ActiveStepsOptions {
  database: Database;
  log: Log;
  /** Steps that run at once on this instance, and of one tenant. */
  places: number;
}

const watchMs = 1_000;
/** For a step to follow its signal. */
const endMs = 5_000;

export function openActiveSteps({ database, log, places }: ActiveStepsOptions): ActiveSteps {
  const limiter: FairLimiter = openFairLimiter({
    ...{ places, share: Math.ceil(places / 2), spare: Math.ceil(places / 4) },
    ...{ maxWaiting: 0, patienceMs: 0 },
    busy: () => new Failure("UNAVAILABLE", "Too many steps of this tenant are running."),
  });
  const active = new Map<AbortController, { runId: string; ended: Promise<unknown> }>();
  let timer: NodeJS.Timeout | undefined;
  let stopping = false;

  const watch = async () => {
    const ids = [...new Set([...active.values()].map(({ runId }) => runId))];
    const cancelled = new Set(await cancelledAmong(database.system, ids));
    for (const [controller, { runId }] of active) if (cancelled.has(runId)) controller.abort("cancelled");
  };
  const keepWatching = () => {
    timer ??= setInterval(() => {
      if (active.size === 0) {
        clearInterval(timer);
        timer = undefined;
      } else
        watch().catch((error: unknown) => log.debug({ error: String(error) }, "looking for cancelled runs failed"));
    }, watchMs);
  };

  return {
    during: async (tenantId, runId, work) => {
      if (stopping) return { status: "busy" };
      const controller = new AbortController();
      try {
        return await limiter.take(tenantId, undefined, async () => {
          const ended = work(controller.signal);
          active.set(controller, { runId, ended });
          keepWatching();
          try {
            const result = await ended;
            return controller.signal.reason === "stopping" ? { status: "interrupted" } : result;
          } finally {
            active.delete(controller);
          }
        });
      } catch (error) {
        if (error instanceof Failure && error.code === "UNAVAILABLE") return { status: "busy" };
        throw error;
      }
    },
    isStopping: () => stopping,
    stop: () => {
      stopping = true;
    },
    interrupt: async () => {
      stopping = true;
      clearInterval(timer);
      const running = [...active.entries()];
      for (const [controller] of running) controller.abort("stopping");
      const waited = new Promise<void>((resolve) => setTimeout(resolve, endMs).unref());
      await Promise.race([Promise.allSettled(running.map(([, { ended }]) => ended)), waited]);
    },
  };
}
