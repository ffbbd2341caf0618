import type { Clock } from "../clock.ts";
import type { Faults } from "../faults.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../metrics.ts";
import type { Database } from "../postgres/database.ts";
import { takeLease } from "./lease.ts";
import type { Schedule, Schedules } from "./schedule.ts";

export interface ScheduleOptions {
  schedules: readonly Schedule[];
  /** False on instances that only serve the API. */
  runsWork: boolean;
  /** How long the lease of a run is kept without renewal. */
  leaseSeconds: number;
  database: Database;
  instanceId: string;
  clock: Clock;
  metrics: Pick<Metrics, "runs">;
  faults: Faults;
  log: Log;
  random?: () => number;
}

/** Random share of the interval, so that instances do not run at the same moment. */
const jitter = 0.1;

/** Runs schedules on time and never twice at once. With a lease, only one instance runs a schedule at a time. */
export function startSchedules(options: ScheduleOptions): Schedules {
  const { schedules, runsWork, log, random = Math.random } = options;
  const observe = options.metrics.runs("opsplane_schedule", "Runs of schedules");
  const closing = new AbortController();
  const running = new Map<string, Promise<void>>();
  const timers = new Set<NodeJS.Timeout>();

  /** Runs one shard at a time. A second caller waits for the first. */
  async function runShard(schedule: Schedule, shard: number, force: boolean): Promise<void> {
    const key = `${schedule.name} ${shard}`;
    const before = running.get(key);
    const run = (async () => {
      await before?.catch(() => undefined);
      await tick(options, schedule, shard, force, closing.signal, observe);
    })();
    running.set(key, run);
    try {
      await run;
    } finally {
      if (running.get(key) === run) running.delete(key);
    }
  }

  function plan(schedule: Schedule, shard: number): void {
    const timer = setTimeout(
      async () => {
        timers.delete(timer);
        const { name } = schedule;
        await runShard(schedule, shard, false).catch((error: unknown) =>
          log.warn({ schedule: name, error: String(error) }, "a scheduled run failed"),
        );
        if (!closing.signal.aborted) plan(schedule, shard);
      },
      schedule.everyMs * (1 - jitter + 2 * jitter * random()),
    );
    timer.unref();
    timers.add(timer);
  }

  const planned = schedules.filter(({ runsOn }) => runsWork || runsOn === "every-instance");
  for (const schedule of planned) {
    for (let shard = 0; shard < shardsOf(schedule); shard++) plan(schedule, shard);
  }
  return {
    planned: planned.map(({ name }) => name),
    runNow: async (name) => {
      const schedule = schedules.find((each) => each.name === name);
      if (!schedule) throw new Error(`The schedule '${name}' does not exist.`);
      for (let shard = 0; shard < shardsOf(schedule); shard++) await runShard(schedule, shard, true);
    },
    close: async () => {
      closing.abort(new Error("The plane closes."));
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(running.values());
    },
  };
}

async function tick(
  { database, instanceId, clock, faults, leaseSeconds }: ScheduleOptions,
  schedule: Schedule,
  shard: number,
  force: boolean,
  closing: AbortSignal,
  observe: ReturnType<Metrics["runs"]>,
): Promise<void> {
  if (closing.aborted) return;
  const { name, everyMs, runsOn } = schedule;
  const isLeased = runsOn === "one-worker";
  const wanted = { name, shard, holder: instanceId, everyMs, leaseSeconds, force };
  const lease = isLeased ? await takeLease(database, wanted) : undefined;
  if (isLeased && !lease) {
    if (force) throw new Error(`Another instance is running the schedule '${name}'.`);
    return;
  }
  const signal = lease ? AbortSignal.any([closing, lease.signal]) : closing;
  const startedAt = performance.now();
  try {
    await schedule.run({ now: clock.now(), shard, shards: shardsOf(schedule), signal });
    faults.worked(name);
    observe(name, "done", (performance.now() - startedAt) / 1000);
  } catch (error) {
    faults.failed(name, error);
    observe(name, "failed", (performance.now() - startedAt) / 1000);
    throw error;
  } finally {
    await lease?.release().catch(() => undefined);
  }
}

function shardsOf({ shards = 1 }: Schedule): number {
  return shards;
}
