import { definitionHandlers } from "./approvals/definitions.ts";
import { instanceHandlers } from "./approvals/instances.ts";
import { catalogHandlers } from "./catalog/handlers.ts";
import { changeHandlers, settleChange } from "./changes/handlers.ts";
import { requestHandlers, settleRequest } from "./requests/handlers.ts";

export { definitionWriters, peopleInTurn } from "./approvals/approvers.ts";
export { watchTargets } from "./requests/breaches.ts";
export { fulfilRequest, fulfilWorkflow, onApproved } from "./requests/fulfilment.ts";

export const itsmHandlers = {
  changes: changeHandlers,
  catalog: catalogHandlers,
  requests: requestHandlers,
  definitions: definitionHandlers,
  instances: instanceHandlers({ change: settleChange, request: settleRequest }),
};
