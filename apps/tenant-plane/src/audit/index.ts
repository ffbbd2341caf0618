import type { AuditEntry, operations } from "@opsplane/contract";
import { all, type HandlersOf, type Sql, sql } from "@opsplane/runtime";
import { readPage } from "../paging.ts";
import { readWindow } from "../window.ts";
import { hidesRefreshes } from "./refreshes.ts";

export const auditHandlers: HandlersOf<typeof operations.audit> = {
  list: ({ db, query, now }) => {
    const { from, to } = readWindow(query, now);
    const { actor, action, target_type, target_id, limit = 50, offset = 0 } = query;
    const where = all([
      hidesRefreshes(query) && sql`action <> 'auth.refresh'`,
      actor !== undefined && beginsWith(sql`actor`, actor),
      action !== undefined && beginsWith(sql`action`, action),
      target_type !== undefined && sql`target_type = ${target_type}`,
      target_id !== undefined && sql`target_id = ${target_id}`,
      from && sql`created_at >= ${from}`,
      to && sql`created_at <= ${to}`,
    ]);
    return readPage<AuditEntry>(db, {
      rows: sql`select id, action, actor_type, actor_id, actor, target_type, target_id, target, outcome, address, user_agent, trace_id,
                       before, after, created_at, created_at as updated_at
                from audit_log
                where id = any (array(select id from audit_log where ${where} order by created_at desc, id desc limit ${limit} offset ${offset}))
                order by created_at desc, id desc`,
      from: sql`audit_log where ${where}`,
      limit,
      offset,
    });
  },
};

/** By the bytes of the text: operators that an index serves under row-level security, unlike `like`. */
function beginsWith(column: Sql, text: string): Sql {
  return sql`${column} ~>=~ ${text} and ${column} ~<~ ${`${text}\u{10ffff}`}`;
}
