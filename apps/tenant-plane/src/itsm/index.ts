import type { Core, FeatureOf } from "../core.ts";
import { definitionHandlers } from "./approvals/handlers/definitions.ts";
import { instanceHandlers, type Settle } from "./approvals/handlers/instances.ts";
import { approvalJobs } from "./approvals/jobs.ts";
import { catalogHandlers } from "./catalog/handlers.ts";
import { changeHandlers, settleChange } from "./changes/handlers.ts";
import { recurringHandlers } from "./recurring/handlers.ts";
import { recurringJob } from "./recurring/jobs.ts";
import { requestHandlers, settleRequest } from "./requests/handlers.ts";
import { requestJobs } from "./requests/jobs.ts";

export { decideOn, type Settle } from "./approvals/handlers/instances.ts";
export { blockAhead } from "./approvals/store/approvers.ts";
export { type ApprovalState, approverStep, cancelApproval, startApproval } from "./approvals/writes.ts";
export { beginFulfillment, type Fulfillment, finishFulfillment } from "./requests/fulfillment.ts";
export { noteOnChange } from "./timeline.ts";

type Groups = "changes" | "recurringChanges" | "catalog" | "requests" | "definitions" | "instances";

/** Changes, the service catalog, requests, and the approvals that both need. */
export function openItsm(core: Core, runs: Record<"execution" | "workflow_run", Settle>): FeatureOf<Groups> {
  const approvals = approvalJobs(core);
  const requests = requestJobs(core);
  return {
    handlers: {
      changes: changeHandlers,
      recurringChanges: recurringHandlers,
      catalog: catalogHandlers,
      requests: requestHandlers,
      definitions: definitionHandlers,
      instances: instanceHandlers({ change: settleChange, request: settleRequest, ...runs }),
    },
    workflows: [...(approvals.workflows ?? []), ...(requests.workflows ?? [])],
    reactions: [...(approvals.reactions ?? []), ...(requests.reactions ?? [])],
    schedules: [...(approvals.schedules ?? []), ...(requests.schedules ?? [])],
    cronJobs: [recurringJob],
  };
}
