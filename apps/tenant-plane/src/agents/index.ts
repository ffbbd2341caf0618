import type { Core, FeatureOf } from "../core.ts";
import type { Settler } from "../runs/index.ts";
import { agentJobHandlers } from "./handlers.ts";
import { overdueJobs } from "./jobs.ts";

export { agentToken } from "./store.ts";
export { cancelAgentJobs, queueJob } from "./writes.ts";

/** The queue from which agents take commands. */
export function openAgents(core: Core, settler: Settler): FeatureOf<"agentJobs"> {
  return { handlers: { agentJobs: agentJobHandlers(core, settler) }, schedules: [overdueJobs(core, settler)] };
}
