import type { HistoryEntry, Page } from "@opsplane/contract";
import { type Db, listedChanges, newId, readPage, sql } from "@opsplane/runtime";
import type { Changes } from "../rules.ts";

interface NewEntry {
  item: { id: string; version: number };
  action: HistoryEntry["action"];
  changes: Changes;
}

export async function addHistory(db: Db, actor: string, entries: readonly NewEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ item, action, changes }) => ({
    id: newId(),
    ci_id: item.id,
    action,
    version: item.version,
    changes,
  }));
  await db.run(sql`
    insert into ci_history (id, ci_id, action, actor, version, changes)
    select id, ci_id, action, ${actor}, version, changes
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(id uuid, ci_id uuid, action text, version integer, changes jsonb)`);
}

export function listHistory(
  db: Db,
  itemId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<HistoryEntry>> {
  return readPage(db, {
    rows: sql`select id, ci_id, action, actor, version, ${listedChanges(sql`changes`)} as changes, created_at, created_at as updated_at from ci_history
        where ci_id = ${itemId} order by created_at desc, id desc limit ${limit} offset ${offset}`,
    from: sql`ci_history where ci_id = ${itemId}`,
    limit,
    offset,
  });
}
