import type { Page } from "@opsplane/contract";
import type { Release, ReleaseChannel } from "@opsplane/contract/control-plane";
import { all, type Db, newId, readPage, sql } from "@opsplane/runtime";
import { sortKey } from "./rules.ts";

const columns = sql`
  id, version, channel, notes, checksums, min_version, published_at, yanked_at, yanked_reason, revision, created_at, updated_at`;

interface ReleaseQuery {
  channel?: ReleaseChannel;
  limit?: number;
  offset?: number;
}

export function listReleases(db: Db, { channel, limit = 50, offset = 0 }: ReleaseQuery): Promise<Page<Release>> {
  const where = all([channel !== undefined && sql`channel = ${channel}`]);
  return readPage<Release>(db, {
    rows: sql`select ${columns} from releases where ${where} order by sort_key desc limit ${limit} offset ${offset}`,
    from: sql`releases where ${where}`,
    limit,
    offset,
  });
}

/** The newest release that is offered; with `from`, among those that this version can be upgraded to. */
export function latestRelease(db: Db, channel: ReleaseChannel, from?: string): Promise<Release | undefined> {
  const where = all([
    sql`channel = ${channel} and yanked_at is null and published_at <= app_now()`,
    from !== undefined && sql`(min_sort_key is null or min_sort_key <= ${sortKey(from)})`,
  ]);
  return db.first(sql`select ${columns} from releases where ${where} order by sort_key desc limit 1`);
}

export function getRelease(db: Db, version: string): Promise<Release | undefined> {
  return db.first(sql`select ${columns} from releases where version = ${version}`);
}

/** A release that is published. It may have been yanked since. */
export function offeredRelease(db: Db, version: string): Promise<Release | undefined> {
  return db.first(sql`select ${columns} from releases where version = ${version} and published_at <= app_now()`);
}

export function lockRelease(db: Db, version: string): Promise<Release | undefined> {
  return db.first(sql`select ${columns} from releases where version = ${version} for no key update`);
}

type Fields = Pick<Release, "version" | "channel" | "notes" | "checksums" | "min_version"> & {
  published_at: string | null;
};

/** Undefined when the version exists already. Without a time it is published now. */
export function insertRelease(db: Db, release: Fields): Promise<Release | undefined> {
  const { version, channel, notes, checksums, min_version, published_at } = release;
  return db.first(sql`
    insert into releases (id, version, sort_key, channel, notes, checksums, min_version, min_sort_key, published_at)
    values (${newId()}, ${version}, ${sortKey(version)}, ${channel}, ${notes}, ${JSON.stringify(checksums)}::jsonb,
            ${min_version}, ${keyOf(min_version)}, coalesce(${published_at}::timestamptz, app_now()))
    on conflict (version) do nothing
    returning ${columns}`);
}

export function updateRelease(db: Db, release: Release): Promise<Release | undefined> {
  const { id, channel, notes, checksums, min_version, published_at, yanked_reason } = release;
  return db.first(sql`
    update releases
    set channel = ${channel}, notes = ${notes}, checksums = ${JSON.stringify(checksums)}::jsonb, min_version = ${min_version},
        min_sort_key = ${keyOf(min_version)}, published_at = ${published_at}, yanked_reason = ${yanked_reason}::text,
        yanked_at = case when ${yanked_reason}::text is null then null else coalesce(yanked_at, app_now()) end,
        revision = revision + 1, updated_at = app_now()
    where id = ${id} returning ${columns}`);
}

function keyOf(version: string | null): string | null {
  return version === null ? null : sortKey(version);
}
