import {
  listedText,
  type Page,
  type Runbook,
  type RunbookContent,
  type RunbookListItem,
  type RunbookStatus,
} from "@opsplane/contract";
import { all, containing, type Db, isOneOf, readPage, sql } from "@opsplane/runtime";

/** A runbook as it is stored, without what is computed. */
export type StoredRunbook = Omit<Runbook, "warnings" | "stats"> & { content_version: number };

const shortColumns = sql`
  id, name, tags, ci_classes, services, status, published_version, library_key,
  content_version is distinct from published_content_version and published_version is not null as has_changes,
  created_by, updated_by, created_at, updated_at, version`;

const columns = sql`
  ${shortColumns}, description, content_version, content -> 'notes' as notes, content -> 'parameters' as parameters,
  content -> 'lock_key' as lock_key, content -> 'steps' as steps, content -> 'on_failure' as on_failure,
  content -> 'verification' as verification, flags`;

const listedColumns = sql`
  ${shortColumns}, jsonb_array_length(flags) as flag_count, left(description, ${listedText}) as description, jsonb_array_length(content -> 'steps') as step_count,
  jsonb_array_length(content -> 'parameters') as parameter_count, content -> 'verification' <> 'null'::jsonb as has_verification`;

export interface RunbookFilter {
  status?: readonly string[];
  q?: string;
  tag?: string;
  ci_class?: string;
  service?: string;
  limit: number;
  offset: number;
}

export function listRunbooks(db: Db, filter: RunbookFilter): Promise<Page<Omit<RunbookListItem, "stats">>> {
  const words = filter.q?.trim();
  const where = all([
    filter.status && isOneOf(sql`status`, filter.status),
    words !== undefined &&
      words !== "" &&
      sql`(name ilike ${containing(words)} or description ilike ${containing(words)} or ${words} = any (tags))`,
    filter.tag !== undefined && sql`${filter.tag} = any (tags)`,
    filter.ci_class !== undefined && sql`${filter.ci_class} = any (ci_classes)`,
    filter.service !== undefined && sql`${filter.service} = any (services)`,
  ]);
  return readPage(db, {
    rows: sql`select ${listedColumns} from runbooks where ${where} order by lower(name), id limit ${filter.limit} offset ${filter.offset}`,
    from: sql`runbooks where ${where}`,
    limit: filter.limit,
    offset: filter.offset,
  });
}

export function getRunbook(db: Db, id: string): Promise<StoredRunbook | undefined> {
  return db.first(sql`select ${columns} from runbooks where id = ${id}`);
}

export function lockRunbook(db: Db, id: string): Promise<StoredRunbook | undefined> {
  return db.first(sql`select ${columns} from runbooks where id = ${id} for update`);
}

export async function countRunbooks(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(sql`select count(*)::int as count from runbooks`);
  return row?.count ?? 0;
}

const maxName = 200;

/** The name, or the name with the next free number. Waits for others that look for a name, so that two never get the same. */
export async function freeName(db: Db, wanted: string): Promise<string> {
  await db.run(
    sql`select pg_advisory_xact_lock(hashtext('opsplane/runbook-names/' || current_setting('app.tenant_id')))`,
  );
  const base = wanted.slice(0, maxName - 8);
  const rows = await db.rows<{ name: string }>(
    sql`select name from runbooks where name = ${base} or name like ${`${escapeLike(base)} (%)`}`,
  );
  const taken = new Set(rows.map(({ name }) => name));
  if (!taken.has(base)) return base;
  for (let count = 2; ; count++) if (!taken.has(`${base} (${count})`)) return `${base} (${count})`;
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}

function bodyOf({ notes, parameters, lock_key, steps, on_failure, verification }: RunbookContent): string {
  return JSON.stringify({ notes, parameters, lock_key, steps, on_failure, verification });
}

export async function insertRunbook(
  db: Db,
  id: string,
  content: RunbookContent,
  made: { by: string; libraryKey: string | null },
): Promise<void> {
  const { name, description, tags, ci_classes, services } = content;
  await db.run(sql`
    insert into runbooks (id, name, description, tags, ci_classes, services, content, status, library_key, created_by, updated_by)
    values (${id}, ${name}, ${description}, ${tags}, ${ci_classes}, ${services}, ${bodyOf(content)}, 'draft', ${made.libraryKey},
      ${made.by}, ${made.by})`);
}

export async function updateRunbook(db: Db, id: string, content: RunbookContent, by: string): Promise<void> {
  const { name, description, tags, ci_classes, services } = content;
  await db.run(sql`
    update runbooks set name = ${name}, description = ${description}, tags = ${tags}, ci_classes = ${ci_classes}, services = ${services},
      content = ${bodyOf(content)}, content_version = content_version + 1, updated_by = ${by}, version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function publishRunbook(
  db: Db,
  { id, published_version }: StoredRunbook,
  content: RunbookContent,
  published: { by: string; comment: string },
): Promise<void> {
  const version = (published_version ?? 0) + 1;
  await db.run(sql`
    insert into runbook_versions (runbook_id, version, content, comment, published_by)
    values (${id}, ${version}, ${JSON.stringify(content)}, ${published.comment}, ${published.by})`);
  await db.run(sql`
    update runbooks set status = 'published', published_version = ${version}, published_content_version = content_version,
      updated_by = ${published.by}, version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function setStatus(db: Db, id: string, status: RunbookStatus, by: string): Promise<void> {
  await db.run(sql`
    update runbooks set status = ${status}, updated_by = ${by}, version = version + 1, updated_at = app_now() where id = ${id}`);
}

export async function deleteRunbook(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from runbooks where id = ${id}`);
}

/** Why a runbook cannot be deleted; undefined when it can. */
export async function usedBy(db: Db, id: string): Promise<"executed" | "catalog" | "workflow" | undefined> {
  const found = await db.first<{ executed: boolean; catalog: boolean; workflow: boolean }>(sql`
    select exists (select from runs where subject_id = ${id}) as executed,
      exists (select from catalog_items where fulfillment_type = 'runbook' and fulfillment_config ->> 'runbook_id' = ${id}) as catalog,
      exists (
        select from workflows, jsonb_array_elements(content -> 'steps') as step
        where step -> 'config' ->> 'runbook_id' = ${id}) as workflow`);
  if (found?.executed) return "executed";
  if (found?.catalog) return "catalog";
  return found?.workflow ? "workflow" : undefined;
}

export interface PublishedVersion {
  version: number;
  comment: string;
  content: RunbookContent;
  published_by: string;
  created_at: string;
}

export function listVersions(
  db: Db,
  id: string,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
): Promise<Page<PublishedVersion>> {
  return readPage(db, {
    rows: sql`
      select version, comment, content, published_by, created_at from runbook_versions
      where runbook_id = ${id} order by version desc limit ${limit} offset ${offset}`,
    from: sql`runbook_versions where runbook_id = ${id}`,
    limit,
    offset,
  });
}

export async function getVersion(db: Db, id: string, version: number): Promise<RunbookContent | undefined> {
  const row = await db.first<{ content: RunbookContent }>(
    sql`select content from runbook_versions where runbook_id = ${id} and version = ${version}`,
  );
  return row?.content;
}

/** Keeps the stored secrets that a runbook uses from being deleted. Secrets of its published version stay too. */
export async function keepSecrets(db: Db, id: string, secretIds: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into runbook_secrets (runbook_id, secret_id) select ${id}, secret_id from unnest(${secretIds}::uuid[]) as secret_id
    on conflict do nothing`);
}
