import { listedText, type Page, type Workflow, type WorkflowContent, type WorkflowListItem } from "@opsplane/contract";
import { all, containing, type Db, readPage, sql } from "@opsplane/runtime";

/** The kind of its cron schedules. */
export const cronKind = "workflows.run";

/** A workflow as it is stored, without what is computed from its content. */
export type StoredWorkflow = Omit<Workflow, "warnings" | "webhook_url"> & { has_secret: boolean };

/** The newest runs that figures are made from, so that the cost has a bound. */
const maxCountedRuns = 1_000;

const shortColumns = sql`
  workflow.id, workflow.name, workflow.enabled, workflow.created_by, workflow.updated_by, workflow.created_at, workflow.updated_at,
  workflow.version, workflow.content -> 'triggers' as triggers, workflow.content -> 'timeout_seconds' as timeout_seconds,
  workflow.content -> 'saved_minutes' as saved_minutes,
  (select min(next_slot) from cron_schedules plan
   where plan.tenant_id = workflow.tenant_id and plan.kind = ${cronKind} and plan.subject_id = workflow.id) as next_run_at,
  (select json_build_object('id', run.id, 'reference', run.reference, 'status', run.status,
     'created_at', to_char(run.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
   from runs run where run.tenant_id = workflow.tenant_id and run.subject_id = workflow.id order by run.id desc limit 1) as last_run,
  (select json_build_object('total', count(*), 'succeeded', count(*) filter (where run.status = 'succeeded'),
     'failed', count(*) filter (where run.status = 'failed'))
   from (
     select status, created_at from runs
     where runs.tenant_id = workflow.tenant_id and runs.subject_id = workflow.id order by runs.id desc limit ${maxCountedRuns}
   ) run
   where run.created_at > app_now() - interval '90 days') as runs`;

const columns = sql`
  ${shortColumns}, workflow.description, workflow.webhook_secret is not null as has_secret, workflow.content -> 'inputs' as inputs,
  workflow.content -> 'outputs' as outputs, workflow.content -> 'steps' as steps, workflow.content -> 'edges' as edges`;

export interface WorkflowFilter {
  q?: string;
  enabled?: boolean;
  limit: number;
  offset: number;
}

export function listWorkflows(db: Db, filter: WorkflowFilter): Promise<Page<WorkflowListItem>> {
  const words = filter.q?.trim() ?? "";
  const where = all([
    words !== "" && sql`(workflow.name ilike ${containing(words)} or workflow.description ilike ${containing(words)})`,
    filter.enabled !== undefined && sql`workflow.enabled = ${filter.enabled}`,
  ]);
  return readPage(db, {
    rows: sql`
      select ${shortColumns}, left(workflow.description, ${listedText}) as description,
        jsonb_array_length(workflow.content -> 'steps') as step_count
      from workflows workflow where ${where} order by lower(workflow.name), workflow.id limit ${filter.limit} offset ${filter.offset}`,
    from: sql`workflows workflow where ${where}`,
    limit: filter.limit,
    offset: filter.offset,
  });
}

export function getWorkflow(db: Db, id: string): Promise<StoredWorkflow | undefined> {
  return db.first(sql`select ${columns} from workflows workflow where workflow.id = ${id}`);
}

/** What a start needs. Figures about earlier runs are not read. */
export type StartableWorkflow = WorkflowContent & { id: string; version: number };

export function startableWorkflow(db: Db, id: string): Promise<StartableWorkflow | undefined> {
  return db.first(sql`
    select id, version, name, description, enabled, content -> 'inputs' as inputs, content -> 'outputs' as outputs,
      content -> 'steps' as steps, content -> 'edges' as edges, content -> 'triggers' as triggers,
      content -> 'timeout_seconds' as timeout_seconds, content -> 'saved_minutes' as saved_minutes
    from workflows where id = ${id}`);
}

export function lockWorkflow(db: Db, id: string): Promise<StoredWorkflow | undefined> {
  return db.first(sql`select ${columns} from workflows workflow where workflow.id = ${id} for update of workflow`);
}

