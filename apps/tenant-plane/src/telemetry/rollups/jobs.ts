import type { ClickHouse, Database, Faults, Log, Schedule } from "@opsplane/runtime";
import * as store from "./store.ts";

const hourMs = 3_600_000;
const everyMs = 60_000;
/** A crash loses at most this much of the list of changed hours. */
const flushMs = 3_000;
/** Samples of an hour still arrive after it has ended. */
const settleMs = 10 * 60_000;
/** One pass ends after this time, so the next pass starts with the newest hours. */
const passMs = 45_000;
/** An hour that failed this often is counted in health. */
const lastingFailures = 3;
const maxPauseMs = 6 * hourMs;

/** Hourly roll-ups of metrics, which queries over long ranges read. */
export interface Rollups {
  /** Samples of these hours (since 1970) were stored, so the hours are rolled up, again if necessary. */
  changed(tenantId: string, hours: readonly number[]): void;
  /** The end of the hours from `from` on that are rolled up without a gap. */
  rolledUntil(tenantId: string, from: Date): Promise<Date>;
  /** Rolls up hours that have waited long enough; returns how many. */
  roll(now: Date): Promise<number>;
  readonly schedules: readonly Schedule[];
  close(): Promise<void>;
}

export interface RollupOptions {
  database: Database;
  clickhouse: ClickHouse;
  isUp(): boolean;
  faults: Faults;
  log: Log;
}

export function openRollups({ database, clickhouse, isUp, faults, log }: RollupOptions): Rollups {
  let changed = new Map<string, Set<number>>();

  function add(tenantId: string, hours: Iterable<number>): void {
    const known = changed.get(tenantId) ?? new Set();
    for (const hour of hours) known.add(hour);
    changed.set(tenantId, known);
  }

  async function flush(): Promise<void> {
    const taken = changed;
    if (taken.size === 0) return;
    changed = new Map();
    const rows = [...taken].flatMap(([tenantId, hours]) => Array.from(hours, (hour) => ({ tenantId, hour })));
    await store.noteHours(database.system, rows).catch((error: unknown) => {
      for (const [tenantId, hours] of taken) add(tenantId, hours);
      throw error;
    });
  }

  async function roll(now: Date): Promise<number> {
    await flush();
    const endsAt = performance.now() + passMs;
    const due = {
      now,
      endedBy: new Date(now.getTime() - settleMs),
      waitingBy: await store.databaseTime(database.system),
    };
    let rolled = 0;
    while (performance.now() < endsAt) {
      const leased = await store.leaseHours(database.system, due);
      if (leased.length === 0) break;
      for (const hour of leased) if (await rollHour(hour, now)) rolled += 1;
    }
    // Read from the database, because another instance may have rolled up the hours that failed here.
    const failing = await store.countFailing(database.system, lastingFailures);
    if (failing > 0) faults.failed("roll-ups", `${failing} hours of metrics cannot be rolled up; see the log`);
    else faults.worked("roll-ups");
    return rolled;
  }

  /** No transaction is open during a roll-up, because ClickHouse may need minutes for an hour of many series. */
  async function rollHour(leased: store.LeasedHour, now: Date): Promise<boolean> {
    try {
      await clickhouse.run(store.rollUp(leased));
      await store.markRolled(database.system, leased);
      return true;
    } catch (error) {
      const pauseMs = Math.min(2 ** leased.failures * everyMs, maxPauseMs);
      await store.markFailed(database.system, leased, new Date(now.getTime() + pauseMs));
      const { tenant_id: tenant, hour, failures } = leased;
      log.warn({ tenant, hour, failures: failures + 1, error: String(error) }, "rolling up an hour of metrics failed");
      return false;
    }
  }

  return {
    changed: add,
    rolledUntil: async (tenantId, from) => {
      const until = (await store.rolledUntil(database.system, tenantId, from)) ?? from;
      const unflushed = [...(changed.get(tenantId) ?? [])].map((hour) => hour * hourMs);
      return new Date(Math.min(until.getTime(), ...unflushed.filter((hour) => hour >= from.getTime())));
    },
    roll,
    schedules: [
      {
        name: "telemetry.changed-hours",
        everyMs: flushMs,
        runsOn: "every-instance",
        run: flush,
      },
      {
        // Each hour is leased separately, so all workers can roll up at the same time.
        name: "telemetry.rollups",
        everyMs,
        runsOn: "every-worker",
        run: async ({ now }) => {
          if (isUp()) await roll(now);
        },
      },
    ],
    close: () => flush().catch(() => undefined),
  };
}
