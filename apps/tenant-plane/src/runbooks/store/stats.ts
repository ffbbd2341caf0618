import type { RunbookStats } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";

export const noStats: RunbookStats = {
  executions: 0,
  succeeded: 0,
  failed: 0,
  cancelled: 0,
  verified: 0,
  not_verified: 0,
  median_seconds: null,
  last_at: null,
};

const since = sql`app_now() - interval '90 days'`;

/** At most this many of a runbook's newest executions are looked at, so that the cost has a bound. */
const maxExecutions = 1_000;

/** How the executions of these runbooks ended in the last 90 days. One statement for a whole list. */
export async function statsOf(db: Db, runbookIds: readonly string[]): Promise<Map<string, RunbookStats>> {
  if (runbookIds.length === 0) return new Map();
  const rows = await db.rows<RunbookStats & { subject_id: string }>(sql`
    select wanted.id as subject_id, count(*) as executions, count(*) filter (where run.status = 'succeeded') as succeeded,
      count(*) filter (where run.status = 'failed') as failed, count(*) filter (where run.status = 'cancelled') as cancelled,
      count(*) filter (where run.verified) as verified, count(*) filter (where not run.verified) as not_verified,
      percentile_cont(0.5) within group (order by extract(epoch from run.finished_at - run.created_at))
        filter (where run.status = 'succeeded')::float8 as median_seconds,
      max(run.created_at) as last_at
    from unnest(${runbookIds}::uuid[]) as wanted(id)
    cross join lateral (
      select status, verified, created_at, finished_at, dry_run from runs
      where runs.subject_id = wanted.id order by runs.id desc limit ${maxExecutions}
    ) run
    where not run.dry_run and run.created_at > ${since}
    group by wanted.id`);
  return new Map(rows.map(({ subject_id, ...stats }) => [subject_id, stats]));
}

export interface StepStats {
  id: string;
  title: string;
  runs: number;
  succeeded: number;
  failed: number;
  skipped: number;
  median_seconds: number | null;
}

export function stepStatsOf(db: Db, runbookId: string): Promise<StepStats[]> {
  return db.rows(sql`
    with newest as (
      select tenant_id, id from runs
      where kind = 'execution' and subject_id = ${runbookId} and not dry_run and created_at > ${since} order by id desc limit ${maxExecutions}
    )
    select step.step_id as id, max(step.title) as title, count(*) filter (where step.status in ('succeeded', 'failed')) as runs,
      count(*) filter (where step.status = 'succeeded') as succeeded, count(*) filter (where step.status = 'failed') as failed,
      count(*) filter (where step.status = 'skipped') as skipped,
      percentile_cont(0.5) within group (order by extract(epoch from step.finished_at - step.started_at))
        filter (where step.status = 'succeeded')::float8 as median_seconds
    from newest join run_steps step on step.tenant_id = newest.tenant_id and step.run_id = newest.id
    group by step.step_id order by min(step.position), step.step_id`);
}
