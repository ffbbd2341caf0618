import type { Page, StoredFile } from "@opsplane/contract";
import {
  type Chunk,
  type Db,
  type Download,
  type PageRange,
  type ReceivedFile,
  readChunks,
  readPage,
  sql,
} from "@opsplane/runtime";

/** The record that a file belongs to. */
export interface FileOwner {
  kind: "incident";
  id: string;
}

const columns = sql`id, name, media_type, size, sha256, created_by, created_at, updated_at`;

const ownedBy = ({ kind, id }: FileOwner) => sql`owner_kind = ${kind} and owner_id = ${id} and state = 'complete'`;

export async function beginFile(
  db: Db,
  { id, mediaType, createdBy }: { id: string; mediaType: string; createdBy: string },
): Promise<void> {
  await db.run(sql`insert into files (id, media_type, created_by) values (${id}, ${mediaType}, ${createdBy})`);
}

/** Counts and stores a chunk. False when the tenant has no space left for it, or the file is gone. */
export async function addChunk(db: Db, fileId: string, { position, bytes }: Chunk, allowed: number): Promise<boolean> {
  const stored = await db.run(sql`
    with file as (
      select id from files where id = ${fileId} and state = 'uploading' for update
    ), usage as (
      insert into file_usage as known (bytes) select ${bytes.length}::bigint from file where ${bytes.length}::bigint <= ${allowed}::bigint
      on conflict (tenant_id) do update set bytes = known.bytes + excluded.bytes where known.bytes + excluded.bytes <= ${allowed}::bigint
      returning bytes
    ), grown as (
      update files set size = size + ${bytes.length}::bigint from usage where files.id = ${fileId} returning files.id
    )
    insert into file_chunks (file_id, position, bytes) select id, ${position}::bigint, ${bytes}::bytea from grown`);
  return stored === 1;
}

export async function usedBytes(db: Db): Promise<number> {
  return (await db.first<{ bytes: number }>(sql`select bytes from file_usage`))?.bytes ?? 0;
}

/** Makes a received file visible, as a file of its owner. */
export function completeFile(
  db: Db,
  owner: FileOwner,
  { id, sha256, size }: ReceivedFile,
  name: string,
): Promise<StoredFile | undefined> {
  return db.first(sql`
    update files set state = 'complete', name = ${name}, sha256 = ${sha256}, owner_kind = ${owner.kind}, owner_id = ${owner.id},
      updated_at = app_now()
    where id = ${id} and state = 'uploading' and size = ${size}
    returning ${columns}`);
}

export function listFiles(db: Db, owner: FileOwner, { limit, offset }: PageRange): Promise<Page<StoredFile>> {
  return readPage(db, {
    rows: sql`select ${columns} from files where ${ownedBy(owner)} order by created_at, id limit ${limit} offset ${offset}`,
    from: sql`files where ${ownedBy(owner)}`,
    limit,
    offset,
  });
}

export async function countFiles(db: Db, owner: FileOwner): Promise<number> {
  return (await db.first<{ count: number }>(sql`select count(*) from files where ${ownedBy(owner)}`))?.count ?? 0;
}

export function findFile(db: Db, owner: FileOwner, id: string): Promise<StoredFile | undefined> {
  return db.first(sql`select ${columns} from files where id = ${id} and ${ownedBy(owner)}`);
}

/** Reads a file chunk by chunk. Between two chunks it holds no connection. */
export function openDownload(db: Db, { id, name, media_type: mediaType, size, sha256 }: StoredFile): Download {
  const chunkAt = (position: number) =>
    db.first<Chunk>(sql`
      select position, bytes from file_chunks where file_id = ${id} and position <= ${position} order by position desc limit 1`);
  return { name, mediaType, size, sha256, read: (start, end) => readChunks(start, end, chunkAt) };
}

export function removeFile(db: Db, owner: FileOwner, id: string): Promise<StoredFile | undefined> {
  return db.first(sql`
    with gone as (
      delete from files where id = ${id} and ${ownedBy(owner)} returning ${columns}
    ), freed as (
      update file_usage set bytes = bytes - gone.size from gone
    )
    select ${columns} from gone`);
}

export async function deleteUnfinished(db: Db, id: string): Promise<void> {
  await db.run(sql`
    with gone as (
      delete from files where id = ${id} and state = 'uploading' returning size
    )
    update file_usage set bytes = bytes - gone.size from gone`);
}

/** As the system, for all tenants. Answers how many files it removed. */
export async function deleteAbandoned(db: Db, limit: number): Promise<number> {
  const removed = await db.first<{ count: number }>(sql`
    with old as (
      select id from files where state = 'uploading' and created_at < app_now() - interval '1 hour'
      order by created_at limit ${limit} for update skip locked
    ), gone as (
      delete from files using old where files.id = old.id returning files.tenant_id, files.size
    ), by_tenant as (
      select tenant_id, sum(size)::bigint as bytes from gone group by tenant_id
    ), freed as (
      update file_usage set bytes = file_usage.bytes - by_tenant.bytes from by_tenant where file_usage.tenant_id = by_tenant.tenant_id
    )
    select count(*) from gone`);
  return removed?.count ?? 0;
}
