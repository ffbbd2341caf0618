/** Work that a plane repeats. */
export interface Schedule {
  /** `feature.work`; unique in the plane. */
  readonly name: string;
  readonly everyMs: number;
  /**
   * one-worker     one instance at a time, by a lease, among those that run background work
   * every-worker   each of those for itself, because the work is shared out in another way
   * every-instance each instance, because the work is about its process
   */
  readonly runsOn: "one-worker" | "every-worker" | "every-instance";
  /** Split into so many leases, which instances share. Only with `one-worker`. */
  readonly shards?: number;
  run(tick: Tick): Promise<void>;
}

export interface Tick {
  readonly now: Date;
  readonly shard: number;
  readonly shards: number;
  /** Aborted when the lease was lost or the plane closes; long work should stop then. */
  readonly signal: AbortSignal;
}

export interface Schedules {
  /** Runs a schedule now, whatever the time, and waits for it. Rejects if it fails or another instance runs it. */
  runNow(name: string): Promise<void>;
  /** The schedules that this instance runs by itself. */
  readonly planned: readonly string[];
  /** Waits for the ticks that run, and starts no more. */
  close(): Promise<void>;
}
