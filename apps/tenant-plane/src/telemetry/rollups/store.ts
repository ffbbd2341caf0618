import { bind, chsql, type Db, type SqlFragment, sql } from "@opsplane/runtime";
import { increaseOfRead } from "../metrics/store/slots.ts";

const hourMs = 3_600_000;
/** Longer than the ClickHouse timeout, so another instance takes over only abandoned hours. */
const leaseMinutes = 16;
const maxLeases = 100;

/** An hour of one tenant's samples that this instance rolls up. */
export interface LeasedHour {
  tenant_id: string;
  hour: string;
  /** When the hour started to wait. New samples change it. */
  waited: string;
  failures: number;
}

/** Marks hours (since 1970) that have new samples. */
export async function noteHours(db: Db, hours: readonly { tenantId: string; hour: number }[]): Promise<void> {
  await db.run(sql`
    insert into metric_rollup_hours (tenant_id, hour, waiting_since)
    select tenant_id, to_timestamp(hour * 3600.0), clock_timestamp()
    from unnest(${hours.map(({ tenantId }) => tenantId)}::text[], ${hours.map(({ hour }) => hour)}::bigint[]) as noted(tenant_id, hour)
    on conflict (tenant_id, hour) do update set waiting_since = excluded.waiting_since`);
}

/** The database's clock, which also sets `waiting_since`. */
export async function databaseTime(db: Db): Promise<string> {
  const row = await db.first<{ now: string }>(sql`select clock_timestamp()::text as now`);
  return row?.now ?? "";
}

export interface Due {
  now: Date;
  /** Hours that ended by then. */
  endedBy: Date;
  /** Hours that were waiting by then, so that one pass takes each hour once. */
  waitingBy: string;
}

/** Leases the newest waiting hour of each tenant, so recent hours never wait for another tenant's backfill. */
export function leaseHours(db: Db, { now, endedBy, waitingBy }: Due): Promise<LeasedHour[]> {
  return db.rows(sql`
    with newest as (
      select distinct on (tenant_id) tenant_id, hour from metric_rollup_hours
      where waiting_since <= ${waitingBy}::timestamptz and hour <= ${new Date(endedBy.getTime() - hourMs)}
        and (leased_until is null or leased_until < ${now}) and (not_before is null or not_before <= ${now})
      order by tenant_id, hour desc
    ), due as (
      select tenant_id, hour from newest order by hour desc limit ${maxLeases}
    )
    update metric_rollup_hours leased set leased_until = ${now}::timestamptz + make_interval(mins => ${leaseMinutes})
    from due
    where leased.tenant_id = due.tenant_id and leased.hour = due.hour and (leased.leased_until is null or leased.leased_until < ${now})
    returning leased.tenant_id, leased.hour, leased.waiting_since::text as waited, leased.failures`);
}

/** The hour waits again when samples arrived during its roll-up. */
export async function markRolled(db: Db, { tenant_id, hour, waited }: LeasedHour): Promise<void> {
  await db.run(sql`
    update metric_rollup_hours
    set rolled_at = app_now(), leased_until = null, not_before = null, failures = 0,
        waiting_since = case when waiting_since = ${waited}::timestamptz then null else waiting_since end
    where tenant_id = ${tenant_id} and hour = ${hour}`);
}

/** Postpones the hour until `notBefore`. Until then queries read its raw samples. */
export async function markFailed(db: Db, { tenant_id, hour }: LeasedHour, notBefore: Date): Promise<void> {
  await db.run(sql`
    update metric_rollup_hours set failures = failures + 1, leased_until = null, not_before = ${notBefore}
    where tenant_id = ${tenant_id} and hour = ${hour}`);
}

/** The number of hours of all tenants with at least `failures` failures in a row. */
export async function countFailing(db: Db, failures: number): Promise<number> {
  const row = await db.first<{ failing: number }>(
    sql`select count(*) as failing from metric_rollup_hours where failures > 0 and failures >= ${failures}`,
  );
  return row?.failing ?? 0;
}

/** The end of the hours from `from` on that are rolled up without a gap; undefined when there are none. */
export async function rolledUntil(db: Db, tenantId: string, from: Date): Promise<Date | undefined> {
  const row = await db.first<{ until: string | null }>(sql`
    select coalesce(
      (select min(hour) from metric_rollup_hours where tenant_id = ${tenantId} and waiting_since is not null and hour >= ${from}),
      (select max(hour) + interval '1 hour' from metric_rollup_hours where tenant_id = ${tenantId} and rolled_at is not null)
    ) as until`);
  return row?.until ? new Date(row.until) : undefined;
}

/** Series are read in key order, so only a few are in memory at a time. */
export function rollUp({ tenant_id, hour }: LeasedHour): SqlFragment {
  const [from, to] = [new Date(hour), new Date(Date.parse(hour) + hourMs)];
  return chsql`
    INSERT INTO metric_hours
      (tenant_id, metric_id, series_id, hour, samples, first_ts, last_ts, first_value, last_value,
       min_value, max_value, sum_value, increase, rolled_at, keep_days)
    WITH arrayMap(each -> each.2, arraySort(groupArray((ts, value)))) AS read
    SELECT tenant_id, metric_id, series_id, toStartOfHour(any(ts)), count(), min(ts), max(ts), argMin(value, ts), argMax(value, ts),
           min(value), max(value), sum(value), ${increaseOfRead}, now64(3), max(keep_days)
    FROM metric_samples
    WHERE tenant_id = ${bind.text(tenant_id)} AND ts >= ${bind.instant(from)} AND ts < ${bind.instant(to)} AND NOT isNaN(value)
    GROUP BY tenant_id, metric_id, series_id
    SETTINGS optimize_aggregation_in_order = 1`;
}
