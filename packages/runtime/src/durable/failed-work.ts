import type { Log } from "../log.ts";
import type { Database, Db, Transaction } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";
import type { Schedule } from "../schedules/schedule.ts";
import { forgetSettled, maxTries, noteFailedTry } from "../set-aside.ts";
import type { Workflow } from "./workflow.ts";

const most = 200;

interface Failed {
  id: string;
  workflow: string;
  tenant: string;
  error: string | null;
  /** Its next try is due. */
  is_due: boolean;
}

/** Tries jobs that failed again. Their finished steps do not run again. */
export function failedWork(given: { database: Database; log: Log }, workflows: readonly Workflow[]): Schedule {
  const names = workflows.map(({ name }) => name);
  return {
    name: "work.failed",
    everyMs: 5_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      for (let found = most; found === most && !signal.aborted; )
        found = await given.database.inSystem((tx) => tryAgain(tx, given.log, names));
      await forgetSettled(given.database.system);
    },
  };
}

async function tryAgain(tx: Transaction, log: Log, names: readonly string[]): Promise<number> {
  const failed = await tx.rows<Failed>(sql`
    select job.workflow_uuid as id, job.name as workflow, coalesce(job.queue_partition_key, '') as tenant, outcome.error,
      coalesce(work.retry_at <= app_now() and not work.retrying, false) as is_due
    from dbos.workflow_status job left join dbos.workflow_output outcome using (workflow_uuid) left join set_aside work on work.kind = job.name and work.work_id = job.workflow_uuid
    where job.status = 'ERROR' and job.name = any (${names}::text[])
      and (work.work_id is null or work.retrying or work.retry_at <= app_now())
    order by job.created_at limit ${most} for update of job skip locked`);
  for (const { id, workflow, tenant, error } of failed.filter(({ is_due }) => !is_due)) {
    const isLast = await noteFailedTry(tx, { tenantId: tenant, kind: workflow, workId: id, error: messageOf(error) });
    log.error(
      { tenant, work: workflow, id, isLast },
      "a job failed, and is tried again later unless this was its last try",
    );
  }
  await giveBackFailed(
    tx,
    failed.filter(({ is_due }) => is_due).map(({ id }) => id),
  );
  return failed.length;
}

/** The engine remembers the error of a step and would only repeat it, so that memory is deleted. */
async function giveBackFailed(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    sql`delete from dbos.operation_outputs where workflow_uuid = any (${ids}::text[]) and error is not null`,
  );
  await tx.run(sql`
    update dbos.workflow_status set status = 'ENQUEUED', error = null, output = null, started_at_epoch_ms = null, completed_at = null,
      owner_xid = null, recovery_attempts = 0, updated_at = (extract(epoch from now()) * 1000)::bigint,
      queue_partition_key = coalesce(queue_partition_key, '-')
    where workflow_uuid = any (${ids}::text[]) and status in ('ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')`);
  await tx.run(sql`update set_aside set retrying = true, retry_at = app_now() where work_id = any (${ids}::text[])`);
}

/** Tries failed work once more, now: the job at once, a row that is due at the next look. */
export async function retryNow(tx: Db, { kind, work_id }: { kind: string; work_id: string }): Promise<void> {
  await tx.run(sql`
    update set_aside set retry_at = app_now(), tries = greatest(tries, ${maxTries})
    where kind = ${kind} and work_id = ${work_id}`);
  await giveBackFailed(tx, await jobsNamed(tx, kind, work_id));
}

/** Never tries it again. A row that is due keeps its note, because without it the row would be tried. */
export async function giveUp(tx: Db, { kind, work_id }: { kind: string; work_id: string }): Promise<void> {
  const jobs = await jobsNamed(tx, kind, work_id);
  if (jobs.length === 0)
    await tx.run(sql`
      update set_aside set given_up = true, retry_at = null where kind = ${kind} and work_id = ${work_id}`);
  else {
    await tx.run(sql`
      update dbos.workflow_status set status = 'CANCELLED' where workflow_uuid = any (${jobs}::text[])`);
    await tx.run(sql`delete from set_aside where kind = ${kind} and work_id = ${work_id}`);
  }
}

async function jobsNamed(tx: Db, kind: string, id: string): Promise<string[]> {
  const found = await tx.rows<{ id: string }>(sql`
    select workflow_uuid as id from dbos.workflow_status
    where workflow_uuid = ${id} and name = ${kind} and status in ('ERROR', 'MAX_RECOVERY_ATTEMPTS_EXCEEDED')`);
  return found.map((each) => each.id);
}

/** The engine stores errors as JSON. */
function messageOf(error: string | null): string {
  try {
    const { json, message = json?.message } = JSON.parse(error ?? "") as {
      json?: { message?: string };
      message?: string;
    };
    return message ?? "It failed without a reason.";
  } catch {
    return error ?? "It failed without a reason.";
  }
}
