import type { ExecutionTarget, RunPhase, RunStatus, TriggerType } from "@opsplane/contract";
import { type Db, type Sql, sql } from "@opsplane/runtime";
import type { Plan } from "../plan.ts";

export type RunKind = "execution" | "workflow_run";

/** A stored run. */
export interface RunRow {
  tenant_id: string;
  id: string;
  kind: RunKind;
  reference: string;
  subject_id: string;
  subject_name: string;
  subject_version: number;
  plan: Plan;
  status: RunStatus;
  phase: RunPhase;
  dry_run: boolean;
  parameters: Record<string, unknown>;
  secret_parameters: Buffer | null;
  targets: ExecutionTarget[];
  incident_id: string | null;
  request_id: string | null;
  parent_run_id: string | null;
  parent_step_id: string | null;
  trigger: TriggerType | null;
  lock_key: string;
  verified: boolean | null;
  error: string | null;
  started_by: string;
  started_by_id: string | null;
  cancelled_by: string | null;
  cancel_requested: boolean;
  deadline_at: string | null;
  finished_at: string | null;
  output_bytes: number;
  jobs: number;
  version: number;
  created_at: string;
}

const columns = sql`
  tenant_id, id, kind, reference, subject_id, subject_name, subject_version, plan, status, phase, dry_run, parameters, secret_parameters, targets,
  incident_id, request_id, parent_run_id, parent_step_id, trigger, lock_key, verified, error, started_by, started_by_id, cancelled_by,
  cancel_requested, deadline_at, finished_at, output_bytes, jobs, version, created_at`;

/** The incident of a run, as other records show it. */
export const incidentOfRun = sql`(
  select json_build_object('id', incident.id, 'reference', incident.reference, 'title', incident.title, 'severity', incident.severity,
    'status', incident.status)
  from incidents incident where incident.tenant_id = runs.tenant_id and incident.id = runs.incident_id)`;

export function getRun(db: Db, id: string): Promise<RunRow | undefined> {
  return db.first(sql`select ${columns} from runs where id = ${id}`);
}

export function lockRun(db: Db, id: string): Promise<RunRow | undefined> {
  return db.first(sql`select ${columns} from runs where id = ${id} for update`);
}

/** The run that an id or a reference names. */
export function findRun(db: Db, kind: RunKind, idOrReference: string): Promise<RunRow | undefined> {
  return db.first(sql`select ${columns} from runs where kind = ${kind} and ${named(idOrReference)}`);
}

export function lockNamedRun(db: Db, kind: RunKind, idOrReference: string): Promise<RunRow | undefined> {
  return db.first(sql`select ${columns} from runs where kind = ${kind} and ${named(idOrReference)} for update`);
}

export function named(idOrReference: string): Sql {
  return /^(EXE|RUN)-/.test(idOrReference) ? sql`runs.reference = ${idOrReference}` : sql`runs.id = ${idOrReference}`;
}

export interface NewRun
  extends Pick<
    RunRow,
    | "id"
    | "kind"
    | "subject_id"
    | "subject_name"
    | "subject_version"
    | "plan"
    | "dry_run"
    | "parameters"
    | "secret_parameters"
    | "targets"
    | "incident_id"
    | "request_id"
    | "parent_run_id"
    | "parent_step_id"
    | "trigger"
    | "lock_key"
    | "started_by"
    | "started_by_id"
  > {
  deadline_at: Date | null;
}

