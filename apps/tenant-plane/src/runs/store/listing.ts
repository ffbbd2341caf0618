import type { Page, RunStep } from "@opsplane/contract";
import { all, containing, type Db, isOneOf, readPage, type Sql, sql } from "@opsplane/runtime";
import type { RunKind } from "./runs.ts";
import { readSteps } from "./steps.ts";

export interface RunFilter {
  status?: readonly string[];
  /** The runbook or workflow. */
  subject_id?: string | undefined;
  incident_id?: string;
  dry_run?: boolean;
  /** A reference, or words in the name. */
  q?: string;
  limit: number;
  offset: number;
}

/** A page of runs of one kind, newest first. */
export function listRuns<T>(db: Db, kind: RunKind, columns: Sql, filter: RunFilter): Promise<Page<T>> {
  const { limit, offset } = filter;
  const where = all([
    sql`runs.kind = ${kind}`,
    filter.status && isOneOf(sql`runs.status`, filter.status),
    filter.subject_id !== undefined && sql`runs.subject_id = ${filter.subject_id}`,
    filter.incident_id !== undefined && sql`runs.incident_id = ${filter.incident_id}`,
    filter.dry_run !== undefined && sql`runs.dry_run = ${filter.dry_run}`,
    matching(filter.q),
  ]);
  return readPage(db, {
    rows: sql`select ${columns} from runs where ${where} order by runs.id desc limit ${limit} offset ${offset}`,
    from: sql`runs where ${where}`,
    limit,
    offset,
  });
}

function matching(q: string | undefined): Sql | false {
  const words = q?.trim() ?? "";
  if (words === "") return false;
  return sql`(runs.reference = upper(${words}) or runs.subject_name ilike ${containing(words)})`;
}

/** The steps of a run as people see them: without the jobs that run them. */
export async function shownSteps(db: Db, runId: string): Promise<RunStep[]> {
  return (await readSteps(db, runId)).map(({ job_id: _, ...step }) => step);
}
