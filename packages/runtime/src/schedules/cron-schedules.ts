import type { Log } from "../log.ts";
import type { Database, Db } from "../postgres/database.ts";
import { sql } from "../postgres/sql.ts";
import type { AutomationWriter, WriteScope } from "../write-scope.ts";
import { type CronTime, slotAtOrBefore, slotsAfter } from "./cron.ts";
import type { Schedule } from "./schedule.ts";

/** What a tenant's own schedules of one kind do. */
export interface CronJob {
  /** `feature.work`; also the action in the audit log. */
  readonly kind: string;
  /**
   * Runs in the transaction that moves the schedule on, so each slot runs once. Long work belongs into a workflow that
   * an event of this write starts. `false`: there was nothing to do, and no audit record is written.
   */
  run(write: WriteScope, run: CronRun): Promise<undefined | false>;
}

export interface CronRun {
  readonly tenantId: string;
  readonly subjectId: string;
  /** The time that this run is for. */
  readonly slot: Date;
}

export interface CronPlan extends CronTime {
  /** A run starts this long before its slot. */
  leadSeconds: number;
  enabled: boolean;
}

/** What people see of a schedule. */
export interface CronState {
  next_slot: string | null;
  last_slot: string | null;
  last_run_at: string | null;
  last_error: string | null;
}

/** Sets when a subject runs. A plan that did not change keeps its next slot; no slot runs again because of a new plan. */
export async function planCron(db: Db, kind: string, subjectId: string, plan: CronPlan, now: Date): Promise<void> {
  const { cron, timezone, leadSeconds, enabled } = plan;
  const known = await db.first<{ last_slot: string | null }>(
    sql`select last_slot from cron_schedules where kind = ${kind} and subject_id = ${subjectId} for update`,
  );
  const after = new Date(Math.max(now.getTime(), Date.parse(known?.last_slot ?? "") || 0));
  const next = enabled ? (slotsAfter(plan, after, 1)[0] ?? null) : null;
  await db.run(sql`
    insert into cron_schedules as known (kind, subject_id, cron, timezone, lead_seconds, next_slot, due_at)
    values (${kind}, ${subjectId}, ${cron}, ${timezone}, ${leadSeconds}, ${next}, ${dueAt(next, leadSeconds)})
    on conflict (tenant_id, kind, subject_id) do update
    set cron = excluded.cron, timezone = excluded.timezone, lead_seconds = excluded.lead_seconds,
        next_slot = excluded.next_slot, due_at = excluded.due_at, attempts = 0, last_error = null
    where (known.cron, known.timezone, known.lead_seconds, known.next_slot is null)
          is distinct from (excluded.cron, excluded.timezone, excluded.lead_seconds, excluded.next_slot is null)`);
}

/** A run locks its schedule before its subject. A write that locks the subject too must take them in the same order. */
export async function lockCron(db: Db, kind: string, subjectId: string): Promise<void> {
  await db.run(sql`select from cron_schedules where kind = ${kind} and subject_id = ${subjectId} for update`);
}

export async function removeCron(db: Db, kind: string, subjectId: string): Promise<void> {
  await db.run(sql`delete from cron_schedules where kind = ${kind} and subject_id = ${subjectId}`);
}

export interface CronOptions {
  database: Database;
  asAutomation: AutomationWriter;
  jobs: readonly CronJob[];
  log: Log;
  /** False for a tenant whose license or subscription allows no writes: its slots pass without a run. */
  mayRun(tenantId: string): Promise<boolean>;
}

const batch = 200;
const maxAttempts = 5;
const firstRetrySeconds = 60;

interface DueRow extends CronTime {
  tenant_id: string;
  kind: string;
  subject_id: string;
  lead_seconds: number;
  next_slot: string;
  attempts: number;
}

/** Runs every tenant's schedules that are due. Tenants take turns, so that one with many does not hold up the others. */
export function cronSchedule(options: CronOptions): Schedule {
  const { database, jobs } = options;
  const kinds = jobs.map(({ kind }) => kind);
  return {
    name: "cron",
    everyMs: 5_000,
    runsOn: "one-worker",
    run: async ({ now, signal }) => {
      // A run may leave its schedule due again: slots within its lead each get one.
      for (let found = 1; found > 0; ) {
        const due = await database.system.rows<DueRow>(sql`
          select tenant_id, kind, subject_id, cron, timezone, lead_seconds, next_slot, attempts
          from (
            select *, row_number() over (partition by tenant_id order by due_at) as turn
            from cron_schedules where due_at <= app_now() and kind = any (${kinds})
          ) as waiting
          order by turn, due_at limit ${batch}`);
        for (const row of due) {
          signal.throwIfAborted();
          await runDue(options, row, now);
        }
        found = due.length;
      }
    },
  };
}

async function runDue(
  { database, asAutomation, jobs, log, mayRun }: CronOptions,
  row: DueRow,
  now: Date,
): Promise<void> {
  const job = jobs.find(({ kind }) => kind === row.kind);
  if (!job) return;
  const { tenant_id: tenantId, kind, subject_id: subjectId } = row;
  const slot = slotToRun(row, now);
  try {
    const isAllowed = await mayRun(tenantId);
    await asAutomation(tenantId, kind, async (write) => {
      // Another instance ran it, or a person changed it since it was found.
      if (!(await moveOn(write.db, row, slot))) return false;
      return isAllowed ? job.run(write, { tenantId, subjectId, slot }) : false;
    });
  } catch (error) {
    log.warn({ kind, tenant: tenantId, subject: subjectId, error: String(error) }, "a tenant's schedule failed");
    await database.inTenant(tenantId, (tx) => noteFailure(tx, row, slot, error));
  }
}

/** Slots that were missed run once, as the last of them. A slot that is still to come is never skipped. */
function slotToRun(row: DueRow, now: Date): Date {
  const next = new Date(row.next_slot);
  const latest = slotAtOrBefore(row, now);
  return latest && latest > next ? latest : next;
}

/** Sets the slot after the one that runs. False: the schedule was changed since it was found. */
async function moveOn(db: Db, row: DueRow, slot: Date): Promise<boolean> {
  const next = slotsAfter(row, slot, 1)[0] ?? null;
  const moved = await db.run(sql`
    update cron_schedules
    set next_slot = ${next}, due_at = ${dueAt(next, row.lead_seconds)}, attempts = 0,
        last_slot = ${slot}, last_run_at = app_now(), last_error = null
    where ${isSame(row)}`);
  return moved === 1;
}

/** Tries the slot again later, and gives it up after some attempts. */
async function noteFailure(db: Db, row: DueRow, slot: Date, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  if (row.attempts + 1 >= maxAttempts) {
    await moveOn(db, row, slot);
    await db.run(sql`
      update cron_schedules set last_error = ${reason} where kind = ${row.kind} and subject_id = ${row.subject_id}`);
    return;
  }
  const waitSeconds = firstRetrySeconds * 2 ** row.attempts;
  await db.run(sql`
    update cron_schedules
    set attempts = attempts + 1, due_at = app_now() + make_interval(secs => ${waitSeconds}), last_error = ${reason}
    where ${isSame(row)}`);
}

function isSame({ kind, subject_id, next_slot, cron, timezone }: DueRow) {
  return sql`kind = ${kind} and subject_id = ${subject_id} and next_slot = ${next_slot} and cron = ${cron} and timezone = ${timezone}`;
}

function dueAt(slot: Date | null, leadSeconds: number): Date | null {
  return slot && new Date(slot.getTime() - leadSeconds * 1000);
}
