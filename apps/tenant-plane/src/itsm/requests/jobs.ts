import { requestEvents } from "@opsplane/contract";
import { type AutomationWriter, defineWorkflow, on, type Schedule } from "@opsplane/runtime";
import type { Core, Feature } from "../../core.ts";
import { addEntries, addEntriesOf } from "../timeline.ts";
import { findDue, lockRequest, markBreached, updateRequest } from "./store.ts";

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

const maxAtOnce = 500;

/** Marks requests whose target time has passed, once. */
function breaches({ database, asAutomation }: Core): Schedule {
  return {
    name: "itsm.breaches",
    everyMs: 5_000,
    runsOn: "one-worker",
    run: async ({ signal }) => {
      for (const { tenant_id, ids } of await findDue(database.system, maxAtOnce)) {
        signal.throwIfAborted();
        await mark(asAutomation, tenant_id, ids);
      }
    },
  };
}

function mark(asAutomation: AutomationWriter, tenantId: string, ids: readonly string[]): Promise<void> {
  return asAutomation(tenantId, "requests.breach", async ({ db, actor, audit, announce }) => {
    const breached = await markBreached(db, ids);
    if (breached.length === 0) return false;
    await addEntriesOf(
      db,
      "request",
      breached.map(({ id, target_at }) => ({
        subjectId: id,
        kind: "breached",
        actor,
        body: "Target time exceeded.",
        changes: { target_at: { from: target_at, to: null } },
      })),
    );
    for (const { id, reference, title, target_at } of breached)
      announce(requestEvents.breached, id, { reference, title, target_at });
    audit({
      target: {
        type: "requests",
        id: breached.map(({ id }) => id).join(","),
        name: breached.map(({ reference }) => reference).join(", "),
      },
      after: { breached: true },
    });
    return undefined;
  });
}
