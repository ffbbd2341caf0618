import { dueWork, type Schedule, type WriteScope } from "@opsplane/runtime";
import { cancelApproval } from "../itsm/index.ts";
import { targetOf } from "./announce.ts";
import { interruptedError } from "./engine.ts";
import type { RunsOptions } from "./jobs.ts";
import type { Settler } from "./settle.ts";
import { countJob, lockRun, overdueRuns as overdue, type RunRow } from "./store/runs.ts";
import * as store from "./store/steps.ts";
import { readSteps, saveStep } from "./store/steps.ts";
import { completeStep, stopRun } from "./writes.ts";

/** A job that was not taken after this time is replaced. */
const jobMs = 5 * 60_000;

/** Ends waits whose time has come, and gives a job to steps that are tried again. */
export function dueSteps(options: RunsOptions): Schedule {
  return dueWork<store.DueStep>(options.core, {
    ...{ name: "runs.due", everyMs: 1_000, due: store.dueSteps },
    perform: (step) => onDue(options, step),
  });
}

async function onDue({ core, runners, settler }: RunsOptions, { tenantId, runId, stepId }: store.DueStep) {
  await core.asAutomation(tenantId, "runs.advance", async (write) => {
    const { db, now } = write;
    const stepOf = async () => (await readSteps(db, runId)).find(({ id }) => id === stepId);
    // Approvals are locked before runs everywhere.
    if ((await stepOf())?.waits_for === "approval") await cancelApproval(write, runId, stepId);
    const run = await lockRun(db, runId);
    const step = await stepOf();
    if (!run || !step || step.due_at === null || Date.parse(step.due_at) > now.getTime()) return false;
    const whenDue = runners.get(step.type)?.whenDue ?? "queue";
    if (step.status === "queued" || (step.status === "waiting" && whenDue === "queue")) {
      await giveJob(settler, write, run, stepId);
      return false;
    }
    if (step.status !== "waiting") return false;
    write.audit({ target: targetOf(run), after: { step: stepId, due: true } });
    if (typeof whenDue === "string") await completeStep(settler, write, run, stepId, { status: "succeeded" });
    else {
      if (step.child_id !== null && step.waits_for === "execution")
        await settler.enqueue(db, settler.cancelJob(run, step.child_id));
      await completeStep(settler, write, run, stepId, { status: "failed", error: whenDue.error });
    }
    return undefined;
  });
}

async function giveJob(settler: Settler, { db, now }: WriteScope, run: RunRow, stepId: string): Promise<void> {
  await saveStep(db, run.id, stepId, { status: "queued", due_at: new Date(now.getTime() + jobMs) });
  await settler.enqueue(db, settler.stepJob(run, stepId, run.jobs + 1));
  await countJob(db, run.id, run.jobs + 1);
}

/** Fails runs that took longer than they may. */
export function overdueRuns({ core, settler }: RunsOptions): Schedule {
  return dueWork(core, {
    ...{ name: "runs.overdue", everyMs: 5_000, due: overdue },
    perform: ({ tenantId, id }) =>
      core.asAutomation(tenantId, "runs.timeout", async (write) => {
        const error = "It took longer than its timeout allows.";
        await stopRun(settler, write, id, "the timeout", { status: "failed", error });
        return undefined;
      }),
  });
}

/** Steps whose job ended with an error, for example while the database was away. */
export function lostSteps({ core, settler }: RunsOptions): Schedule {
  return dueWork<store.LostStep>(core, {
    ...{ name: "runs.lost", everyMs: 30_000, due: store.lostSteps },
    perform: ({ tenantId, runId, stepId, jobId, setAside }) =>
      core.asAutomation(tenantId, "runs.advance", async (write) => {
        const run = await lockRun(write.db, runId);
        const step = (await readSteps(write.db, runId)).find(({ id }) => id === stepId);
        if (!run || step?.status !== "running" || step.job_id !== jobId) return false;
        write.audit({ target: targetOf(run), after: { step: stepId, lost: true } });
        const isSafe = run.dry_run || run.plan.nodes.find(({ id }) => id === stepId)?.safeToRepeat;
        if (isSafe && setAside === null) await giveJob(settler, write, run, stepId);
        else await completeStep(settler, write, run, stepId, { status: "failed", error: setAside ?? interruptedError });
        return undefined;
      }),
  });
}
