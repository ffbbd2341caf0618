import type { SloState } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import type { Events } from "../rules.ts";

/** The events of one slot of an objective. */
export interface SlotEvents extends Events {
  sloId: string;
  /** The start of the slot, in Unix milliseconds. */
  at: number;
}

const iso = (ms: number) => new Date(ms).toISOString();

function columnsOf(slots: readonly SlotEvents[]) {
  return sql`unnest(${slots.map(({ sloId }) => sloId)}::uuid[], ${slots.map(({ at }) => iso(at))}::timestamptz[],
    ${slots.map(({ good }) => good)}::float8[], ${slots.map(({ total }) => total)}::float8[])`;
}

export interface Span {
  from: number;
  to: number;
}

/** Stores minutes, and adds up the hours that they belong to. Storing them again changes nothing. */
export async function saveMinutes(
  db: Db,
  sloIds: readonly string[],
  { from, to }: Span,
  slots: readonly SlotEvents[],
): Promise<void> {
  await db.run(sql`
    insert into slo_minutes as known (slo_id, at, good, total) select * from ${columnsOf(slots)}
    on conflict (tenant_id, slo_id, at) do update set good = excluded.good, total = excluded.total
    where (known.good, known.total) is distinct from (excluded.good, excluded.total)`);
  await db.run(sql`
    insert into slo_hours as known (slo_id, at, good, total)
    select slo_id, hour_of(at), sum(good), sum(total) from slo_minutes
    where slo_id = any (${sloIds}::uuid[]) and at >= hour_of(${iso(from)}) and at < hour_of(${iso(to - 1)}) + interval '1 hour'
    group by slo_id, hour_of(at)
    on conflict (tenant_id, slo_id, at) do update set good = excluded.good, total = excluded.total
    where (known.good, known.total) is distinct from (excluded.good, excluded.total)`);
}

/** Stores whole hours that are too old for minutes. */
export async function saveHours(
  db: Db,
  sloIds: readonly string[],
  { from, to }: Span,
  slots: readonly SlotEvents[],
): Promise<void> {
  await db.run(sql`
    delete from slo_minutes where slo_id = any (${sloIds}::uuid[]) and at >= ${iso(from)} and at < ${iso(to)}`);
  await db.run(sql`
    insert into slo_hours as known (slo_id, at, good, total) select * from ${columnsOf(slots)}
    on conflict (tenant_id, slo_id, at) do update set good = excluded.good, total = excluded.total`);
}

/** Begins to measure an objective from a time on, without what was measured of another indicator. */
export async function startMeasuring(db: Db, sloId: string, from: Date): Promise<void> {
  // First the lock: a measurement of the old indicator that is being stored is deleted, too.
  await db.run(sql`
    insert into slo_measurements as known (slo_id, measured_until) values (${sloId}, ${from.toISOString()})
    on conflict (tenant_id, slo_id) do update
    set epoch = known.epoch + 1, measured_until = excluded.measured_until, data_since = null, good = 0, total = 0, burn_rates = '{}',
        budget_remaining = null, error = null, state = 'no_data'`);
  await db.run(sql`delete from slo_minutes where slo_id = ${sloId}`);
  await db.run(sql`delete from slo_hours where slo_id = ${sloId}`);
}

/** Locks the objectives that are still measured until the same time, with the same indicator. */
export async function lockMeasured(
  db: Db,
  slos: readonly { id: string; epoch: number; measured_until: string }[],
): Promise<string[]> {
  // In the order of an edit: slots refer to the objective, so storing them would wait for it with its measurement locked.
  await db.run(sql`select from slos where id = any (${slos.map(({ id }) => id)}::uuid[]) order by id for key share`);
  const rows = await db.rows<{ slo_id: string }>(sql`
    select measured.slo_id from slo_measurements measured
    join unnest(${slos.map(({ id }) => id)}::uuid[], ${slos.map(({ epoch }) => epoch)}::int[],
                ${slos.map(({ measured_until }) => measured_until)}::timestamptz[]) as read (slo_id, epoch, until)
      on read.slo_id = measured.slo_id and read.epoch = measured.epoch and read.until = measured.measured_until
    order by measured.slo_id for update of measured`);
  return rows.map(({ slo_id }) => slo_id);
}

