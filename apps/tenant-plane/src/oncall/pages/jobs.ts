import { incidentEvents, type PageStatus, pageEvents } from "@opsplane/contract";
import {
  type DueRow,
  defineWorkflow,
  dueWork,
  newId,
  on,
  type QueueSpec,
  type Reaction,
  type Schedule,
  sql,
} from "@opsplane/runtime";
import type { Core, Feature } from "../../core.ts";
import { cancelOpen } from "../channels/deliveries.ts";
import { followMessages } from "./reach.ts";
import { pagesToFollow } from "./reach-store.ts";
import { endOfPage } from "./rules.ts";
import * as store from "./store.ts";
import { advance, pageAutomatically } from "./writes.ts";

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

/** Its jobs are short. In an alert storm many begin at once, and none waits behind workflows that the same incidents start. */
const queue: QueueSpec = { name: "pages", concurrency: 60, share: 40 };
const startPage = defineWorkflow<NewPage>("oncall-page", queue);
const pageAgain = defineWorkflow<NewPage>("oncall-page-again", queue);
const announceEnd = defineWorkflow<EndedPage>("oncall-page-ended", queue);

export const pageReactions: readonly Reaction[] = [
  on(incidentEvents.created, ({ tenantId, subjectId: incidentId, data }) => {
    if (!data.automatic) return [];
    const { escalation_policy_id: escalationPolicyId } = data;
    return [startPage.job(`page-${incidentId}`, { tenantId, pageId: newId(), incidentId, escalationPolicyId })];
  }),
  on(incidentEvents.repaged, ({ tenantId, subjectId: incidentId, data }) => {
    const pageId = newId();
    const { escalation_policy_id: escalationPolicyId } = data;
    return [pageAgain.job(`page-again-${pageId}`, { tenantId, pageId, incidentId, escalationPolicyId })];
  }),
  // In the transaction of the acknowledgment, so that nothing is sent after it.
  on(incidentEvents.updated, async ({ tenantId, subjectId: incidentId, data }, tx) => {
    const status = data.previous_status === undefined ? undefined : endOfPage[data.status];
    if (status === undefined) return [];
    const ended = await store.endPage(tx, incidentId, status, await store.lastMover(tx, incidentId));
    // Messages of a page that was exhausted may still wait.
    await cancelOpen(tx, sql`incident_id = ${incidentId} and kind = 'page'`, `The incident was ${status}.`);
    const unanswered = await store.endUnanswered(tx, incidentId);
    const over = [...(ended ? [{ id: ended.id, status }] : []), ...unanswered];
    return over.map(({ id, status }) =>
      announceEnd.job(`page-ended-${id}`, { tenantId, pageId: id, incidentId, status }),
    );
  }),
];

export function pageJobs(core: Core): Required<Pick<Feature, "reactions" | "workflows" | "schedules">> {
  return {
    reactions: pageReactions,
    workflows: [
      startPage.implement(async (page, run) => {
        await run.step("page", () => start(core, page));
      }),
      pageAgain.implement(async (page, run) => {
        await run.step("page", () => start(core, page));
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
    schedules: [dueSteps(core), endedMessages(core)],
  };
}

/** Pages for an incident of an alert, unless someone was faster than the job or a policy pages for it already. */
async function start(core: Core, { tenantId, pageId, incidentId, escalationPolicyId }: NewPage): Promise<void> {
  await core.asAutomation(tenantId, "oncall.page", async (write) => {
    const incident = await store.shareIncident(write.db, incidentId);
    if (!incident || endOfPage[incident.status] !== undefined) return false;
    if ((await store.exists(write.db, pageId)) || (await store.isEscalating(write.db, incidentId))) return false;
    await pageAutomatically(core, write, { tenantId, id: pageId, incidentId, escalationPolicyId });
    return undefined;
  });
}

/** Looks at messages that ended: whom they reached, and what follows when they reached no one. */
function endedMessages(core: Core): Schedule {
  return dueWork(core, {
    ...{ name: "oncall.reach", everyMs: 1_000, due: pagesToFollow },
    perform: ({ tenantId, id, incidentId }: DuePage) =>
      core.asAutomation(tenantId, "oncall.reach", (write) =>
        followMessages(core, write, tenantId, { pageId: id, incidentId }),
      ),
  });
}

interface DuePage extends DueRow {
  incidentId: string;
}

/** Uses the steps that are due, each in a transaction of its own. */
function dueSteps(core: Core): Schedule {
  return dueWork(core, {
    ...{ name: "oncall.escalation", everyMs: 1_000, due: store.duePages },
    perform: ({ tenantId, id, incidentId }: DuePage) =>
      core.asAutomation(tenantId, "oncall.escalate", async (write) => {
        const incident = await store.shareIncident(write.db, incidentId);
        const page = await store.lockActive(write.db, id);
        if (!incident || !page?.is_due) return false;
        await advance(core, write, tenantId, page, incident);
        return undefined;
      }),
  });
}
