import type { Dashboard, DashboardLink, DashboardSummary, DashboardVisibility, Page } from "@opsplane/contract";
import { all, containing, type Db, type PageRange, readPage, type Sql, sql } from "@opsplane/runtime";

/** A dashboard as it is stored: without what the reader may do. */
export type StoredDashboard = Omit<Dashboard, "can_edit">;
export type StoredSummary = Omit<DashboardSummary, "can_edit">;

const groupIds = sql`
  (select coalesce(array_agg(shared.group_id order by shared.group_id), '{}')
   from dashboard_groups shared where shared.dashboard_id = dashboards.id) as group_ids`;
const summary = sql`
  dashboards.id, name, description, visibility, ${groupIds}, owner_id, created_by, widget_count, version, created_at, updated_at`;
const columns = sql`
  dashboards.id, name, description, visibility, ${groupIds}, owner_id, created_by, layout, version, created_at, updated_at`;

/** A key without a user sees only what everyone sees. */
function visibleTo(userId: string | null): Sql {
  return sql`(
    visibility = 'everyone' or owner_id = ${userId}::uuid
    or (visibility = 'team' and exists (
      select 1 from dashboard_groups shared
      join group_members member on member.tenant_id = shared.tenant_id and member.group_id = shared.group_id
      where shared.dashboard_id = dashboards.id and member.user_id = ${userId}::uuid)))`;
}

export interface DashboardQuery extends PageRange {
  q?: string;
  visibility?: readonly DashboardVisibility[];
  mine?: boolean;
}

export function listDashboards(
  db: Db,
  userId: string | null,
  { q, visibility, mine, limit, offset }: DashboardQuery,
): Promise<Page<StoredSummary>> {
  const where = all([
    visibleTo(userId),
    visibility !== undefined && sql`visibility = any (${visibility})`,
    mine === true && sql`owner_id = ${userId}::uuid`,
    q !== undefined && sql`(name ilike ${containing(q)} or description ilike ${containing(q)})`,
  ]);
  return readPage<StoredSummary>(db, {
    rows: sql`select ${summary} from dashboards where ${where} order by lower(name), id limit ${limit} offset ${offset}`,
    from: sql`dashboards where ${where}`,
    limit,
    offset,
  });
}

/** The dashboard, if this person can see it. */
export function getDashboard(db: Db, id: string, userId: string | null): Promise<StoredDashboard | undefined> {
  return db.first(sql`select ${columns} from dashboards where id = ${id} and ${visibleTo(userId)}`);
}

export function lockDashboard(db: Db, id: string, userId: string | null): Promise<StoredDashboard | undefined> {
  return db.first(
    sql`select ${columns} from dashboards where id = ${id} and ${visibleTo(userId)} for update of dashboards`,
  );
}

export async function countDashboards(db: Db): Promise<number> {
  const counted = await db.first<{ count: number }>(sql`select count(*)::int as count from dashboards`);
  return counted?.count ?? 0;
}

export type Content = Pick<StoredDashboard, "name" | "description" | "visibility" | "group_ids" | "layout">;

export async function insertDashboard(
  db: Db,
  id: string,
  { name, description, visibility, group_ids, layout }: Content,
  { ownerId, by }: { ownerId: string | null; by: string },
): Promise<void> {
  await db.run(sql`
    insert into dashboards (id, name, description, visibility, layout, widget_count, owner_id, created_by)
    values (${id}, ${name}, ${description}, ${visibility}, ${JSON.stringify(layout)}, ${layout.widgets.length}, ${ownerId}, ${by})`);
  await saveGroups(db, id, group_ids);
}

export async function updateDashboard(
  db: Db,
  id: string,
  { name, description, visibility, group_ids, layout }: Content,
): Promise<void> {
  await db.run(sql`
    update dashboards
    set name = ${name}, description = ${description}, visibility = ${visibility}, layout = ${JSON.stringify(layout)},
        widget_count = ${layout.widgets.length}, version = version + 1, updated_at = app_now()
    where id = ${id}`);
  await db.run(sql`delete from dashboard_groups where dashboard_id = ${id} and group_id <> all (${group_ids}::uuid[])`);
  await saveGroups(db, id, group_ids);
}

async function saveGroups(db: Db, id: string, groupIds: readonly string[]): Promise<void> {
  await db.run(sql`
    insert into dashboard_groups (dashboard_id, group_id)
    select ${id}, given from unnest(${groupIds}::uuid[]) given on conflict do nothing`);
}

export async function deleteDashboard(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from dashboards where id = ${id}`);
}

const linkColumns = sql`id, name, created_by, created_at, expires_at`;

export function listLinks(db: Db, dashboardId: string, { limit, offset }: PageRange): Promise<Page<DashboardLink>> {
  return readPage<DashboardLink>(db, {
    rows: sql`
      select ${linkColumns} from dashboard_links where dashboard_id = ${dashboardId}
      order by id desc limit ${limit} offset ${offset}`,
    from: sql`dashboard_links where dashboard_id = ${dashboardId}`,
    limit,
    offset,
  });
}

/** Expired links make room for new ones. */
export async function countValidLinks(db: Db, dashboardId: string): Promise<number> {
  await db.run(sql`delete from dashboard_links where dashboard_id = ${dashboardId} and expires_at <= app_now()`);
  const counted = await db.first<{ count: number }>(
    sql`select count(*)::int as count from dashboard_links where dashboard_id = ${dashboardId}`,
  );
  return counted?.count ?? 0;
}

export interface NewLink {
  id: string;
  dashboardId: string;
  hash: Buffer;
  name: string;
  userId: string;
  by: string;
  expiresAt: string;
}

export function insertLink(
  db: Db,
  { id, dashboardId, hash, name, userId, by, expiresAt }: NewLink,
): Promise<DashboardLink | undefined> {
  return db.first(sql`
    insert into dashboard_links (id, dashboard_id, hash, name, user_id, created_by, expires_at)
    values (${id}, ${dashboardId}, ${hash}, ${name}, ${userId}, ${by}, ${expiresAt}) returning ${linkColumns}`);
}

export function deleteLink(db: Db, dashboardId: string, id: string): Promise<DashboardLink | undefined> {
  return db.first(
    sql`delete from dashboard_links where dashboard_id = ${dashboardId} and id = ${id} returning ${linkColumns}`,
  );
}

/** A link that has not expired, and its creator. */
export interface LinkHolder {
  tenant_id: string;
  dashboard_id: string;
  expires_at: string;
  user_id: string;
  email: string;
  role: string;
}

/** The system's connection, because only the token says whose link it is. */
export function findLink(system: Db, hash: Buffer): Promise<LinkHolder | undefined> {
  return system.first(sql`
    select link.tenant_id, link.dashboard_id, link.expires_at, person.id as user_id, person.email, person.role
    from dashboard_links link
    join users person on person.tenant_id = link.tenant_id and person.id = link.user_id
    where link.hash = ${hash} and link.expires_at > app_now() and person.disabled_at is null`);
}
