/** Work that a plane repeats. */
export interface Schedule {
  /** `feature.work`; unique in the plane. */
  readonly name: string;
  readonly everyMs: number;
  /**
   * one-worker     one instance at a time, by a lease, among those that run background work
   * every-worker   every instance that runs background work, because the work is divided in another way
   * every-instance every instance, because the work concerns its process
   */
  readonly runsOn: "one-worker" | "every-worker" | "every-instance";
  /** The number of leases, which instances share. Only with `one-worker`. */
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
  /** Runs a schedule immediately and waits for it. Rejects if it fails or another instance runs it. */
  runNow(name: string): Promise<void>;
  /** The schedules that this instance runs. */
  readonly planned: readonly string[];
  /** Starts no more runs and waits for the current ones. */
  close(): Promise<void>;
}
