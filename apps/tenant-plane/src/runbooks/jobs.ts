import { requestEvents } from "@opsplane/contract";
import { defineWorkflow, Failure, on, type Reaction, type Workflow, type WriteScope } from "@opsplane/runtime";
import type { Core } from "../core.ts";
import { beginFulfillment, finishFulfillment } from "../itsm/index.ts";
import type { RunRow } from "../runs/index.ts";
import { type Executing, startExecution } from "./execute.ts";
import { fulfillmentOf } from "./store/fulfillment.ts";

interface Fulfilled {
  tenantId: string;
  requestId: string;
}

const fulfil = defineWorkflow<Fulfilled>("execute-for-request");

/** Executes the runbook of an approved request. */
export function fulfillmentJobs(core: Core, executing: Executing): { reactions: Reaction[]; workflows: Workflow[] } {
  return {
    reactions: [
      on(requestEvents.fulfillment, ({ tenantId, subjectId: requestId, data }) =>
        data.fulfillment_type === "runbook"
          ? [fulfil.job(`fulfil-by-runbook-${requestId}-${data.version}`, { tenantId, requestId })]
          : [],
      ),
    ],
    workflows: [
      fulfil.implement(({ tenantId, requestId }, run) =>
        run.step("execute", () =>
          core.asAutomation(tenantId, "requests.fulfil", (write) => execute(executing, write, requestId)),
        ),
      ),
    ],
  };
}

async function execute(executing: Executing, write: WriteScope, requestId: string): Promise<undefined | false> {
  const request = await fulfillmentOf(write.db, requestId);
  if (request?.status !== "in_fulfillment" || request.execution_id !== null) return false;
  write.audit({
    target: { type: "request", id: requestId, name: request.reference },
    after: request.fulfillment_config,
  });
  try {
    const { runbook_id, parameters = {}, targets } = request.fulfillment_config;
    const run = await startExecution(executing, write, {
      runbookId: runbook_id,
      parameters: { ...request.accepted, ...parameters },
      ...(targets ? { targets } : {}),
      requestId,
      startedBy: { label: request.requested_by, userId: request.requester_id },
    });
    await beginFulfillment(write, requestId, run.id);
  } catch (error) {
    // Nothing was written before the refusal, so the transaction goes on.
    if (!(error instanceof Failure)) throw error;
    await finishFulfillment(write, requestId, {
      status: "failed",
      reason: `The runbook could not start. ${error.message}`,
    });
  }
  return undefined;
}

/** The request carries the outcome of its execution. */
export async function endFulfillment(
  write: WriteScope,
  run: RunRow,
  end: { status: string; error: string | null; verified: boolean | null },
): Promise<void> {
  if (run.request_id === null) return;
  const isDone = end.status === "succeeded" && end.verified !== false;
  const why = end.verified === false ? " The verification was not good." : end.error === null ? "" : ` ${end.error}`;
  await finishFulfillment(write, run.request_id, {
    status: isDone ? "fulfilled" : "failed",
    reason: `${run.reference} ('${run.subject_name}') ${end.status}.${why}`,
  });
}
