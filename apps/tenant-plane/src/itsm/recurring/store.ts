import type { Page, RecurringChange } from "@opsplane/contract";
import { all, containing, type Db, readPage, sql } from "@opsplane/runtime";

/** The kind of its cron schedules. */
export const cronKind = "recurringChanges.run";

const shortColumns = sql`
  recurring.id, recurring.title, recurring.type, recurring.risk_level, recurring.assigned_to, recurring.ci_ids,
  recurring.workflow_definition_id, recurring.cron, recurring.timezone, recurring.duration_minutes, recurring.lead_days,
  recurring.submit, recurring.enabled, recurring.created_by, recurring.created_at, recurring.updated_at, recurring.version,
  case when person.id is not null then json_build_object('id', person.id, 'name', person.name, 'email', person.email) end as assignee,
  plan.next_slot as next_start, plan.last_run_at, plan.last_error,
  case when last.id is not null then json_build_object('id', last.id, 'reference', last.reference) end as last_change`;

const columns = sql`
  ${shortColumns}, recurring.description, recurring.implementation_plan, recurring.rollback_plan, recurring.test_plan,
  recurring.author_ids`;

const joined = sql`
  recurring_changes recurring
  left join users person on person.tenant_id = recurring.tenant_id and person.id = recurring.assigned_to
  left join cron_schedules plan
    on plan.tenant_id = recurring.tenant_id and plan.kind = ${cronKind} and plan.subject_id = recurring.id
  left join changes last on last.tenant_id = recurring.tenant_id and last.id = recurring.last_change_id`;

/** As it is stored: with the people who wrote its plan. */
export type StoredRecurring = RecurringChange & { author_ids: string[] };

type Listed = Omit<RecurringChange, "description" | "implementation_plan" | "rollback_plan" | "test_plan">;

export function listRecurring(
  db: Db,
  { q, limit = 50, offset = 0 }: { q?: string; limit?: number; offset?: number },
): Promise<Page<Listed>> {
  const where = all([q !== undefined && sql`recurring.title ilike ${containing(q)}`]);
  return readPage<Listed>(db, {
    rows: sql`
      select ${shortColumns} from ${joined} where ${where} order by recurring.title, recurring.id limit ${limit} offset ${offset}`,
    from: sql`recurring_changes recurring where ${where}`,
    limit,
    offset,
  });
}

export function getRecurring(db: Db, id: string): Promise<StoredRecurring | undefined> {
  return db.first(sql`select ${columns} from ${joined} where recurring.id = ${id}`);
}

export function lockRecurring(db: Db, id: string): Promise<StoredRecurring | undefined> {
  return db.first(sql`select ${columns} from ${joined} where recurring.id = ${id} for update of recurring`);
}

export async function countRecurring(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(sql`select count(*)::int as count from recurring_changes`);
  return row?.count ?? 0;
}

export type RecurringFields = Pick<
  StoredRecurring,
  | "id"
  | "title"
  | "description"
  | "type"
  | "risk_level"
  | "implementation_plan"
  | "rollback_plan"
  | "test_plan"
  | "assigned_to"
  | "ci_ids"
  | "workflow_definition_id"
  | "cron"
  | "timezone"
  | "duration_minutes"
  | "lead_days"
  | "submit"
  | "enabled"
  | "author_ids"
>;

export async function insertRecurring(db: Db, wanted: RecurringFields, createdBy: string): Promise<void> {
  await db.run(sql`
    insert into recurring_changes (id, title, description, type, risk_level, implementation_plan, rollback_plan, test_plan,
      assigned_to, ci_ids, workflow_definition_id, cron, timezone, duration_minutes, lead_days, submit, enabled, author_ids, created_by)
    values (${wanted.id}, ${wanted.title}, ${wanted.description}, ${wanted.type}, ${wanted.risk_level}, ${wanted.implementation_plan},
      ${wanted.rollback_plan}, ${wanted.test_plan}, ${wanted.assigned_to}, ${wanted.ci_ids}::uuid[], ${wanted.workflow_definition_id},
      ${wanted.cron}, ${wanted.timezone}, ${wanted.duration_minutes}, ${wanted.lead_days}, ${wanted.submit}, ${wanted.enabled},
      ${wanted.author_ids}::uuid[], ${createdBy})`);
}

export async function updateRecurring(db: Db, next: RecurringFields): Promise<void> {
  await db.run(sql`
    update recurring_changes set title = ${next.title}, description = ${next.description}, type = ${next.type},
      risk_level = ${next.risk_level}, implementation_plan = ${next.implementation_plan}, rollback_plan = ${next.rollback_plan},
      test_plan = ${next.test_plan}, assigned_to = ${next.assigned_to}, ci_ids = ${next.ci_ids}::uuid[],
      workflow_definition_id = ${next.workflow_definition_id}, cron = ${next.cron}, timezone = ${next.timezone},
      duration_minutes = ${next.duration_minutes}, lead_days = ${next.lead_days}, submit = ${next.submit},
      enabled = ${next.enabled}, author_ids = ${next.author_ids}::uuid[], version = version + 1, updated_at = app_now()
    where id = ${next.id}`);
}

export async function deleteRecurring(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from recurring_changes where id = ${id}`);
}

/** A run is no edit: the version stays. */
export async function setLastChange(db: Db, id: string, changeId: string): Promise<void> {
  await db.run(sql`update recurring_changes set last_change_id = ${changeId} where id = ${id}`);
}

/** Those of the items that still exist. */
export async function existingItems(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from config_items where id = any (${ids}::uuid[]) order by id`,
  );
  return rows.map(({ id }) => id);
}

/** The user, if work can still be assigned to them. */
export async function activeUser(db: Db, id: string): Promise<string | null> {
  const row = await db.first<{ id: string }>(sql`select id from users where id = ${id} and disabled_at is null`);
  return row?.id ?? null;
}
