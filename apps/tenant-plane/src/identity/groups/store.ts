import type { Group } from "@opsplane/contract";
import { all, type Db, sql } from "@opsplane/runtime";
import { containing, readPage } from "../../records/paging.ts";

const columns = sql`
  id, name, description, version, created_at, updated_at,
  array(select user_id from group_members member where member.tenant_id = groups.tenant_id and member.group_id = groups.id order by user_id) as member_ids`;

export function listGroups(db: Db, { q, limit = 50, offset = 0 }: { q?: string; limit?: number; offset?: number }) {
  const where = all([q !== undefined && sql`name ilike ${containing(q)}`]);
  return readPage<Group>(db, {
    rows: sql`select ${columns} from groups where ${where} order by name, id limit ${limit} offset ${offset}`,
    from: sql`groups where ${where}`,
    limit,
    offset,
  });
}

export function getGroup(db: Db, id: string): Promise<Group | undefined> {
  return db.first(sql`select ${columns} from groups where id = ${id}`);
}

export function lockGroup(db: Db, id: string): Promise<Group | undefined> {
  return db.first(sql`select ${columns} from groups where id = ${id} for update`);
}

export async function insertGroup(db: Db, group: { id: string; name: string; description: string }): Promise<boolean> {
  const made = await db.run(sql`
    insert into groups (id, name, description) values (${group.id}, ${group.name}, ${group.description}) on conflict (tenant_id, name) do nothing`);
  return made === 1;
}

export async function updateGroup(db: Db, group: { id: string; name: string; description: string }): Promise<void> {
  await db.run(sql`
    update groups set name = ${group.name}, description = ${group.description}, version = version + 1, updated_at = app_now() where id = ${group.id}`);
}

/** The foreign key refuses a member who does not exist in this tenant. */
export async function replaceMembers(db: Db, groupId: string, userIds: readonly string[]): Promise<void> {
  await db.run(sql`delete from group_members where group_id = ${groupId} and user_id <> all (${userIds}::uuid[])`);
  await db.run(sql`
    insert into group_members (group_id, user_id) select ${groupId}, unnest(${userIds}::uuid[]) on conflict do nothing`);
}

export async function deleteGroup(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from groups where id = ${id}`);
}
