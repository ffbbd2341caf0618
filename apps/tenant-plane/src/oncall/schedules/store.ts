import type { OnCallSchedule, Page, ScheduleOverride } from "@opsplane/contract";
import { type Db, listNamed, type NameQuery, type PageRange, readPage, sql } from "@opsplane/runtime";
import type { Override } from "./shifts.ts";

/** A schedule as it is stored: without who is on call. */
export type StoredSchedule = Omit<OnCallSchedule, "users" | "on_call" | "next" | "next_gap">;

const columns = sql`id, name, description, timezone, layers, created_by, version, created_at, updated_at`;

export function listSchedules(db: Db, query: NameQuery): Promise<Page<StoredSchedule>> {
  return listNamed(db, { columns, table: sql`oncall_schedules`, order: sql`name, id` }, query);
}

const maxSchedules = 1000;

/** The tenant's schedules, or those with these ids. */
export function allSchedules(db: Db, ids?: readonly string[]): Promise<StoredSchedule[]> {
  return db.rows(sql`
    select ${columns} from oncall_schedules
    where ${ids ?? null}::uuid[] is null or id = any (${ids ?? null}::uuid[]) order by name, id limit ${maxSchedules}`);
}

export function getSchedule(db: Db, id: string): Promise<StoredSchedule | undefined> {
  return db.first(sql`select ${columns} from oncall_schedules where id = ${id}`);
}

export function lockSchedule(db: Db, id: string): Promise<StoredSchedule | undefined> {
  return db.first(sql`select ${columns} from oncall_schedules where id = ${id} for update`);
}

type Fields = Pick<StoredSchedule, "id" | "name" | "description" | "timezone" | "layers">;

/** Undefined when the name is taken. */
export function insertSchedule(db: Db, wanted: Fields, createdBy: string): Promise<StoredSchedule | undefined> {
  const { id, name, description, timezone, layers } = wanted;
  return db.first(sql`
    insert into oncall_schedules (id, name, description, timezone, layers, created_by)
    values (${id}, ${name}, ${description}, ${timezone}, ${JSON.stringify(layers)}, ${createdBy})
    on conflict (tenant_id, name) do nothing returning ${columns}`);
}

/** Undefined when the name is taken. */
export function updateSchedule(db: Db, wanted: Fields): Promise<StoredSchedule | undefined> {
  const { id, name, description, timezone, layers } = wanted;
  return db.first(sql`
    update oncall_schedules
    set name = ${name}, description = ${description}, timezone = ${timezone}, layers = ${JSON.stringify(layers)},
        version = version + 1, updated_at = app_now()
    where id = ${id} and not exists (select from oncall_schedules other where other.name = ${name} and other.id <> ${id})
    returning ${columns}`);
}

export async function deleteSchedule(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from oncall_schedules where id = ${id}`);
}

const maxOverrides = 10_000;

/** The overrides of these schedules in a window, oldest first. */
export function overridesIn(
  db: Db,
  scheduleIds: readonly string[],
  { from, to }: { from: number; to: number },
): Promise<(Override & { schedule_id: string })[]> {
  return db.rows(sql`
    select id, schedule_id, user_id, starts_at, ends_at from oncall_overrides
    where schedule_id = any (${scheduleIds}::uuid[]) and ends_at > ${new Date(from)} and starts_at < ${new Date(to)}
    order by created_at, id limit ${maxOverrides}`);
}

const overrideColumns = sql`
  override.id, override.schedule_id, override.user_id, override.starts_at, override.ends_at, override.comment, override.created_by,
  override.version, override.created_at, override.updated_at,
  json_build_object('id', person.id, 'name', person.name, 'email', person.email) as user`;
const withPerson = sql`join users person on person.tenant_id = override.tenant_id and person.id = override.user_id`;

export function listOverrides(
  db: Db,
  scheduleId: string,
  { limit, offset }: PageRange,
): Promise<Page<ScheduleOverride>> {
  const open = sql`override.schedule_id = ${scheduleId} and override.ends_at > app_now()`;
  return readPage(db, {
    rows: sql`select ${overrideColumns} from oncall_overrides override ${withPerson} where ${open}
              order by override.starts_at, override.id limit ${limit} offset ${offset}`,
    from: sql`oncall_overrides override where ${open}`,
    limit,
    offset,
  });
}

export interface NewOverride extends Override {
  scheduleId: string;
  comment: string;
  createdBy: string;
}

export function insertOverride(db: Db, wanted: NewOverride): Promise<ScheduleOverride | undefined> {
  return db.first(sql`
    with override as (
      insert into oncall_overrides (id, schedule_id, user_id, starts_at, ends_at, comment, created_by)
      values (${wanted.id}, ${wanted.scheduleId}, ${wanted.user_id}, ${wanted.starts_at}, ${wanted.ends_at}, ${wanted.comment},
              ${wanted.createdBy})
      returning *
    )
    select ${overrideColumns} from override ${withPerson}`);
}

export function getOverride(db: Db, scheduleId: string, id: string): Promise<ScheduleOverride | undefined> {
  return db.first(sql`
    select ${overrideColumns} from oncall_overrides override ${withPerson}
    where override.schedule_id = ${scheduleId} and override.id = ${id}`);
}

export async function deleteOverride(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from oncall_overrides where id = ${id}`);
}

/** A new address ends the old one. */
export async function saveFeed(
  db: Db,
  feed: { id: string; hash: Buffer; name: string | null; userId: string | null; scheduleId: string | null; by: string },
): Promise<void> {
  await db.run(sql`
    insert into oncall_feeds (id, hash, name, user_id, schedule_id, created_by)
    values (${feed.id}, ${feed.hash}, ${feed.name}, ${feed.userId}, ${feed.scheduleId}, ${feed.by})
    on conflict (tenant_id, user_id, schedule_id) do update
    set id = excluded.id, hash = excluded.hash, name = excluded.name, created_by = excluded.created_by, created_at = app_now()`);
}

export function deleteFeed(db: Db, userId: string | null, scheduleId: string | null): Promise<number> {
  return db.run(sql`
    delete from oncall_feeds where user_id is not distinct from ${userId}::uuid and schedule_id is not distinct from ${scheduleId}::uuid`);
}

export interface Feed {
  tenant_id: string;
  name: string | null;
  user_id: string | null;
  schedule_id: string | null;
}

/** The feed of a person who is disabled is closed. */
export function feedOf(system: Db, hash: Buffer): Promise<Feed | undefined> {
  return system.first(sql`
    select feed.tenant_id, feed.name, feed.user_id, feed.schedule_id from oncall_feeds feed
    left join users person on person.tenant_id = feed.tenant_id and person.id = feed.user_id
    where feed.hash = ${hash} and person.disabled_at is null`);
}
