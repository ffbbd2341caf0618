import { reportEvents } from "@opsplane/contract";
import {
  type CronJob,
  defineWorkflow,
  Failure,
  newId,
  on,
  type QueueSpec,
  type Schedule,
  sql,
} from "@opsplane/runtime";
import type { Core, Feature } from "../core.ts";
import { perform, type Runner } from "./run.ts";
import * as store from "./store.ts";

interface Due {
  tenantId: string;
  reportId: string;
  runId: string;
}

/** Reports read much, so few run at once and leave the other work its place. */
const queue: QueueSpec = { name: "reports", concurrency: 2, share: 1 };

const writeReport = defineWorkflow<Due>("write-report", queue);

const maxMs = 30 * 60_000;

/** Runs reports at their times. */
export function reportJobs(runner: Runner): Pick<Feature, "cronJobs" | "reactions" | "workflows" | "schedules"> {
  const { core } = runner;
  return {
    cronJobs: [dueJob],
    reactions: [
      on(reportEvents.ran, ({ tenantId, subjectId: reportId, data: { run_id, trigger, status } }) =>
        trigger === "schedule" && status === "queued"
          ? [writeReport.job(`write-report-${run_id}`, { tenantId, reportId, runId: run_id })]
          : [],
      ),
    ],
    workflows: [
      writeReport.implement(async (due, run) => {
        await run.step("write", () => writeDue(runner, due));
      }),
    ],
    schedules: [retention(core)],
  };
}

/** Takes the slot. A workflow writes the report, because that can take minutes. */
const dueJob: CronJob = {
  kind: store.cronKind,
  run: async ({ db, audit, announce }, { subjectId, slot }) => {
    const report = await store.lockReport(db, subjectId);
    if (!report) return false;
    const { name, format, parameters } = report;
    const id = newId();
    const run = {
      id,
      reportId: subjectId,
      format,
      trigger: "schedule",
      slot,
      parameters,
      startedBy: "schedule",
    } as const;
    if (!(await store.insertRun(db, run))) return false;
    audit({ target: { type: "report", id: subjectId, name }, after: { run_id: id, slot: slot.toISOString() } });
    announce(reportEvents.ran, subjectId, { run_id: id, trigger: "schedule", status: "queued" });
    return undefined;
  },
};

/** A report that fails has said why in its run, and is not tried again before its next slot. */
async function writeDue(runner: Runner, { tenantId, reportId, runId }: Due): Promise<void> {
  const { core } = runner;
  const db = core.database.tenant(tenantId);
  const report = await store.getReport(db, reportId);
  const run = report && (await store.getRun(db, reportId, runId));
  if (!report || !run) return;
  const { format, parameters, trigger, started_by: startedBy } = run;
  const now = run.slot === null ? core.clock.now() : new Date(run.slot);
  try {
    await perform(
      runner,
      { id: runId, tenantId, report, format, parameters, trigger, startedBy, now },
      AbortSignal.timeout(maxMs),
    );
  } catch (error) {
    if (!(error instanceof Failure)) core.log.error({ err: error, tenant: tenantId, run: runId }, "a report failed");
  }
}

const batch = 200;

/** Deletes old runs with their outputs, and ends runs that a crash of their instance left open. */
function retention({ database, config }: Pick<Core, "database" | "config">): Schedule {
  return {
    name: "reports.retention",
    everyMs: 3_600_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      for (let deleted = batch; deleted === batch; ) {
        signal.throwIfAborted();
        deleted = await database.system.run(sql`
          delete from report_runs where (tenant_id, id) in (
            select tenant_id, id from report_runs
            where created_at < app_now() - make_interval(days => ${config.reportDays}) order by created_at limit ${batch})`);
      }
      await database.system.run(sql`
        update report_runs set status = 'failed', finished_at = app_now(), error = 'The server stopped before the report was written.'
        where status in ('queued', 'running') and trigger = 'manual' and created_at < app_now() - interval '1 hour'`);
    },
  };
}
