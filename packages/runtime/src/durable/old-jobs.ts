import type { Db } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";

const keptDays = 7;
const batch = 5_000;

/**
 * Deletes jobs that ended a week ago, which is enough for troubleshooting: the engine keeps them forever, and their inputs and results
 * in tables of their own. Failed work that waits for a person stays.
 */
export async function deleteOldJobs(system: Db): Promise<void> {
  const before = sql`(extract(epoch from now()) - ${keptDays * 86_400}) * 1000`;
  for (let deleted = batch; deleted === batch; )
    deleted = await system.run(sql`
      delete from dbos.workflow_status where workflow_uuid = any (array(
        select workflow_uuid from dbos.workflow_status job
        where status in ('SUCCESS', 'ERROR', 'CANCELLED', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED') and updated_at < ${before}
          and not exists (select from set_aside where work_id = job.workflow_uuid)
        limit ${batch}))`);
  for (const table of [sql`workflow_input`, sql`workflow_output`, sql`operation_outputs`])
    for (let deleted = batch; deleted === batch; )
      deleted = await system.run(sql`
        delete from dbos.${table} where ctid = any (array(
          select part.ctid from dbos.${table} part
          where retention_timestamp < ${before}
            and not exists (select from dbos.workflow_status job where job.workflow_uuid = part.workflow_uuid)
          limit ${batch}))`);
}
