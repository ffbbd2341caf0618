import type { Page, WorkflowRun, WorkflowRunListItem } from "@opsplane/contract";
import { type Db, sql } from "@opsplane/runtime";
import { incidentOfRun, listRuns, named, type Plan, type RunFilter, shownSteps } from "../../runs/index.ts";

const shortColumns = sql`
  runs.id, runs.reference, runs.subject_id as workflow_id, runs.subject_name as workflow_name, runs.subject_version as workflow_version,
  runs.status, runs.trigger, runs.error, runs.started_by, runs.cancelled_by, runs.deadline_at, runs.finished_at, runs.version,
  runs.created_at, runs.updated_at,
  ${incidentOfRun} as incident`;

type Row = Omit<WorkflowRun, "steps" | "graph"> & { plan: Plan };

export async function getWorkflowRun(db: Db, idOrReference: string): Promise<WorkflowRun | undefined> {
  const found = await db.first<Row>(sql`
    select ${shortColumns}, runs.parameters as input, runs.output, runs.plan
    from runs where runs.kind = 'workflow_run' and ${named(idOrReference)}`);
  if (!found) return undefined;
  const { plan, ...run } = found;
  return { ...run, graph: graphOf(plan), steps: await shownSteps(db, run.id) };
}

/** The graph of a run, as its workflow was written. */
function graphOf({ nodes, edges }: Plan): WorkflowRun["graph"] {
  return {
    steps: nodes.map(({ id, type, title, config, position }) => ({
      ...{ id, name: title, config: { ...config } },
      // Plans of workflow runs are compiled from steps of these types only.
      type: type as WorkflowRun["graph"]["steps"][number]["type"],
      position: position ?? null,
    })),
    edges: edges.map(({ from, to, condition }) => ({ from, to, condition })),
  };
}

export function listWorkflowRuns(
  db: Db,
  { workflow_id, ...filter }: Omit<RunFilter, "subject_id"> & { workflow_id?: string },
): Promise<Page<WorkflowRunListItem>> {
  return listRuns(db, "workflow_run", shortColumns, { ...filter, subject_id: workflow_id });
}
