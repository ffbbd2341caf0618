import { dueWork, type Schedule } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import type { Settler } from "../runs/index.ts";
import { lockJob, overdueJobs as overdue } from "./store.ts";
import { endJob } from "./writes.ts";

const reasons = {
  expired: "No agent took the command in time.",
  lost: "The agent stopped reporting, so the result is unknown. Check the host before you retry it.",
};

/** Gives up jobs that no agent took, and those whose agent stopped reporting. They are never given out again. */
export function overdueJobs(core: Core, settler: Settler): Schedule {
  return dueWork(core, {
    ...{ name: "agents.overdue", everyMs: 5_000, due: overdue },
    perform: ({ tenantId, id }) =>
      core.asAutomation(tenantId, "agentJobs.expire", async (write) => {
        const job = await lockJob(write.db, id);
        if (!job || (job.status !== "queued" && job.status !== "claimed")) return false;
        const status = job.status === "queued" ? "expired" : "lost";
        write.audit({ target: { type: "agent", id: job.agent, name: job.agent }, after: { job: id, status } });
        await endJob(core, settler, write, job, { status, exitCode: null, error: reasons[status] });
        return undefined;
      }),
  });
}
