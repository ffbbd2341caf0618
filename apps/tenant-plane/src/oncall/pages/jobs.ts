import { incidentEvents, type PageStatus, pageEvents } from "@opsplane/contract";
import { defineWorkflow, newId, on, type Reaction, type Schedule, sql } from "@opsplane/runtime";
import type { Core, Feature } from "../../core.ts";
import { cancelOpen } from "../channels/deliveries.ts";
import { endOfPage } from "./rules.ts";
import * as store from "./store.ts";
import { advance, pageIncident } from "./writes.ts";

interface NewPage {
  tenantId: string;
  pageId: string;
  incidentId: string;
  escalationPolicyId: string | null;
}

interface EndedPage {
  tenantId: string;
  pageId: string;
  incidentId: string;
  status: PageStatus;
}

const startPage = defineWorkflow<NewPage>("oncall-page");
const announceEnd = defineWorkflow<EndedPage>("oncall-page-ended");

export const pageReactions: readonly Reaction[] = [
  on(incidentEvents.created, ({ tenantId, subjectId: incidentId, data }) => {
    if (!data.automatic) return [];
    const { escalation_policy_id: escalationPolicyId } = data;
    return [startPage.job(`page-${incidentId}`, { tenantId, pageId: newId(), incidentId, escalationPolicyId })];
  }),
  // In the transaction of the acknowledgment, so that nothing is sent after it.
  on(incidentEvents.updated, async ({ tenantId, subjectId: incidentId, data }, tx) => {
    const status = data.previous_status === undefined ? undefined : endOfPage[data.status];
    if (status === undefined) return [];
    const ended = await store.endPage(tx, incidentId, status, await store.lastMover(tx, incidentId));
    // Messages of a page that was exhausted may still wait.
    await cancelOpen(tx, sql`incident_id = ${incidentId} and kind = 'page'`, `The incident was ${status}.`);
    if (!ended) return [];
    return [announceEnd.job(`page-ended-${ended.id}`, { tenantId, pageId: ended.id, incidentId, status })];
  }),
];

export function pageJobs(core: Core): Required<Pick<Feature, "reactions" | "workflows" | "schedules">> {
  return {
    reactions: pageReactions,
    workflows: [
      startPage.implement(async ({ tenantId, pageId, incidentId, escalationPolicyId }, run) => {
        await run.step("page", () =>
          core.asAutomation(tenantId, "oncall.page", async (write) => {
            const incident = await store.shareIncident(write.db, incidentId);
            // Someone was faster than the job.
            if (!incident || endOfPage[incident.status] !== undefined || (await store.exists(write.db, pageId)))
              return false;
            await pageIncident(core, write, { tenantId, id: pageId, incidentId, escalationPolicyId });
            return undefined;
          }),
        );
      }),
      announceEnd.implement(async ({ tenantId, pageId, incidentId, status }, run) => {
        await run.step("announce", () =>
          core.asAutomation(tenantId, "oncall.end", async ({ announce }) => {
            announce(pageEvents.updated, pageId, { incident_id: incidentId, status });
            return undefined;
          }),
        );
      }),
    ],
    schedules: [dueSteps(core)],
  };
}

const maxSteps = 200;

/** Uses the steps that are due, each in a transaction of its own. */
function dueSteps({ database, asAutomation, enqueue, log }: Core): Schedule {
  return {
    name: "oncall.escalation",
    everyMs: 1_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      for (const { tenantId, pageId, incidentId } of await store.duePages(database.system, maxSteps)) {
        signal.throwIfAborted();
        const step = asAutomation(tenantId, "oncall.escalate", async (write) => {
          const incident = await store.shareIncident(write.db, incidentId);
          const page = await store.lockActive(write.db, pageId);
          if (!incident || !page?.is_due) return false;
          await advance({ enqueue }, write, tenantId, page, incident);
          return undefined;
        });
        // One page that fails must not hold up the others. It is due again at the next tick.
        await step.catch((error: unknown) => log.error({ err: error, page: pageId }, "a step of a page failed"));
      }
    },
  };
}
