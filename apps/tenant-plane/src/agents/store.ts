import type { AgentCapability, agentJobStatuses } from "@opsplane/contract";
import { type Db, newId, type Sql, sql } from "@opsplane/runtime";

export interface AgentJobRow {
  id: string;
  agent: string;
  capability: AgentCapability;
  run_id: string;
  step_id: string;
  target: string;
  command: string;
  stdin: Buffer | null;
  /** Output that the next part may show to be a secret, sealed. */
  held: Buffer | null;
  timeout_seconds: number;
  status: (typeof agentJobStatuses)[number];
  claim_hash: Buffer | null;
  claimed_at: string | null;
  last_seq: number;
  exit_code: number | null;
  error: string | null;
  cancel_requested: boolean;
  created_at: string;
}

const columns = sql`
  id, agent, capability, run_id, step_id, target, command, stdin, held, timeout_seconds, status, claim_hash, claimed_at, last_seq, exit_code,
  error, cancel_requested, created_at`;

export interface NewJob {
  agent: string;
  runId: string;
  stepId: string;
  target: string;
  command: string;
  stdin: Buffer | null;
  timeoutSeconds: number;
}

export async function insertJob(db: Db, job: NewJob, waitSeconds: number): Promise<void> {
  await db.run(sql`
    insert into agent_jobs (id, agent, capability, run_id, step_id, target, command, stdin, timeout_seconds, status, lease_until)
    values (${newId()}, ${job.agent}, 'command', ${job.runId}, ${job.stepId}, ${job.target}, ${job.command}, ${job.stdin},
      ${job.timeoutSeconds}, 'queued', app_now() + make_interval(secs => ${waitSeconds}))`);
}

/** The token with which an agent can claim commands, and when it was last in use; undefined when there is none. */
export function agentToken(
  db: Db,
  agent: string,
): Promise<{ last_used_at: string | null; silent: boolean } | undefined> {
  return db.first(sql`
    select last_used_at, coalesce(last_used_at < app_now() - interval '5 minutes', true) as silent from collectors
    where name = ${agent} and 'command' = any (capabilities) and revoked_at is null
      and (expires_at is null or expires_at > app_now())
    order by last_used_at desc nulls last limit 1`);
}

/** Gives out the oldest queued jobs. Two agents never get the same one. */
export function claimJobs(
  db: Db,
  wanted: {
    agent: string;
    capabilities: readonly string[];
    limit: number;
    claimHash: Buffer;
    by: string;
    leaseSeconds: number;
  },
): Promise<AgentJobRow[]> {
  return db.rows(sql`
    update agent_jobs set status = 'claimed', claim_hash = ${wanted.claimHash}, claimed_by = ${wanted.by}, claimed_at = app_now(),
      lease_until = app_now() + make_interval(secs => ${wanted.leaseSeconds})
    where (tenant_id, id) in (
      select tenant_id, id from agent_jobs
      where agent = ${wanted.agent} and status = 'queued' and capability = any (${wanted.capabilities}) and lease_until > app_now()
      order by id limit ${wanted.limit} for update skip locked
    )
    returning ${columns}`);
}

export function lockJob(db: Db, id: string): Promise<AgentJobRow | undefined> {
  return db.first(sql`select ${columns} from agent_jobs where id = ${id} for update`);
}

export async function renewLease(db: Db, id: string, leaseSeconds: number): Promise<void> {
  await db.run(sql`
    update agent_jobs set lease_until = app_now() + make_interval(secs => ${leaseSeconds}) where id = ${id}`);
}

export async function notePart(db: Db, id: string, seq: number, held: Buffer | null): Promise<void> {
  await db.run(sql`update agent_jobs set last_seq = ${seq}, held = ${held} where id = ${id}`);
}

export interface JobEnd {
  status: "succeeded" | "failed" | "cancelled" | "lost" | "expired";
  exitCode: number | null;
  error: string | null;
}

export async function saveJobEnd(db: Db, id: string, { status, exitCode, error }: JobEnd): Promise<void> {
  await db.run(sql`
    update agent_jobs set status = ${status}, exit_code = ${exitCode}, error = ${error}, stdin = null, held = null,
      finished_at = app_now()
    where id = ${id}`);
}

/** Withdraws the queued jobs of a run, and marks the claimed ones, so that their agents stop. */
export async function cancelJobs(db: Db, runId: string): Promise<void> {
  await db.run(sql`
    update agent_jobs set cancel_requested = true, stdin = null, status = case status when 'queued' then 'cancelled' else status end,
      finished_at = case status when 'queued' then app_now() end
    where run_id = ${runId} and status in ('queued', 'claimed')`);
}

export const overdueJobs = (may: (id: Sql) => Sql) => sql`
  select tenant_id as "tenantId", id, lease_until as due_at from agent_jobs
  where lease_until <= app_now() and status in ('queued', 'claimed') and ${may(sql`id`)}`;

export async function referencesOf(db: Db, runIds: readonly string[]): Promise<Map<string, string>> {
  if (runIds.length === 0) return new Map();
  const rows = await db.rows<{ id: string; reference: string }>(
    sql`select id, reference from runs where id = any (${runIds}::uuid[])`,
  );
  return new Map(rows.map(({ id, reference }) => [id, reference]));
}
