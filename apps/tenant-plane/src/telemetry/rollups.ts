import { bind, ch, type Database, type Log, sql, type Telemetry } from "@opsplane/runtime";
import { increaseOfRead } from "./metrics/slots-store.ts";

const hourMs = 3_600_000;
const everyMs = 60_000;
/** What is not noted yet would be forgotten by a kill. */
const noteMs = 3_000;
/** Samples of an hour still come in when it is over. */
const settleMs = 10 * 60_000;
/** So many hours at once, so that a backfill does not hold up anything else. */
const mostAtOnce = 6;

/** Hours of series: what long ranges are read from. */
export interface Rollups {
  /** Samples of these hours (since 1970) were stored: they are to be rolled up, if need be again. */
  changed(hours: readonly number[]): void;
  /** Until when hours are rolled up without a gap; ranges before it may be read from them. */
  rolledUntil(): Promise<Date>;
  /** Rolls up what has waited long enough. One instance does it at a time. */
  roll(now: Date): Promise<number>;
  close(): Promise<void>;
}

export function openRollups(
  database: Database,
  telemetry: Telemetry,
  isUp: () => boolean,
  works: boolean,
  log: Log,
): Rollups {
  let changed = new Set<number>();

  async function note(): Promise<void> {
    const hours = [...changed];
    if (hours.length === 0) return;
    changed = new Set();
    await database.system
      .run(sql`
        insert into metric_rollups (hour, waiting_since)
        select to_timestamp(hour * 3600.0), now() from unnest(${hours}::bigint[]) as told(hour)
        on conflict (hour) do update set waiting_since = excluded.waiting_since`)
      .catch((error: unknown) => {
        for (const hour of hours) changed.add(hour);
        throw error;
      });
  }

  async function roll(now: Date): Promise<number> {
    await note();
    // The lock is held for as long as the transaction: another instance finds nothing to do meanwhile.
    return database.inSystem(async (tx) => {
      const held = await tx.first<{ held: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtext('opsplane rollups')) as held`,
      );
      if (!held?.held) return 0;
      const due = await tx.rows<{ hour: string; waited: string }>(sql`
        select hour, waiting_since::text as waited from metric_rollups
        where waiting_since is not null and hour <= ${new Date(now.getTime() - hourMs - settleMs)}
        order by hour limit ${mostAtOnce}`);
      for (const { hour, waited } of due) {
        await telemetry.run(rollUp(new Date(hour)));
        // Samples that came while it was rolled up make it wait again.
        await tx.run(sql`
          update metric_rollups set rolled_at = now(), waiting_since = null
          where hour = ${hour} and waiting_since = ${waited}::timestamptz`);
      }
      return due.length;
    });
  }

  const tick = async () => {
    await note();
    if (works && isUp()) await roll(new Date());
  };
  const noting = setInterval(() => void note().catch(() => undefined), noteMs);
  const timer = setInterval(
    () => void tick().catch((error: unknown) => log.warn({ error: String(error) }, "rolling up metrics failed")),
    everyMs,
  );
  timer.unref();
  return {
    changed: (hours) => {
      for (const hour of hours) changed.add(hour);
    },
    rolledUntil: async () => {
      const row = await database.system.first<{ until: string | null }>(sql`
        select coalesce((select min(hour) from metric_rollups where waiting_since is not null),
                        (select max(hour) + interval '1 hour' from metric_rollups where rolled_at is not null)) as until`);
      const oldest = Math.min(...changed);
      const until = row?.until ? Date.parse(row.until) : 0;
      return new Date(Math.min(until, oldest === Number.POSITIVE_INFINITY ? until : oldest * hourMs));
    },
    roll,
    close: async () => {
      clearInterval(timer);
      clearInterval(noting);
      await note().catch(() => undefined);
    },
  };
}

/** Series come in the order of the key, so that few are in memory at a time. */
function rollUp(hour: Date) {
  return ch`
    INSERT INTO metric_hours
      (tenant_id, metric_id, series_id, hour, samples, first_ts, last_ts, first_value, last_value,
       min_value, max_value, sum_value, increase, rolled_at, keep_days)
    WITH arrayMap(each -> each.2, arraySort(groupArray((ts, value)))) AS read
    SELECT tenant_id, metric_id, series_id, toStartOfHour(any(ts)), count(), min(ts), max(ts), argMin(value, ts), argMax(value, ts),
           min(value), max(value), sum(value), ${increaseOfRead}, now64(3), max(keep_days)
    FROM metric_samples
    WHERE ts >= ${bind.instant(hour)} AND ts < ${bind.instant(new Date(hour.getTime() + hourMs))} AND NOT isNaN(value)
    GROUP BY tenant_id, metric_id, series_id
    SETTINGS optimize_aggregation_in_order = 1`;
}
