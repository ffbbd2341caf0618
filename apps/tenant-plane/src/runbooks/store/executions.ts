import type { Execution, ExecutionListItem, Page } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import { incidentOfRun, listRuns, named, type RunFilter, shownSteps } from "../../runs/index.ts";

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
  return found && { ...found, steps: await shownSteps(db, found.id) };
}

export function listExecutions(
  db: Db,
  { runbook_id, ...filter }: Omit<RunFilter, "subject_id"> & { runbook_id?: string },
): Promise<Page<ExecutionListItem>> {
  return listRuns(db, "execution", shortColumns, { ...filter, subject_id: runbook_id });
}
