import { requestEvents } from "@opsplane/contract";
import { type AutomationWriter, defineWorkflow, dueWork, on, type Schedule } from "@opsplane/runtime";
import type { Core, Feature } from "../../core.ts";
import { addEntries } from "../timeline.ts";
import { breachedRequests, lockRequest, markBreached, updateRequest } from "./store.ts";

interface ApprovedRequest {
  tenantId: string;
  requestId: string;
}

const startFulfillment = defineWorkflow<ApprovedRequest>("fulfil-request");

export function requestJobs(core: Core): Pick<Feature, "reactions" | "workflows" | "schedules"> {
  return {
    reactions: [
      on(requestEvents.approved, ({ tenantId, subjectId: requestId }) => [
        startFulfillment.job(`fulfil-${requestId}`, { tenantId, requestId }),
      ]),
    ],
    workflows: [
      startFulfillment.implement((approved, run) => run.step("begin", () => begin(core.asAutomation, approved))),
    ],
    schedules: [breaches(core)],
  };
}

/**
 * Moves an approved request into fulfillment. A manual request waits there for a person. For a runbook request the event
 * `request.fulfillment` names the runbook to run.
 */
function begin(asAutomation: AutomationWriter, { tenantId, requestId }: ApprovedRequest): Promise<void> {
  return asAutomation(tenantId, "requests.fulfil", async ({ db, actor, audit, announce }) => {
    const request = await lockRequest(db, requestId);
    // A person moved it on, or it was canceled.
    if (request?.status !== "approved") return false;
    const { id, reference, title, requested_by, fulfillment_type, fulfillment_config, version } = request;
    await updateRequest(db, { ...request, status: "in_fulfillment" });
    const body = fulfillment_type === "runbook" ? "Runbook started." : "Waiting for pickup.";
    const changes = { status: { from: "approved", to: "in_fulfillment" } };
    await addEntries(db, "request", id, [{ kind: "status", actor, body, changes }]);
    audit({
      target: { type: "request", id, name: reference },
      before: { status: "approved" },
      after: { status: "in_fulfillment" },
    });
    const data = { reference, title, status: "in_fulfillment" as const, version: version + 1 };
    announce(requestEvents.updated, id, { ...data, requested_by });
    announce(requestEvents.fulfillment, id, { ...data, fulfillment_type, fulfillment_config });
    return undefined;
  });
}

/** Marks requests whose target time has passed, once. */
function breaches(core: Core): Schedule {
  return dueWork(core, {
    ...{ name: "itsm.breaches", everyMs: 5_000, due: breachedRequests },
    perform: ({ tenantId, id }) =>
      core.asAutomation(tenantId, "requests.breach", async ({ db, actor, audit, announce }) => {
        const breached = await markBreached(db, id);
        if (!breached) return false;
        const { reference, title, target_at } = breached;
        const changes = { target_at: { from: target_at, to: null } };
        await addEntries(db, "request", id, [{ kind: "breached", actor, body: "Target time exceeded.", changes }]);
        announce(requestEvents.breached, id, { reference, title, target_at });
        audit({ target: { type: "request", id, name: reference }, after: { breached: true } });
        return undefined;
      }),
  });
}
