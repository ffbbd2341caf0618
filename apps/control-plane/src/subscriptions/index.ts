import type { Core, FeatureOf } from "../core.ts";
import { subscriptionHandlers } from "./handlers.ts";
import { subscriptionJobs } from "./jobs.ts";

export {
  cancel,
  changePlan,
  createSubscription,
  paymentFailed,
  paymentSucceeded,
  readSubscription,
  type SubscriptionRequest,
  setPeriod,
  setProvider,
} from "./changes.ts";
export {
  leasePush,
  savePushed,
  savePushProblem,
  statementOf,
  statementsOf,
  takeDuePushes,
} from "./pushes.ts";
export { assertFits, periodEnd, present as presentSubscription } from "./rules.ts";
export { listSubscriptions } from "./store.ts";

/** What each customer has booked, and whether it is paid. */
export function openSubscriptions(core: Core): FeatureOf<"subscriptions"> {
  return { handlers: { subscriptions: subscriptionHandlers }, ...subscriptionJobs(core) };
}