/** Number, run and steps in one statement. Undefined when another run holds the lock key. */
export function insertRun(db: Db, run: NewRun): Promise<RunRow | undefined> {
  const steps = run.plan.nodes.map(({ id, phase, type, title }, position) => ({ id, position, phase, type, title }));
  return db.first(sql`
    with counter as (
      insert into counters as known (name, value) values (${run.kind}, 1)
      on conflict (tenant_id, name) do update set value = known.value + 1
      returning value
    ), run as (
      insert into runs (id, kind, number, subject_id, subject_name, subject_version, plan, status, dry_run, parameters, secret_parameters,
        targets, incident_id, request_id, parent_run_id, parent_step_id, trigger, lock_key, started_by, started_by_id, deadline_at)
      select ${run.id}, ${run.kind}, value, ${run.subject_id}, ${run.subject_name}, ${run.subject_version}, ${JSON.stringify(run.plan)}::jsonb,
        'running', ${run.dry_run}, ${JSON.stringify(run.parameters)}::jsonb, ${run.secret_parameters}, ${JSON.stringify(run.targets)}::jsonb,
        ${run.incident_id}::uuid, ${run.request_id}::uuid, ${run.parent_run_id}::uuid, ${run.parent_step_id}, ${run.trigger}, ${run.lock_key},
        ${run.started_by}, ${run.started_by_id}::uuid, ${run.deadline_at}::timestamptz
      from counter
      on conflict (tenant_id, lock_key) where lock_key <> '' and status in ('running', 'waiting') do nothing
      returning *
    ), steps as (
      insert into run_steps (run_id, step_id, position, phase, type, title, status)
      select run.id, step.id, step.position, step.phase, step.type, step.title, 'pending'
      from run, jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as step(id text, position integer, phase text, type text, title text)
    )
    select ${columns} from run`);
}

/** True when at least so many runs are open that no other run has started. */
export async function areOpen(db: Db, count: number): Promise<boolean> {
  const last = await db.first(sql`
    select from runs
    where kind in ('execution', 'workflow_run') and status in ('running', 'waiting') and parent_run_id is null
    offset ${count - 1} limit 1`);
  return last !== undefined;
}

/** The open run that holds a lock key. */
export function holderOf(db: Db, lockKey: string): Promise<{ reference: string } | undefined> {
  return db.first(sql`select reference from runs where lock_key = ${lockKey} and status in ('running', 'waiting')`);
}

/** The state of a run after its steps moved on. */
export async function saveState(
  db: Db,
  { id, status, phase, jobs }: Pick<RunRow, "id" | "status" | "phase" | "jobs">,
): Promise<void> {
  await db.run(sql`
    update runs set status = ${status}, phase = ${phase}, jobs = ${jobs}, version = version + 1, updated_at = app_now() where id = ${id}`);
}

export async function countJob(db: Db, id: string, jobs: number): Promise<void> {
  await db.run(sql`update runs set jobs = ${jobs}, version = version + 1, updated_at = app_now() where id = ${id}`);
}

export interface RunEnd {
  id: string;
  status: "succeeded" | "failed" | "cancelled";
  error: string | null;
  verified: boolean | null;
  output: Record<string, unknown>;
}

/** Ends a run. The values of its secrets are no longer needed. */
export async function saveEnd(db: Db, { id, status, error, verified, output }: RunEnd): Promise<void> {
  await db.run(sql`
    update runs set status = ${status}, error = ${error}, verified = ${verified}, output = ${JSON.stringify(output)}::jsonb,
      secret_parameters = null, finished_at = app_now(), version = version + 1, updated_at = app_now()
    where id = ${id}`);
}

export async function requestCancel(db: Db, id: string, by: string): Promise<void> {
  await db.run(sql`
    update runs set cancel_requested = true, cancelled_by = ${by}, version = version + 1, updated_at = app_now() where id = ${id}`);
}

/** Opens a failed run again. False when another run holds its lock key now. */
export async function reopen(db: Db, { id, lock_key, jobs }: RunRow): Promise<boolean> {
  if (lock_key !== "" && (await holderOf(db, lock_key))) return false;
  await db.run(sql`
    update runs set status = 'running', phase = 'main', error = null, verified = null, finished_at = null, jobs = ${jobs},
      version = version + 1, updated_at = app_now()
    where id = ${id}`);
  return true;
}

/** Of these runs, the ones that a person wants to cancel. */
export async function cancelledAmong(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from runs where id = any (${ids}::uuid[]) and (cancel_requested or status not in ('running', 'waiting'))`,
  );
  return rows.map(({ id }) => id);
}

export const overdueRuns = (may: (id: Sql) => Sql) => sql`
  select tenant_id as "tenantId", id, deadline_at as due_at from runs
  where deadline_at <= app_now() and status in ('running', 'waiting') and ${may(sql`id`)}`;
