import type { Execution, ExecutionListItem, Page, RunStep } from "@opsplane/contract";
import { all, type Db, type Sql, sql } from "@opsplane/runtime";
import { containing, isOneOf, readPage } from "../../records/paging.ts";
import { incidentOfRun, named, readSteps, type StepRow } from "../../runs/index.ts";

const shortColumns = sql`
  runs.id, runs.reference, runs.subject_id as runbook_id, runs.subject_name as runbook_name, runs.subject_version as runbook_version,
  runs.status, runs.dry_run, runs.request_id, runs.parent_run_id as workflow_run_id, runs.verified, runs.error, runs.started_by,
  runs.cancelled_by, runs.finished_at, runs.version, runs.created_at, runs.updated_at,
  (select reference from service_requests request where request.tenant_id = runs.tenant_id and request.id = runs.request_id) as request_reference,
  (select reference from runs parent where parent.tenant_id = runs.tenant_id and parent.id = runs.parent_run_id) as workflow_run_reference,
  ${incidentOfRun} as incident`;

const columns = sql`${shortColumns}, runs.parameters, runs.targets, runs.lock_key, runs.output_truncated`;

export async function getExecution(db: Db, idOrReference: string): Promise<Execution | undefined> {
  const found = await db.first<Omit<Execution, "steps">>(
    sql`select ${columns} from runs where runs.kind = 'execution' and ${named(idOrReference)}`,
  );
  return found && { ...found, steps: (await readSteps(db, found.id)).map(shownStep) };
}

/** Without the job that runs it, which is the engine's own business. */
export function shownStep({ job_id: _, ...step }: StepRow): RunStep {
  return step;
}

export interface ExecutionFilter {
  status?: readonly string[];
  runbook_id?: string;
  incident_id?: string;
  dry_run?: boolean;
  q?: string;
  limit: number;
  offset: number;
}

export function listExecutions(db: Db, filter: ExecutionFilter): Promise<Page<ExecutionListItem>> {
  const where = all([
    sql`runs.kind = 'execution'`,
    filter.status && isOneOf(sql`runs.status`, filter.status),
    filter.runbook_id !== undefined && sql`runs.subject_id = ${filter.runbook_id}`,
    filter.incident_id !== undefined && sql`runs.incident_id = ${filter.incident_id}`,
    filter.dry_run !== undefined && sql`runs.dry_run = ${filter.dry_run}`,
    matching(filter.q),
  ]);
  return readPage(db, {
    rows: sql`select ${shortColumns} from runs where ${where} order by runs.id desc limit ${filter.limit} offset ${filter.offset}`,
    from: sql`runs where ${where}`,
    limit: filter.limit,
    offset: filter.offset,
  });
}

/** A reference, or words in the name. */
export function matching(q: string | undefined): Sql | false {
  const words = q?.trim() ?? "";
  if (words === "") return false;
  return sql`(runs.reference = upper(${words}) or runs.subject_name ilike ${containing(words)})`;
}
