import type { Core, FeatureOf } from "../core.ts";
import { webhookHandlers } from "./handlers.ts";
import { webhookJobs } from "./jobs.ts";

export { verdictOn } from "./rules.ts";

/** Sends the events of a tenant to addresses that it chooses. */
export function openWebhooks(core: Core): FeatureOf<"webhooks"> {
  return { handlers: { webhooks: webhookHandlers(core) }, ...webhookJobs(core) };
}
