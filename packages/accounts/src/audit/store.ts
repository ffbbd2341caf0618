import type { AuditEntry, Page } from "@opsplane/contract";
import { all, type Db, inRange, listedSnapshot, readPage, type Sql, sql, type TimeRange } from "@opsplane/runtime";

const shortColumns = sql`id, action, actor_type, actor_id, actor, target_type, target_id, target, outcome, address, user_agent, trace_id,
                         created_at, created_at as updated_at`;

export interface AuditFilter extends TimeRange {
  /** The beginning of it. */
  actor?: string;
  /** The beginning of it. */
  action?: string;
  target_type?: string;
  target_id?: string;
  withoutRefreshes: boolean;
  limit: number;
  offset: number;
}

export function listEntries(db: Db, filter: AuditFilter): Promise<Page<AuditEntry>> {
  const { actor, action, target_type, target_id, limit, offset } = filter;
  const where = all([
    filter.withoutRefreshes && sql`action <> 'auth.refresh'`,
    actor !== undefined && beginsWith(sql`actor`, actor),
    action !== undefined && beginsWith(sql`action`, action),
    target_type !== undefined && sql`target_type = ${target_type}`,
    target_id !== undefined && sql`target_id = ${target_id}`,
    ...inRange(sql`created_at`, filter),
  ]);
  return readPage(db, {
    rows: sql`select ${shortColumns}, was.fields as before, became.fields as after, was.is_cut or became.is_cut as shortened
              from audit_log, lateral (${listedSnapshot(sql`before`)}) was, lateral (${listedSnapshot(sql`after`)}) became
              where id = any (array(select id from audit_log where ${where} order by created_at desc, id desc limit ${limit} offset ${offset}))
              order by created_at desc, id desc`,
    from: sql`audit_log where ${where}`,
    limit,
    offset,
  });
}

export function getEntry(db: Db, id: string): Promise<AuditEntry | undefined> {
  return db.first(sql`select ${shortColumns}, before, after, false as shortened from audit_log where id = ${id}`);
}

/** A prefix condition on the bytes of the text. Unlike `like`, its operators can use an index under row-level security. */
function beginsWith(column: Sql, text: string): Sql {
  return sql`${column} ~>=~ ${text} and ${column} ~<~ ${`${text}\u{10ffff}`}`;
}