export async function countWorkflows(db: Db): Promise<number> {
  const row = await db.first<{ count: number }>(sql`select count(*)::int as count from workflows`);
  return row?.count ?? 0;
}

function bodyOf(content: WorkflowContent): string {
  const { inputs, outputs, steps, edges, triggers, timeout_seconds, saved_minutes } = content;
  return JSON.stringify({ inputs, outputs, steps, edges, triggers, timeout_seconds, saved_minutes });
}

const typesOf = ({ triggers }: WorkflowContent) => [...new Set(triggers.map(({ type }) => type))];

export async function insertWorkflow(db: Db, id: string, content: WorkflowContent, by: string): Promise<void> {
  const { name, description, enabled } = content;
  await db.run(sql`
    insert into workflows (id, name, description, enabled, trigger_types, content, created_by, updated_by)
    values (${id}, ${name}, ${description}, ${enabled}, ${typesOf(content)}, ${bodyOf(content)}, ${by}, ${by})`);
  await keepVersion(db, id, content, by);
}

export async function updateWorkflow(db: Db, id: string, content: WorkflowContent, by: string): Promise<void> {
  const { name, description, enabled } = content;
  await db.run(sql`
    update workflows set name = ${name}, description = ${description}, enabled = ${enabled}, trigger_types = ${typesOf(content)},
      content = ${bodyOf(content)}, updated_by = ${by}, version = version + 1, updated_at = app_now()
    where id = ${id}`);
  await keepVersion(db, id, content, by);
}

async function keepVersion(db: Db, id: string, content: WorkflowContent, by: string): Promise<void> {
  await db.run(sql`
    insert into workflow_versions (workflow_id, version, content, created_by)
    select id, version, ${JSON.stringify(content)}, ${by} from workflows where id = ${id}`);
}

export async function deleteWorkflow(db: Db, id: string): Promise<void> {
  await db.run(sql`delete from workflows where id = ${id}`);
}

export async function hasRuns(db: Db, id: string): Promise<boolean> {
  return (await db.first(sql`select from runs where subject_id = ${id} limit 1`)) !== undefined;
}

export async function setSecret(db: Db, id: string, sealed: Buffer): Promise<void> {
  await db.run(sql`
    update workflows set webhook_secret = ${sealed}, updated_at = app_now() where id = ${id}`);
}

export interface Version {
  version: number;
  content: WorkflowContent;
  created_by: string;
  created_at: string;
}

export function listVersions(
  db: Db,
  id: string,
  { limit = 50, offset = 0 }: { limit?: number; offset?: number },
): Promise<Page<Version>> {
  return readPage(db, {
    rows: sql`
      select version, content, created_by, created_at from workflow_versions
      where workflow_id = ${id} order by version desc limit ${limit} offset ${offset}`,
    from: sql`workflow_versions where workflow_id = ${id}`,
    limit,
    offset,
  });
}

/** The enabled workflows that a kind of trigger starts. A tenant has few workflows, so this reads them all. */
export async function triggeredBy(db: Db, type: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    sql`select id from workflows where enabled and ${type} = any (trigger_types) order by id limit 500`,
  );
  return rows.map(({ id }) => id);
}

/** The workflow that a webhook names. Its address names no tenant, so all tenants are searched. */
export function hookedWorkflow(
  system: Db,
  id: string,
): Promise<{ tenant_id: string; webhook_secret: Buffer } | undefined> {
  return system.first(sql`
    select tenant_id, webhook_secret from workflows
    where id = ${id} and webhook_secret is not null and 'webhook' = any (trigger_types)`);
}

/** False when a webhook with this id was received before. */
export async function noteCall(db: Db, workflowId: string, messageId: string): Promise<boolean> {
  const made = await db.run(sql`
    insert into workflow_calls (workflow_id, message_id) values (${workflowId}, ${messageId}) on conflict do nothing`);
  return made === 1;
}

/** The ids of runbooks that exist. */
export async function knownRunbooks(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select id from runbooks where id = any (${ids}::uuid[])`);
  return rows.map(({ id }) => id);
}
