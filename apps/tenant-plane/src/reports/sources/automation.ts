import { runTones } from "@opsplane/contract";
import { type Column, countText, type Figure, type Section, valueText } from "@opsplane/reports";
import { sql } from "@opsplane/runtime";
import { type CountAt, chartOfShares, chartOverTime } from "./charts.ts";
import { bucketIndex, shareOf } from "./columns.ts";
import { allAtOnce } from "./rows.ts";
import type { SourceScope } from "./source.ts";

/** Runs of workflows, and the work that they saved people. */
export async function automationSource(scope: SourceScope): Promise<Section> {
  const now = await byWorkflow(scope, scope.period);
  const before = await byWorkflow(scope, scope.before);
  const totals = sumOf(now);
  const unvalued = now.filter(({ saved_minutes }) => saved_minutes === null).length;
  return {
    source: "Automation",
    findings:
      totals.runs === 0
        ? ["No workflow ran in this period."]
        : [
            `${countText(totals.runs, "run")} of workflows, of which ${valueText(totals.succeeded, "count")} succeeded.`,
            ...(totals.saved > 0 ? [`They saved ${valueText(totals.saved, "minutes")} of work.`] : []),
          ],
    figures: figures(totals, sumOf(before)),
    charts: [
      chartOverTime("Runs over time", scope.buckets, await byStatus(scope), Object.keys(runTones), runTones),
      chartOfShares(
        "Minutes saved by workflow",
        "Minutes",
        now.map(({ name, succeeded, saved_minutes }) => ({ name, count: succeeded * (saved_minutes ?? 0) })),
        "minutes",
      ),
    ],
    tables: [
      {
        ...{ name: "Workflows", columns, total: now.length },
        rows: () =>
          allAtOnce(
            now.map(({ name, runs, succeeded, failed, mean, saved_minutes }) => [
              ...[name, runs, succeeded, failed, shareOf(succeeded, succeeded + failed), mean],
              ...[saved_minutes, saved_minutes === null ? null : succeeded * saved_minutes],
            ]),
          ),
      },
    ],
    notes: [
      "A successful run saves the minutes that its workflow states.",
      ...(unvalued > 0
        ? [`${countText(unvalued, "workflow states", "workflows state")} no minutes and count as zero.`]
        : []),
    ],
  };
}

interface WorkflowTotals {
  name: string;
  runs: number;
  succeeded: number;
  failed: number;
  mean: number | null;
  saved_minutes: number | null;
}

const maxWorkflows = 5000;

/** A workflow that was deleted since keeps its runs, and saves nothing. */
function byWorkflow({ db }: SourceScope, { from, to }: { from: Date; to: Date }): Promise<WorkflowTotals[]> {
  return db.rows(sql`
    select max(run.subject_name) as name, count(*)::integer as runs, count(*) filter (where run.status = 'succeeded')::integer as succeeded,
      count(*) filter (where run.status = 'failed')::integer as failed,
      avg(extract(epoch from run.finished_at - run.created_at))::float8 as mean, max((workflow.content ->> 'saved_minutes')::integer) as saved_minutes
    from runs run left join workflows workflow on workflow.tenant_id = run.tenant_id and workflow.id = run.subject_id
    where run.kind = 'workflow_run' and not run.dry_run and run.created_at >= ${from} and run.created_at < ${to}
    group by run.subject_id order by runs desc, 1 limit ${maxWorkflows}`);
}

function byStatus({ db, period, buckets }: SourceScope): Promise<CountAt[]> {
  return db.rows(sql`
    select ${bucketIndex(sql`run.created_at`, buckets)} as at, run.status as name, count(*)::integer as count from runs run
    where run.kind = 'workflow_run' and not run.dry_run and run.created_at >= ${period.from} and run.created_at < ${period.to}
    group by 1, 2`);
}

function sumOf(workflows: readonly WorkflowTotals[]) {
  const sum = (of: (workflow: WorkflowTotals) => number) => workflows.reduce((total, each) => total + of(each), 0);
  return {
    runs: sum(({ runs }) => runs),
    succeeded: sum(({ succeeded }) => succeeded),
    failed: sum(({ failed }) => failed),
    saved: sum(({ succeeded, saved_minutes }) => succeeded * (saved_minutes ?? 0)),
  };
}

type Totals = ReturnType<typeof sumOf>;

function figures(now: Totals, before: Totals): Figure[] {
  const rate = ({ succeeded, failed }: Totals) => shareOf(succeeded, succeeded + failed);
  return [
    { name: "Workflow runs", value: now.runs, before: before.runs, unit: "count" },
    { name: "Success rate", value: rate(now), before: rate(before), unit: "percent", better: "higher" },
    { name: "Failed runs", value: now.failed, before: before.failed, unit: "count", better: "lower" },
    { name: "Time saved", value: now.saved, before: before.saved, unit: "minutes", better: "higher", headline: true },
  ];
}

const columns: readonly Column[] = [
  { key: "workflow", name: "Workflow" },
  { key: "runs", name: "Runs", unit: "count" },
  { key: "succeeded", name: "Succeeded", unit: "count" },
  { key: "failed", name: "Failed", unit: "count" },
  { key: "success_percent", name: "Success", unit: "percent" },
  { key: "mean_seconds", name: "Mean duration", unit: "seconds" },
  { key: "saved_minutes_per_run", name: "Saved per run", unit: "minutes" },
  { key: "saved_minutes", name: "Saved", unit: "minutes" },
];
