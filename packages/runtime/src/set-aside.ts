import { newId } from "./ids.ts";
import type { Db } from "./postgres/database.ts";
import { type Sql, sql } from "./postgres/sql.ts";

/** The pauses before each further try of work that failed. After the last one it is set aside, until a person asks for another try. */
const pausesSeconds = [5, 30, 120, 600, 1_800];
export const maxTries = pausesSeconds.length;

export interface FailedWork {
  tenantId: string;
  /** The job's name, or that of the schedule whose row is due. */
  kind: string;
  workId: string;
  error: unknown;
}

/** Notes a failed try, and when the next one is. True when there is none. */
export async function noteFailedTry(db: Db, { tenantId, kind, workId, error }: FailedWork): Promise<boolean> {
  const noted = await db.first<{ retry_at: string | null }>(sql`
    insert into set_aside as work (tenant_id, id, kind, work_id, reason, tries, retry_at)
    values (${tenantId}, ${newId()}, ${kind}, ${workId}, ${reasonOf(error)}, 1, app_now() + make_interval(secs => ${pausesSeconds[0] ?? 0}))
    on conflict (kind, work_id) do update set
      reason = excluded.reason, tries = work.tries + 1, retrying = false,
      retry_at = app_now() + make_interval(secs => (${pausesSeconds}::integer[])[work.tries + 1])
    returning retry_at`);
  return noted?.retry_at === null;
}

/** True for a row that no failed try keeps away. For the query that finds rows that are due. */
export function mayTry(kind: string, workId: Sql): Sql {
  return sql`${workId}::text not in (
    select work_id from set_aside where kind = ${kind} and (retry_at is null or retry_at > app_now()))`;
}

/** Work that a person must look at, over all tenants. */
export async function countSetAside(system: Db): Promise<number> {
  const found = await system.first<{ count: number }>(
    sql`select count(*)::integer as count from (select from set_aside where retry_at is null and not given_up limit 1000) as work`,
  );
  return found?.count ?? 0;
}

/** After a try that worked. */
export async function forgetFailedTries(db: Db, kind: string, workId: string): Promise<void> {
  await db.run(sql`delete from set_aside where kind = ${kind} and work_id = ${workId}`);
}

/** Forgets what was done since, or is no longer there. */
export async function forgetSettled(system: Db): Promise<void> {
  await system.run(sql`
    delete from set_aside work where retrying and exists (
      select from dbos.workflow_status job where job.workflow_uuid = work.work_id and job.status in ('SUCCESS', 'CANCELLED'))`);
  await system.run(sql`delete from set_aside where not retrying and retry_at < app_now() - interval '1 day'`);
}

const longestReason = 500;

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return (message.split("\n")[0] ?? "").slice(0, longestReason) || "It failed without a reason.";
}
