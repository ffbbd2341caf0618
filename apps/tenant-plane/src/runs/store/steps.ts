import type { Check, RunPhase, RunStepStatus, TargetResult, WaitReason } from "@opsplane/contract";
import { type Db, type DueRow, type Sql, sql } from "@opsplane/runtime";

/** A stored step of a run. */
export interface StepRow {
  id: string;
  position: number;
  phase: RunPhase;
  type: string;
  title: string;
  status: RunStepStatus;
  attempt: number;
  waits_for: WaitReason | null;
  due_at: string | null;
  job_id: string | null;
  started_at: string | null;
  finished_at: string | null;
  error: string | null;
  output: Record<string, unknown>;
  instructions: string | null;
  preview: string | null;
  checks: Check[];
  targets: TargetResult[];
  approval_id: string | null;
  child_id: string | null;
  decided_by: string | null;
}

export const stepColumns = sql`
  step_id as id, position, phase, type, title, status, attempt, waits_for, due_at, job_id, started_at, finished_at, error, output,
  instructions, preview, checks, targets, approval_id, child_id, decided_by`;

export function readSteps(db: Db, runId: string): Promise<StepRow[]> {
  return db.rows(sql`select ${stepColumns} from run_steps where run_id = ${runId} order by position`);
}

/** Takes a step that is due. Two jobs never take the same one. */
export function claimStep(db: Db, runId: string, stepId: string, jobId: string): Promise<StepRow | undefined> {
  return db.first(sql`
    update run_steps set status = 'running', attempt = attempt + 1, job_id = ${jobId}, waits_for = null, due_at = null,
      started_at = coalesce(started_at, app_now()), finished_at = null, error = null
    where run_id = ${runId} and step_id = ${stepId} and status in ('pending', 'queued')
    returning ${stepColumns}`);
}

/** What a result changes in a step. */
export interface StepChange {
  status: RunStepStatus;
  waits_for?: WaitReason | null;
  due_at?: Date | null;
  error?: string | null;
  output?: Record<string, unknown>;
  instructions?: string | null;
  preview?: string | null;
  checks?: readonly Check[];
  targets?: readonly TargetResult[];
  approval_id?: string | null;
  child_id?: string | null;
  decided_by?: string | null;
}

/** Absent fields stay as they are. */
export async function saveStep(db: Db, runId: string, stepId: string, change: StepChange): Promise<void> {
  const keep = (value: unknown) => value === undefined;
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const { status, waits_for = null, due_at = null, output, checks, targets } = change;
  const isOver = ["succeeded", "failed", "skipped", "cancelled"].includes(status);
  await db.run(sql`
    update run_steps set status = ${status}, waits_for = ${waits_for}, due_at = ${due_at}::timestamptz, job_id = null,
      finished_at = case when ${isOver} then app_now() end,
      error = case when ${keep(change.error)} then error else ${change.error ?? null} end,
      output = coalesce(${json(output)}::jsonb, output),
      checks = coalesce(${json(checks)}::jsonb, checks),
      targets = coalesce(${json(targets)}::jsonb, targets),
      instructions = coalesce(${change.instructions ?? null}, instructions),
      preview = coalesce(${change.preview ?? null}, preview),
      approval_id = coalesce(${change.approval_id ?? null}::uuid, approval_id),
      child_id = coalesce(${change.child_id ?? null}::uuid, child_id),
      decided_by = coalesce(${change.decided_by ?? null}, decided_by)
    where run_id = ${runId} and step_id = ${stepId}`);
}

/** Sets the status of several steps that never ran or no longer run. */
export async function setStatus(db: Db, runId: string, ids: readonly string[], status: RunStepStatus): Promise<void> {
  if (ids.length === 0) return;
  const isOver = status === "skipped" || status === "cancelled";
  await db.run(sql`
    update run_steps set status = ${status}, due_at = null, waits_for = null, job_id = null,
      finished_at = case when ${isOver} and started_at is not null then app_now() end
    where run_id = ${runId} and step_id = any (${ids})`);
}

/** As if they had never run. Only the hosts where a command succeeded are kept, so that it does not run there again. */
export async function resetSteps(
  db: Db,
  runId: string,
  ids: readonly string[],
  status: "pending" | "queued",
): Promise<void> {
  await db.run(sql`
    update run_steps set status = ${status}, due_at = null, waits_for = null, job_id = null, started_at = null, finished_at = null,
      error = null, output = '{}', checks = '[]', approval_id = null, child_id = null, decided_by = null, attempt = 0,
      targets = coalesce(
        (select jsonb_agg(target) from jsonb_array_elements(targets) as target where target ->> 'status' = 'succeeded'), '[]')
    where run_id = ${runId} and step_id = any (${ids})`);
}

/** Keeps the result on one host, so that a command never runs there again. */
export async function addTarget(db: Db, runId: string, stepId: string, result: TargetResult): Promise<void> {
  await db.run(sql`
    update run_steps set targets = targets || ${JSON.stringify([result])}::jsonb where run_id = ${runId} and step_id = ${stepId}`);
}

const tailLength = 8 * 1024;

/** Keeps the end of what an agent's command wrote, for later steps. */
export async function noteTail(
  db: Db,
  runId: string,
  stepId: string,
  chunks: readonly { stream: string; text: string }[],
): Promise<void> {
  const of = (wanted: string) =>
    chunks
      .filter(({ stream }) => stream === wanted)
      .map(({ text }) => text)
      .join("");
  await db.run(sql`
    update run_steps set output = output || jsonb_build_object(
      'stdout', right(coalesce(output ->> 'stdout', '') || ${of("stdout")}::text, ${tailLength}),
      'stderr', right(coalesce(output ->> 'stderr', '') || ${of("stderr")}::text, ${tailLength}))
    where run_id = ${runId} and step_id = ${stepId}`);
}

/** Puts a step that could not start back into the queue. */
export async function postpone(db: Db, runId: string, stepId: string, ms: number): Promise<void> {
  await db.run(sql`
    update run_steps set status = 'queued', attempt = greatest(attempt - 1, 0), job_id = null,
      due_at = app_now() + make_interval(secs => ${ms / 1000})
    where run_id = ${runId} and step_id = ${stepId} and status = 'running'`);
}

export interface DueStep extends DueRow {
  runId: string;
  stepId: string;
}

const stepId = sql`run_id::text || ' ' || step_id`;

/** Steps whose time has come. */
export const dueSteps = (may: (id: Sql) => Sql) => sql`
  select tenant_id as "tenantId", ${stepId} as id, run_id as "runId", step_id as "stepId", due_at
  from run_steps where due_at <= app_now() and status in ('queued', 'waiting') and ${may(stepId)}`;

export interface LostStep extends DueStep {
  jobId: string;
  /** Why its job is never tried again. */
  setAside: string | null;
}

/** Running steps whose job no longer exists, because it ended with an error. */
export const lostSteps = (may: (id: Sql) => Sql) => sql`
  select step.tenant_id as "tenantId", ${stepId} as id, run_id as "runId", step_id as "stepId", job_id as "jobId",
    aside.reason as "setAside", step.started_at as due_at
  from run_steps step left join set_aside aside on aside.work_id = step.job_id and aside.retry_at is null
  where status = 'running' and ${may(stepId)} and not exists (
    select from dbos.workflow_status work
    where work.workflow_uuid = step.job_id and work.status in ('ENQUEUED', 'PENDING', 'DELAYED'))`;
