import type { Notice } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

const columns = sql`text, level, ends_at, updated_by, updated_at, version`;

export function readNotice(db: Db): Promise<Notice | undefined> {
  return db.first(sql`select ${columns} from notices`);
}

export function lockNotice(db: Db): Promise<Notice | undefined> {
  return db.first(sql`select ${columns} from notices for update`);
}

export function saveNotice(
  db: Db,
  { text, level, ends_at }: Pick<Notice, "text" | "level" | "ends_at">,
  updatedBy: string,
): Promise<Notice | undefined> {
  return db.first(sql`
    insert into notices as known (text, level, ends_at, updated_by) values (${text}, ${level}, ${ends_at}, ${updatedBy})
    on conflict (tenant_id) do update
    set text = excluded.text, level = excluded.level, ends_at = excluded.ends_at, updated_by = excluded.updated_by,
        updated_at = app_now(), version = known.version + 1
    returning ${columns}`);
}

export async function deleteNotice(db: Db): Promise<void> {
  await db.run(sql`delete from notices`);
}
