import type { Group, Page } from "@opsplane/contract";
import { type Db, listNamed, type NameQuery, sql } from "@opsplane/runtime";

const columns = sql`
  id, name, description, version, created_at, updated_at,
  array(select user_id from group_members member where member.tenant_id = groups.tenant_id and member.group_id = groups.id order by user_id) as member_ids`;

export function listGroups(db: Db, query: NameQuery): Promise<Page<Group>> {
  return listNamed(db, { columns, table: sql`groups`, order: sql`name, id` }, query);
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