export async function setMeasured(
  db: Db,
  sloIds: readonly string[],
  until: number,
  slots: readonly SlotEvents[],
): Promise<void> {
  await db.run(sql`
    update slo_measurements measured
    set measured_until = ${iso(until)}, error = null, data_since = least(measured.data_since, first.at)
    from unnest(${sloIds}::uuid[]) as stored (slo_id)
    left join (select slo_id, min(at) as at from ${columnsOf(slots)} as slot (slo_id, at, good, total) group by slo_id) first
      on first.slo_id = stored.slo_id
    where measured.slo_id = stored.slo_id`);
}

/** Keeps why objectives could not be measured. */
export async function setFailed(db: Db, sloIds: readonly string[], reasons: readonly string[]): Promise<void> {
  if (sloIds.length === 0) return;
  await db.run(sql`
    update slo_measurements measured set error = failed.reason
    from unnest(${sloIds}::uuid[], ${reasons}::text[]) as failed (slo_id, reason) where measured.slo_id = failed.slo_id`);
}

/** The events of the window of an objective, and of each of these lengths, before the last measured minute. */
export interface SloSums {
  slo_id: string;
  name: string;
  objective: number;
  state: SloState;
  /** The window first, then the lengths. */
  sums: Events[];
}

export function readSums(db: Db, sloIds: readonly string[], lengthsMs: readonly number[]): Promise<SloSums[]> {
  return db.rows(sql`
    select slo.id as slo_id, slo.name, slo.objective, measured.state,
      json_agg(json_build_object('good', events.good, 'total', events.total) order by wanted.place) as sums
    from slos slo join slo_measurements measured on measured.tenant_id = slo.tenant_id and measured.slo_id = slo.id
    cross join lateral unnest(array_prepend(slo.window_days * 86400000::float8, ${lengthsMs}::float8[])) with ordinality as wanted (ms, place)
    cross join lateral slo_events(slo.tenant_id, slo.id, measured.measured_until - make_interval(secs => wanted.ms / 1000), measured.measured_until) events
    where slo.id = any (${sloIds}::uuid[])
    group by slo.id, slo.name, slo.objective, measured.state`);
}

export interface SloFigures extends Events {
  sloId: string;
  burnRates: (number | null)[];
  budgetRemaining: number | null;
  state: SloState;
}

export async function saveFigures(db: Db, figures: readonly SloFigures[]): Promise<void> {
  const column = <T>(read: (each: SloFigures) => T) => figures.map(read);
  await db.run(sql`
    update slo_measurements measured
    set good = new.good, total = new.total, budget_remaining = new.budget, state = new.state,
        burn_rates = array(select jsonb_array_elements_text(new.burn_rates)::float8)
    from unnest(${column(({ sloId }) => sloId)}::uuid[], ${column(({ good }) => good)}::float8[], ${column(({ total }) => total)}::float8[],
                ${column(({ budgetRemaining }) => budgetRemaining)}::float8[], ${column(({ state }) => state)}::text[],
                ${column(({ burnRates }) => JSON.stringify(burnRates))}::jsonb[]) as new (slo_id, good, total, budget, state, burn_rates)
    where measured.slo_id = new.slo_id`);
}

/** The hours of the window before the last measured minute; of a short window also the part of its first hour. */
export function readHours(
  db: Db,
  sloId: string,
  { from, to }: Span,
): Promise<{ at: string; good: number; total: number }[]> {
  return db.rows(sql`
    with edge as (select hour_of(${iso(from + 3_599_999)}) as at)
    select hours.at, hours.good, hours.total from slo_hours hours, edge
    where hours.slo_id = ${sloId} and hours.at >= edge.at and hours.at < ${iso(to)}
    union all
    select hour_of(minutes.at), sum(minutes.good), sum(minutes.total) from slo_minutes minutes, edge
    where minutes.slo_id = ${sloId} and minutes.at >= ${iso(from)} and minutes.at < least(edge.at, ${iso(to)})
    group by hour_of(minutes.at)
    order by 1 limit 3000`);
}

/** Deletes a batch of minutes that are older than any window of them; returns how many. */
export function deleteOldMinutes(system: Db, maxRows: number): Promise<number> {
  return system.run(sql`
    delete from slo_minutes where ctid = any (array(
      select ctid from slo_minutes where at < app_now() - interval '3 days 2 hours' order by at limit ${maxRows}))`);
}

/** Deletes a batch of hours. Reports look back a year. */
export function deleteOldHours(system: Db, maxRows: number): Promise<number> {
  return system.run(sql`
    delete from slo_hours where ctid = any (array(
      select ctid from slo_hours where at < app_now() - interval '400 days' order by at limit ${maxRows}))`);
}
