import { type Db, sql } from "@opsplane/runtime";

/** How much of a meter a tenant used. A meter's charge has the unit that its limit has, such as bytes or credits. */
export interface MeteredUse {
  tenant_id: string;
  /** `feature.kind` */
  meter: string;
  charge: number;
  count: number;
}

/** Adds to today's usage, by UTC. Rows are locked in one order, so that two writers never block each other for good. */
export async function meterUsage(db: Db, uses: readonly MeteredUse[]): Promise<void> {
  await db.run(sql`
    insert into metered_usage as known (tenant_id, day, meter, charge, count, last_at)
    select tenant_id, (app_now() at time zone 'UTC')::date, meter, sum(charge), sum(count), app_now()
    from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as used(tenant_id text, meter text, charge bigint, count bigint)
    group by tenant_id, meter order by tenant_id, meter
    on conflict (tenant_id, day, meter) do update
    set charge = known.charge + excluded.charge, count = known.count + excluded.count, last_at = excluded.last_at`);
}

/** The usage of a tenant's meters since the first moment of a UTC day. */
export function usedSince(
  db: Db,
  tenantId: string,
  meters: readonly string[],
  since: Date,
): Promise<{ meter: string; charge: number; count: number }[]> {
  return db.rows(sql`
    select meter, sum(charge)::float8 as charge, sum(count)::float8 as count from metered_usage
    where tenant_id = ${tenantId} and day >= ${utcDay(since)}::date and meter = any (${meters})
    group by meter`);
}

/** When each meter was last used, and today's usage by UTC. A meter that was never used is absent. */
export function lastUse(
  db: Db,
  tenantId: string,
  meters: readonly string[],
): Promise<{ meter: string; last_at: string | null; charge: number; count: number }[]> {
  return db.rows(sql`
    select meter, max(last_at) as last_at,
      coalesce(sum(charge) filter (where day = (app_now() at time zone 'UTC')::date), 0)::float8 as charge,
      coalesce(sum(count) filter (where day = (app_now() at time zone 'UTC')::date), 0)::float8 as count
    from metered_usage where tenant_id = ${tenantId} and meter = any (${meters}) group by meter`);
}

/** By UTC day; `to` itself does not belong to the window. */
export function dailyUse(
  db: Db,
  tenantId: string,
  meters: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<{ day: string; meter: string; charge: number; count: number }[]> {
  return db.rows(sql`
    select to_char(day, 'YYYY-MM-DD') as day, meter, charge::float8 as charge, count::float8 as count from metered_usage
    where tenant_id = ${tenantId} and meter = any (${meters})
      and day >= ${utcDay(from)}::date and day < ${to.toISOString()}::timestamptz at time zone 'UTC'
    order by day, meter`);
}

/** The first moment of a month, by UTC. Monthly limits start again then. */
export function monthStart(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth()));
}

/** The first moment of the next month, when monthly limits start again. */
export function monthEnd(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
}

function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10);
}
