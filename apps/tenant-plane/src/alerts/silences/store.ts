import type { Page, Silence, silenceKinds, silenceStates } from "@opsplane/contract";
import { all, containing, type Db, readPage, sql } from "@opsplane/runtime";
import { type StoredSilence, timesOf } from "./rules.ts";

const columns = sql`
  silence.id, silence.kind, silence.matchers, to_json(silence.ci_ids) as ci_ids, silence.with_dependents, silence.starts_at, silence.ends_at,
  silence.recurrence, silence.comment, silence.created_by, silence.created_at, silence.updated_at, silence.version`;

const mutedCount = sql`
  (select count(*)::int from alerts
   where alerts.tenant_id = silence.tenant_id and alerts.status = 'firing' and alerts.muted is not null
     and alerts.muted ->> 'id' = silence.id::text) as muted_alerts`;

type Row = StoredSilence & Pick<Silence, "muted_alerts">;

const shown = (row: Row, now: Date): Silence => ({ ...row, ...timesOf(row, now) });

export interface SilenceFilter {
  state?: (typeof silenceStates)[number][];
  kind?: (typeof silenceKinds)[number];
  q?: string;
  limit: number;
  offset: number;
}

/** Newest first. */
export async function listSilences(db: Db, filter: SilenceFilter, now: Date): Promise<Page<Silence>> {
  const words = filter.q?.trim() ?? "";
  const where = all([
    filter.state !== undefined &&
      sql`case when silence.id = any (${await openWindows(db, now)}::uuid[]) then 'active'
            else silence_state(silence.starts_at, silence.ends_at, silence.recurrence) end = any (${filter.state})`,
    filter.kind !== undefined && sql`silence.kind = ${filter.kind}`,
    words !== "" &&
      sql`(silence.comment ilike ${containing(words)} or silence.matchers::text ilike ${containing(words)})`,
  ]);
  const { items, ...rest } = await readPage<Row>(db, {
    rows: sql`
      select ${columns}, ${mutedCount} from silences silence where ${where}
      order by silence.id desc limit ${filter.limit} offset ${filter.offset}`,
    from: sql`silences silence where ${where}`,
    limit: filter.limit,
    offset: filter.offset,
  });
  return { items: items.map((row) => shown(row, now)), ...rest };
}

/** Repeating windows that are open now. PostgreSQL takes them as scheduled, because it does not know their times. */
async function openWindows(db: Db, now: Date): Promise<string[]> {
  const repeating = await db.rows<StoredSilence>(sql`
    select ${columns} from silences silence
    where silence.recurrence is not null and coalesce(silence.ends_at, 'infinity') > ${now.toISOString()}`);
  return repeating.filter((silence) => timesOf(silence, now).state === "active").map(({ id }) => id);
}

export async function getSilence(db: Db, id: string, now: Date): Promise<Silence | undefined> {
  const row = await db.first<Row>(sql`select ${columns}, ${mutedCount} from silences silence where silence.id = ${id}`);
  return row && shown(row, now);
}

export function lockSilence(db: Db, id: string): Promise<StoredSilence | undefined> {
  return db.first(sql`select ${columns} from silences silence where silence.id = ${id} for update`);
}

export async function saveSilence(
  db: Db,
  silence: Omit<StoredSilence, "created_at" | "updated_at" | "version">,
): Promise<void> {
  const { id, kind, matchers, ci_ids, with_dependents, starts_at, ends_at, recurrence, comment, created_by } = silence;
  await db.run(sql`
    insert into silences (id, kind, matchers, ci_ids, with_dependents, starts_at, ends_at, recurrence, comment, created_by)
    values (${id}, ${kind}, ${JSON.stringify(matchers)}, ${ci_ids}::uuid[], ${with_dependents}, ${starts_at}, ${ends_at},
            ${recurrence && JSON.stringify(recurrence)}, ${comment}, ${created_by})
    on conflict (tenant_id, id) do update
    set matchers = excluded.matchers, ci_ids = excluded.ci_ids, with_dependents = excluded.with_dependents, starts_at = excluded.starts_at,
        ends_at = excluded.ends_at, recurrence = excluded.recurrence, comment = excluded.comment, version = silences.version + 1,
        updated_at = app_now()`);
}

export async function deleteSilence(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from silences where id = ${id}`);
}

export async function countCurrent(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(
    sql`select count(*)::int as count from silences where ends_at is null or ends_at > app_now()`,
  );
  return row?.count ?? 0;
}

/** Silences that have begun and not ended. The time is that of the caller, because one may begin in the same write. */
export function currentSilences(db: Db, now: Date): Promise<StoredSilence[]> {
  const at = now.toISOString();
  return db.rows(sql`
    select ${columns} from silences silence
    where silence.starts_at <= ${at} and coalesce(silence.ends_at, 'infinity') > ${at} order by silence.id`);
}

/** Changes whose window is open now, on one of these items. */
export function changesInWindow(
  db: Db,
  itemIds: readonly string[],
): Promise<{ id: string; reference: string; requested_end: string }[]> {
  return db.rows(sql`
    select distinct change.id, change.reference, change.requested_end
    from change_items link join changes change on change.tenant_id = link.tenant_id and change.id = link.change_id
    where link.ci_id = any (${itemIds}::uuid[]) and change.status in ('approved', 'scheduled', 'implementing')
      and change.requested_start <= app_now() and change.requested_end > app_now()
    order by change.requested_end desc limit 1`);
}
