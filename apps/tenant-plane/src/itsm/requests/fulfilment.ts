import type { AutomationWriter, Reaction, Workflow } from "@opsplane/runtime";
import { addEntries } from "../timeline.ts";
import { lockRequest, updateRequest } from "./store.ts";

interface Approved {
  tenantId: string;
  requestId: string;
}

export const fulfilWorkflow = "fulfil-request";

export const onApproved: Reaction = (tenantId, event) => {
  if (event.type !== "request.approved") return undefined;
  const input: Approved = { tenantId, requestId: event.subjectId };
  return { workflow: fulfilWorkflow, id: `fulfil-${event.subjectId}`, input };
};

/**
 * Brings an approved request into fulfilment (decisions 5): a manual one waits there for a person; for a runbook one the event
 * `request.fulfillment` names the runbook, and whoever runs runbooks takes it from there.
 */
export function fulfilRequest(asAutomation: AutomationWriter): Workflow<Approved> {
  return async ({ tenantId, requestId }, run) => {
    await run.step("begin", () =>
      asAutomation(tenantId, "requests.fulfil", async ({ db, audit, announce }) => {
        const request = await lockRequest(db, requestId);
        // A person was faster, or it was cancelled.
        if (request?.status !== "approved") return false;
        const { id, reference, title, fulfillment_type, fulfillment_config, version } = request;
        await updateRequest(db, { ...request, status: "in_fulfillment" });
        const body =
          fulfillment_type === "runbook" ? "Handed over to its runbook." : "Waits for somebody to take it up.";
        const changes = { status: { from: "approved", to: "in_fulfillment" } };
        await addEntries(db, "request", id, [{ kind: "status", actor: "automation", body, changes }]);
        audit({
          target: { type: "request", id, name: reference },
          before: { status: "approved" },
          after: { status: "in_fulfillment" },
        });
        const data = { reference, title, status: "in_fulfillment", version: version + 1 };
        announce({ type: "request.updated", subjectId: id, data });
        announce({
          type: "request.fulfillment",
          subjectId: id,
          data: { ...data, fulfillment_type, fulfillment_config },
        });
        return undefined;
      }),
    );
  };
}
